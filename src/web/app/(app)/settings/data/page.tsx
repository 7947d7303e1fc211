import type { Metadata } from "next";
import { readProfile } from "#src/services/accounts/read-profile.ts";
import { DeleteAccountForm } from "#src/web/components/account/delete-account-form.tsx";
import { ExportButton } from "#src/web/components/account/export-button.tsx";
import { Card, CardContent, CardDescription, CardHeader, CardTitle } from "#src/web/components/ui/card.tsx";
import { contextOf, requireViewer } from "#src/web/session.ts";

export const metadata: Metadata = { title: "Your data" };

export default async function DataSettings() {
  const who = await requireViewer();
  const { email, methods } = await readProfile(contextOf(who), who.userId);
  return (
    <>
      <Card>
        <CardHeader>
          <CardTitle>Download your data</CardTitle>
          <CardDescription>
            Everything that is kept of you as one JSON file: profile, sessions, keys without their secrets, analyses
            with results, conversations, watchlists and alerts, plans, statement, deposits and referrals.
          </CardDescription>
        </CardHeader>
        <CardContent>
          <ExportButton />
        </CardContent>
      </Card>
      <Card>
        <CardHeader>
          <CardTitle>Delete your account</CardTitle>
          <CardDescription>
            Your name, address, picture, sessions, passkeys, alerts and conversations are erased at once, and your keys
            end. Finished analyses, published signals and the entries of the ledger stay under a bare number, since
            books must still add up. This cannot be undone.
          </CardDescription>
        </CardHeader>
        <CardContent>
          <DeleteAccountForm email={email} hasPassword={methods.password} />
        </CardContent>
      </Card>
    </>
  );
}
