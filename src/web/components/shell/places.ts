export interface Place {
  readonly href: string;
  readonly label: string;
  /** The pages that belong to it; none where it is one page. */
  readonly tabs: readonly Omit<Place, "tabs">[];
}

/** Where the application leads: seven places, each with its pages. */
export const places: readonly Place[] = [
  { href: "/dashboard", label: "Dashboard", tabs: [] },
  { href: "/analyses", label: "Analyses", tabs: [] },
  {
    href: "/signals",
    label: "Signals",
    tabs: [
      { href: "/signals", label: "Signals" },
      { href: "/ranking", label: "Ranking" },
      { href: "/track-record", label: "Track record" },
    ],
  },
  { href: "/backtests", label: "Backtests", tabs: [] },
  {
    href: "/signals/lists",
    label: "Lists",
    tabs: [
      { href: "/signals/lists", label: "Watchlists" },
      { href: "/portfolios", label: "Portfolios" },
      { href: "/settings/notifications", label: "Alerts" },
    ],
  },
  {
    href: "/keys",
    label: "Developers",
    tabs: [
      { href: "/keys", label: "API keys" },
      { href: "/webhooks", label: "Webhooks" },
      { href: "/keys/requests", label: "Requests" },
      { href: "/docs/api", label: "Reference" },
    ],
  },
  {
    href: "/billing",
    label: "Account",
    tabs: [
      { href: "/billing", label: "Plan" },
      { href: "/deposits", label: "Deposits" },
      { href: "/referrals", label: "Referrals" },
      { href: "/settings", label: "Profile" },
      { href: "/settings/security", label: "Security" },
      { href: "/settings/models", label: "Models" },
      { href: "/settings/data", label: "Your data" },
    ],
  },
];

/** The place that a page belongs to: of all its addresses, the longest that the page's begins with. */
export function placeOf(path: string): Place | undefined {
  // A channel is a part of the alerts.
  const at = path.replace(/^\/settings\/channels(?=\/|$)/, "/settings/notifications");
  const longest = (place: Place): number =>
    Math.max(0, ...[place, ...place.tabs].map(({ href }) => (`${at}/`.startsWith(`${href}/`) ? href.length : 0)));
  const best = Math.max(...places.map(longest));
  return best === 0 ? undefined : places.find((place) => longest(place) === best);
}

/** What the search of the application leads to, with other words that people use for it. */
export const pagesToFind: readonly { readonly href: string; readonly label: string; readonly words: string }[] = [
  ...places.flatMap(({ href, label, tabs }) =>
    tabs.length === 0
      ? [{ href, label, words: "" }]
      : tabs.map((tab) => ({ ...tab, label: tab.label === label ? label : `${label}: ${tab.label}`, words: "" })),
  ),
  { href: "/analyses/new", label: "New analysis", words: "start run debate analyse" },
  { href: "/settings/notifications#channels", label: "Alert channels", words: "telegram slack discord mail email" },
  { href: "/settings/notifications#calendar", label: "Calendar", words: "ics closes" },
  { href: "/settings/security#two-factor", label: "Two-factor authentication", words: "2fa passkey password" },
  { href: "/help", label: "Help", words: "support articles documentation" },
  { href: "/status", label: "Status", words: "health uptime" },
];

interface PublicPlace {
  readonly href: string;
  readonly label: string;
}

/** Where the pages that everybody sees lead. */
export const publicPlaces: readonly PublicPlace[] = [
  { href: "/#how", label: "How it works" },
  { href: "/track-record", label: "Track record" },
  { href: "/pricing", label: "Pricing" },
  { href: "/docs/api", label: "API" },
  { href: "/help", label: "Help" },
  { href: "/blog", label: "Blog" },
];
