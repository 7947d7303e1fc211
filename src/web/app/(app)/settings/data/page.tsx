import type { Metadata } from "next";
import { readProfile } from "#src/product/accounts/profile.ts";
import { deleteMyAccount, exportAccount } from "#src/web/actions/account.ts";
import { FormDialog } from "#src/web/components/ui/dialog.tsx";
import { TextField } from "#src/web/components/ui/fields.tsx";
import { DownloadButton } from "#src/web/components/ui/form.tsx";
import { PageHeader, Card } from "#src/web/components/ui/page-parts.tsx";
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
        description="Download everything we store about you as one JSON file: profile, sessions, API keys and model keys (without secrets), analyses with results, conversations, portfolios, watchlists and alerts, plans, statement, deposits and referrals."
      >
        <div className="grid justify-items-start gap-3">
          <DownloadButton action={exportAccount} name="conclave-account.json">
            Download my data
          </DownloadButton>
        </div>
      </Card>
      <Card
        title="Delete your account"
        description="Your name, email address, picture, sessions, passkeys, portfolios, alerts and conversations are erased immediately, and your API keys stop working. Finished analyses, published signals and ledger entries are kept under an anonymous ID so that the records still add up. This cannot be undone."
      >
        <FormDialog
          label="Delete account"
          size="md"
          title="Delete your account permanently?"
          description="Running analyses are cancelled, API keys stop working, and the rest of your plan and your balance are lost."
          confirm="Delete account"
          leave="Keep account"
          action={deleteMyAccount}
          beside={["confirmation", "password"]}
          failed="Your account was not deleted"
          leavesTo="/sign-in?notice=deleted"
        >
          <TextField
            label={
              <>
                Type <span className="font-mono font-normal">{email}</span> to confirm
              </>
            }
            name="confirmation"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
          />
          {methods.password ? (
            <TextField label="Password" name="password" type="password" autoComplete="current-password" />
          ) : (
            <p className="text-xs text-muted">You may be asked to confirm your identity.</p>
          )}
        </FormDialog>
      </Card>
    </>
  );
}
