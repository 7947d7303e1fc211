import type { Metadata } from "next";
import { AuthCard } from "#src/web/components/ui/page-parts.tsx";
import { MailForm } from "#src/web/components/auth/mail-form.tsx";
import { Alert, TextLink } from "#src/web/components/ui/elements.tsx";
import { webContext } from "#src/web/context.ts";
import { postedForm } from "#src/web/page-request.ts";

export const metadata: Metadata = { title: "Reset your password" };

/** Open to those who are signed in as well: somebody without a password sets the first one by mail. */
export default async function Forgot() {
  const { offer } = webContext().auth;
  const posted = await postedForm("/request-password-reset");
  return (
    <AuthCard
      title="Reset your password"
      description="We will email you a link to choose a new password. It works once and expires after an hour."
      footer={<TextLink href="/sign-in">Back to sign-in</TextLink>}
    >
      {offer.mail ? (
        <MailForm kind="reset" next="/reset" posted={posted} devMailbox={offer.devMailbox} />
      ) : (
        <Alert tone="warning" title="This server cannot send email">
          Contact your administrator, or sign in another way.
        </Alert>
      )}
    </AuthCard>
  );
}
