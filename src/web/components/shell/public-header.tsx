import Link from "next/link";
import { LinkButton } from "#src/web/components/ui/elements.tsx";
import { Logo } from "./public-frame.tsx";
import { PublicSheet } from "./public-sheet.tsx";
import { publicPlaces } from "./places.ts";
import { ThemeSwitch } from "./theme-switch.tsx";

export function PublicHeader({ signedIn }: { signedIn: boolean }) {
  return (
    <header className="sticky top-0 z-30 border-b bg-paper print:hidden">
      <div className="mx-auto flex h-14 max-w-6xl items-center gap-2 px-4 sm:px-6">
        <div className="md:hidden">
          <PublicSheet />
        </div>
        <Link href="/" aria-label="Conclave home" className="flex rounded-sm">
          <Logo />
        </Link>
        <nav aria-label="Site" className="ml-6 hidden items-center gap-6 text-sm md:flex">
          {publicPlaces.map(({ href, label }) => (
            <Link key={href} href={href} className="text-muted hover:text-ink">
              {label}
            </Link>
          ))}
        </nav>
        <div className="ml-auto flex items-center gap-1 sm:gap-2">
          <ThemeSwitch />
          {signedIn ? (
            <LinkButton href="/dashboard" size="sm">
              Dashboard
            </LinkButton>
          ) : (
            <>
              <LinkButton href="/sign-in" variant="ghost" size="sm" className="max-sm:hidden">
                Sign in
              </LinkButton>
              <LinkButton href="/sign-up" size="sm">
                Start free
              </LinkButton>
            </>
          )}
        </div>
      </div>
    </header>
  );
}
