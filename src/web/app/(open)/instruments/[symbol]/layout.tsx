import { notFound } from "next/navigation";
import type { ReactNode } from "react";
import { mayOpenInstrument } from "#src/web/instruments.ts";
import { requireViewer } from "#src/web/viewer.ts";

interface Props {
  readonly params: Promise<{ readonly symbol: string }>;
  readonly children: ReactNode;
}

/** Here, above loading.tsx, the status is not sent yet. */
export default async function InstrumentLayout({ params, children }: Props) {
  const open = await mayOpenInstrument((await params).symbol);
  if (open === "absent") notFound();
  // Nothing of it is public: whoever signs in sees what is theirs.
  if (open === "signed in") await requireViewer();
  return children;
}
