import type { ReactNode } from "react";
import { AppShell } from "#src/web/components/shell/app-shell.tsx";
import { PublicFooter } from "#src/web/components/shell/public-frame.tsx";
import { PublicHeader } from "#src/web/components/shell/public-header.tsx";
import { viewer } from "#src/web/viewer.ts";

/** Pages of the application that everybody may read: whoever is signed in keeps its frame around them. */
export default async function OpenLayout({ children }: { children: ReactNode }) {
  const who = await viewer();
  if (who !== null) return <AppShell viewer={who}>{children}</AppShell>;
  return (
    <>
      <PublicHeader signedIn={false} />
      <main id="main" tabIndex={-1} className="mx-auto outline-none w-full max-w-6xl px-4 py-10 sm:px-6 sm:py-14">
        {children}
      </main>
      <PublicFooter />
    </>
  );
}
