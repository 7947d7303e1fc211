import type { ReactNode } from "react";
import { PublicFooter } from "#src/web/components/shell/public-frame.tsx";
import { PublicHeader } from "#src/web/components/shell/public-header.tsx";
import { viewer } from "#src/web/viewer.ts";

/** Stands when the database does not: who is signed in cannot be known then. */
export default async function StatusLayout({ children }: { readonly children: ReactNode }) {
  const signedIn = await viewer().then(
    (who) => who !== null,
    () => false,
  );
  return (
    <>
      <PublicHeader signedIn={signedIn} />
      {children}
      <PublicFooter />
    </>
  );
}
