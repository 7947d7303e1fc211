interface Place {
  readonly href: string;
  readonly label: string;
}

/** Where the pages that everybody sees lead. */
export const publicPlaces: readonly Place[] = [
  { href: "/#how", label: "How it works" },
  { href: "/track-record", label: "Track record" },
  { href: "/pricing", label: "Pricing" },
  { href: "/docs/api", label: "API" },
  { href: "/help", label: "Help" },
  { href: "/blog", label: "Blog" },
];
