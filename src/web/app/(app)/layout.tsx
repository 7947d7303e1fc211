import { headers } from "next/headers";
import type { ReactNode } from "react";
import { AppShell } from "#src/web/components/shell/app-shell.tsx";
import { requireAdmin, requireViewer } from "#src/web/viewer.ts";

export default async function AppLayout({ children }: { children: ReactNode }) {
  const viewer = await requireViewer();
  // Here, above loading.tsx, the status is not sent yet. The pages ask for themselves as well.
  if (/^\/admin(\/|$)/.test((await headers()).get("x-forwarded-path") ?? "")) await requireAdmin();
  return <AppShell viewer={viewer}>{children}</AppShell>;
}
