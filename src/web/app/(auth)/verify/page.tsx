import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { AuthCard } from "#src/web/components/auth/auth-card.tsx";
import { MailForm } from "#src/web/components/auth/mail-form.tsx";
import { TextLink } from "#src/web/components/auth/text-link.tsx";
import { Alert } from "#src/web/components/ui/alert.tsx";
import { house } from "#src/web/context.ts";
import { postedForm } from "#src/web/posted-form.ts";
import { nextOf, paramOf, type SearchParams } from "#src/web/search-params.ts";
import { viewer } from "#src/web/session.ts";

export const metadata: Metadata = { title: "Confirm your address" };

/** Between sign-up and the mailed link; the link leads here too, signed in unless it was no good any more. */
export default async function Verify({ searchParams }: { searchParams: SearchParams }) {
  const [who, next, error] = await Promise.all([viewer(), nextOf(searchParams), paramOf(searchParams, "error")]);
  if (who !== null) redirect(next);
  const { offer } = house().auth;
  const posted = (await postedForm("/send-verification-email")) ?? (await postedForm("/sign-up/email"));
  return (
    <AuthCard
      title={error === null ? "Look into your mailbox" : "Confirm your address"}
      description={
        error === null
          ? "We have sent you a link. It confirms your address and signs you in; it works for a day."
          : undefined
      }
      footer={
        <>
          Confirmed already? <TextLink href={`/sign-in?next=${encodeURIComponent(next)}`}>Sign in</TextLink>
        </>
      }
    >
      {error === null ? null : (
        <Alert tone="negative" title="The link does not work any more">
          It has expired or was not copied whole. Have another one sent.
        </Alert>
      )}
      <MailForm kind="verify" next={next} posted={posted} devMailbox={offer.devMailbox} />
    </AuthCard>
  );
}
