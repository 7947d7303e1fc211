import type { Metadata } from "next";
import { readProfile } from "#src/product/accounts/read-profile.ts";
import { DeleteAccountForm } from "#src/web/components/account/delete-account-form.tsx";
import { ExportButton } from "#src/web/components/account/export-button.tsx";
import { PageHeader } from "#src/web/components/ui/page-header.tsx";
import { Card } from "#src/web/components/ui/card.tsx";
import { contextOf, requireViewer } from "#src/web/viewer.ts";

export const metadata: Metadata = { title: "Your data" };

export default async function DataSettings() {
  const who = await requireViewer();
  const { email, methods } = await readProfile(contextOf(who));
  return (
    <>
      <PageHeader title="Your data" />
      <Card
        title="Download your data"
        description="Download everything we store about you as one JSON file: profile, sessions, API keys and model keys (without secrets), analyses with results, conversations, watchlists and alerts, plans, statement, deposits and referrals."
      >
        <ExportButton />
      </Card>
      <Card
        title="Delete your account"
        description="Your name, email address, picture, sessions, passkeys, alerts and conversations are erased immediately, and your API keys stop working. Finished analyses, published signals and ledger entries are kept under an anonymous ID so that the records still add up. This cannot be undone."
      >
        <DeleteAccountForm email={email} hasPassword={methods.password} />
      </Card>
    </>
  );
}
