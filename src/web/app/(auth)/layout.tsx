import Link from "next/link";
import type { ReactNode } from "react";
import { Logo } from "#src/web/components/shell/logo.tsx";
import { ThemeSwitch } from "#src/web/components/shell/theme-switch.tsx";

/** A narrow column for forms; the page brings its own card and heading. */
export default function AuthLayout({ children }: { children: ReactNode }) {
  return (
    <div className="flex min-h-dvh flex-col">
      <header className="flex items-center justify-between px-4 py-3 sm:px-6">
        <Link href="/" aria-label="Conclave home" className="flex rounded-sm">
          <Logo />
        </Link>
        <ThemeSwitch />
      </header>
      <main id="main" className="mx-auto grid w-full max-w-100 flex-1 content-start px-4 pt-[min(12vh,6rem)] pb-16">
        {children}
      </main>
      <footer className="px-4 pb-6 text-center text-xs text-muted">
        Research software, not investment advice. It places no orders.
      </footer>
    </div>
  );
}
