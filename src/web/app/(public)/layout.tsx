import type { ReactNode } from "react";
import { PublicFooter } from "#src/web/components/shell/public-frame.tsx";
import { PublicHeader } from "#src/web/components/shell/public-header.tsx";
import { viewer } from "#src/web/viewer.ts";

export default async function PublicLayout({ children }: { children: ReactNode }) {
  const signedIn = (await viewer()) !== null;
  return (
    <>
      <PublicHeader signedIn={signedIn} />
      {children}
      <PublicFooter />
    </>
  );
}
