import type { ReactNode } from "react";
import { SectionTabs } from "#src/web/components/ui/tabs.tsx";
import { PageHeader } from "#src/web/components/ui/page-parts.tsx";
import { isFresh } from "#src/product/accounts/public/fresh-sign-in.ts";
import { Alert, TextLink } from "#src/web/components/ui/elements.tsx";
import { webContext } from "#src/web/context.ts";
import { requireAdmin, type Viewer } from "#src/web/viewer.ts";

const sections = [
  { href: "/admin", label: "Overview" },
  { href: "/admin/accounts", label: "Accounts" },
  { href: "/admin/jobs", label: "Analyses" },
  { href: "/admin/models", label: "Models" },
  { href: "/admin/deposits", label: "Deposits" },
  { href: "/admin/reconciliation", label: "Reconciliation" },
];

export default async function AdminLayout({ children }: { children: ReactNode }) {
  // Each page asks again: a layout is not made anew with every page.
  const who = await requireAdmin();
  return (
    <>
      <PageHeader title="Administration" />
      <SectionTabs label="Administration" sections={sections} />
      <Notice {...who} />
      {children}
    </>
  );
}

/** What an administrator has to do before anything here can be changed. */
function Notice({ twoFactor, confirmedAt }: Pick<Viewer, "twoFactor" | "confirmedAt">) {
  if (!twoFactor)
    return (
      <Alert tone="warning" title="You have read-only access" className="mb-6">
        <TextLink href="/settings/security">Turn on two-factor authentication</TextLink> to make changes.
      </Alert>
    );
  if (isFresh(confirmedAt, webContext().clock.now())) return null;
  return (
    <Alert tone="info" title="Sign in again to make changes" className="mb-6">
      Changes require a sign-in within the last ten minutes. Sign out, then sign in again.
    </Alert>
  );
}
