import type { ReactNode } from "react";
import { SectionTabs } from "#src/web/components/ui/section-tabs.tsx";
import { PageHeader } from "#src/web/components/ui/page-header.tsx";

const sections = [
  { href: "/settings", label: "Profile" },
  { href: "/settings/security", label: "Security" },
  { href: "/settings/notifications", label: "Notifications" },
  { href: "/settings/channels", label: "Channels" },
  { href: "/settings/models", label: "Model keys" },
  { href: "/settings/data", label: "Your data" },
];

export default function SettingsLayout({ children }: { children: ReactNode }) {
  return (
    <div className="max-w-3xl">
      <PageHeader title="Settings" />
      <SectionTabs label="Settings" sections={sections} />
      <div className="grid grid-cols-1 gap-6">{children}</div>
    </div>
  );
}
