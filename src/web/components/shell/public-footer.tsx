import Link from "next/link";
import { Logo } from "./logo.tsx";

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
