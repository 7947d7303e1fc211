import type { Metadata } from "next";

export const metadata: Metadata = {
  title: "Help",
  description: "Where to start, what a rating means, and where the reference is.",
  alternates: { canonical: "/help" },
};

const topics = [
  {
    href: "/#how",
    title: "How a debate works",
    text: "Who speaks when, what everybody reads, and what code checks afterwards.",
  },
  {
    href: "/#report",
    title: "How to read a report",
    text: "Ratings, levels, and the evidence behind each number, on a run that ships with Conclave.",
  },
  { href: "/pricing", title: "Plans and balance", text: "What each plan includes, and how paying works." },
  {
    href: "/docs/api",
    title: "API reference",
    text: "Every request and answer of the job API, to try in the browser.",
  },
] as const;

export default function Help() {
  return (
    <main id="main" className="mx-auto max-w-6xl px-4 py-12 sm:px-6 sm:py-16">
      <h1 className="text-3xl font-semibold">Help</h1>
      <ul className="mt-8 grid gap-x-12 md:grid-cols-2">
        {topics.map(({ href, title, text }) => (
          <li key={href} className="grid content-start gap-1 border-t py-5">
            <a
              href={href}
              className="text-base font-medium text-accent underline decoration-accent/40 underline-offset-4 hover:decoration-accent"
            >
              {title}
            </a>
            <p className="text-muted">{text}</p>
          </li>
        ))}
      </ul>
    </main>
  );
}
