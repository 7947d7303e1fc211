import type { ReactNode } from "react";
import { PlainHeader } from "#src/web/components/shell/public-frame.tsx";

/** A narrow column for forms; the page brings its own card and heading. */
export default function AuthLayout({ children }: { children: ReactNode }) {
  return (
    <div className="flex min-h-dvh flex-col">
      <PlainHeader />
      <main id="main" className="mx-auto grid w-full max-w-100 flex-1 content-start px-4 pt-[min(12vh,6rem)] pb-16">
        {children}
      </main>
      <footer className="px-4 pb-6 text-center text-xs text-muted">
        Research software, not investment advice. It places no orders.
      </footer>
    </div>
  );
}
