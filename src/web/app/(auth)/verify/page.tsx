import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { AuthCard } from "#src/web/components/ui/page-parts.tsx";
import { MailForm } from "#src/web/components/auth/mail-form.tsx";
import { Alert, TextLink } from "#src/web/components/ui/elements.tsx";
import { webContext } from "#src/web/context.ts";
import { postedForm, nextOf, paramOf, type PageProps } from "#src/web/page-request.ts";
import { viewer } from "#src/web/viewer.ts";

export const metadata: Metadata = { title: "Confirm your email address" };

/** Between sign-up and the mailed link; the link leads here too, signed in unless it was no good any more. */
export default async function Verify({ searchParams }: PageProps) {
  const [who, next, error] = await Promise.all([viewer(), nextOf(searchParams), paramOf(searchParams, "error")]);
  if (who !== null) redirect(next);
  const { offer } = webContext().auth;
  const posted = (await postedForm("/send-verification-email")) ?? (await postedForm("/sign-up/email"));
  return (
    <AuthCard
      title={error === null ? "Check your email" : "Confirm your email address"}
      description={
        error === null
          ? "We sent you a link that confirms your email address and signs you in. It works for 24 hours."
          : undefined
      }
      footer={
        <>
          Already confirmed? <TextLink href={`/sign-in?next=${encodeURIComponent(next)}`}>Sign in</TextLink>
        </>
      }
    >
      {error === null ? null : (
        <Alert tone="negative" title="This link no longer works">
          It has expired or was copied incompletely. Request a new one.
        </Alert>
      )}
      <MailForm kind="verify" next={next} posted={posted} devMailbox={offer.devMailbox} />
    </AuthCard>
  );
}
