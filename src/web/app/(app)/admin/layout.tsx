import type { ReactNode } from "react";
import { SectionTabs } from "#src/web/components/account/section-tabs.tsx";
import { PageHeader } from "#src/web/components/ui/page-header.tsx";
import { requireAdmin } from "#src/web/session.ts";

const sections = [
  { href: "/admin", label: "Overview" },
  { href: "/admin/accounts", label: "Accounts" },
  { href: "/admin/jobs", label: "Analyses" },
  { href: "/admin/deposits", label: "Deposits" },
  { href: "/admin/reconciliation", label: "Reconciliation" },
];

export default async function AdminLayout({ children }: { children: ReactNode }) {
  // Each page asks again: a layout is not made anew with every page.
  await requireAdmin();
  return (
    <>
      <PageHeader title="Administration" />
      <SectionTabs label="Administration" sections={sections} />
      {children}
    </>
  );
}
