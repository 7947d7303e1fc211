import { classNames } from "#src/web/components/ui/elements.tsx";
import Link from "next/link";
import { ThemeSwitch } from "./theme-switch.tsx";

/** Two sides, and what they argue about between them. */
function Mark({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 24 24" aria-hidden className={classNames("size-6", className)} fill="none" stroke="currentColor">
      <path d="M8.2 4.2a9 9 0 0 0 0 15.6M15.8 4.2a9 9 0 0 1 0 15.6" strokeWidth="2.2" strokeLinecap="round" />
      <circle cx="12" cy="12" r="2.7" fill="currentColor" stroke="none" />
    </svg>
  );
}

export function Logo({ className }: { className?: string }) {
  return (
    <span
      className={classNames(
        "inline-flex items-center gap-2 text-base font-semibold tracking-tight text-ink",
        className,
      )}
    >
      <Mark className="text-accent" />
      Conclave
    </span>
  );
}

/** For pages without navigation: the way home, and the theme. */
export function PlainHeader({ className }: { className?: string }) {
  return (
    <header className={classNames("flex items-center justify-between px-4 py-3 sm:px-6", className)}>
      <Link href="/" aria-label="Conclave home" className="flex rounded-sm">
        <Logo />
      </Link>
      <ThemeSwitch />
    </header>
  );
}

const link = "text-muted underline-offset-4 hover:text-ink hover:underline";

export function PublicFooter() {
  return (
    <footer className="border-t print:hidden">
      <div className="mx-auto grid max-w-6xl gap-8 px-4 py-10 sm:px-6 md:grid-cols-[1fr_auto] md:gap-16">
        <div className="grid max-w-md content-start gap-3">
          <Logo />
          <p className="text-xs text-muted">
            Research software, not investment advice. Conclave places no orders and moves no money. A rating is an
            argument with its evidence attached, and can be wrong.
          </p>
        </div>
        <nav aria-label="Footer" className="grid grid-cols-2 gap-x-12 gap-y-2 text-sm">
          <Link href="/#how" className={link}>
            How it works
          </Link>
          <Link href="/docs/api" className={link}>
            API reference
          </Link>
          <Link href="/pricing" className={link}>
            Pricing
          </Link>
          <a href="/openapi.json" className={link}>
            openapi.json
          </a>
          <Link href="/track-record" className={link}>
            Track record
          </Link>
          <Link href="/ranking" className={link}>
            Ranking
          </Link>
          <Link href="/help" className={link}>
            Help
          </Link>
          <Link href="/blog" className={link}>
            Blog
          </Link>
          <Link href="/status" className={link}>
            Status
          </Link>
        </nav>
      </div>
    </footer>
  );
}
