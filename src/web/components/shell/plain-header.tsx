import Link from "next/link";
import { Logo } from "./logo.tsx";
import { ThemeSwitch } from "./theme-switch.tsx";
import { classNames } from "#src/web/components/ui/class-names.ts";

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
