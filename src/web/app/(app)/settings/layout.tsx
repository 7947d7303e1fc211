import type { ReactNode } from "react";

export default function SettingsLayout({ children }: { children: ReactNode }) {
  return <div className="grid max-w-3xl grid-cols-1 gap-6 [&>:first-child]:mb-0">{children}</div>;
}
