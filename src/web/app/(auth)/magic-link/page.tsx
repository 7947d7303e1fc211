import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { AuthCard } from "#src/web/components/ui/page-parts.tsx";
import { MailForm } from "#src/web/components/auth/mail-form.tsx";
import { Alert, TextLink } from "#src/web/components/ui/elements.tsx";
import { webContext } from "#src/web/context.ts";
import { postedForm, nextOf, type PageProps } from "#src/web/page-request.ts";
import { viewer } from "#src/web/viewer.ts";

export const metadata: Metadata = { title: "Sign in by email" };

export default async function MagicLink({ searchParams }: PageProps) {
  const [who, next] = await Promise.all([viewer(), nextOf(searchParams)]);
  if (who !== null) redirect(next);
  const { offer } = webContext().auth;
  const posted = await postedForm("/sign-in/magic-link");
  return (
    <AuthCard
      title="Sign in by email"
      description="We will email you a sign-in link. It works once and expires after 15 minutes. Open it in this browser."
      footer={<TextLink href={`/sign-in?next=${encodeURIComponent(next)}`}>Back to sign-in</TextLink>}
    >
      {offer.mail ? (
        <MailForm kind="magic-link" next={next} posted={posted} devMailbox={offer.devMailbox} />
      ) : (
        <Alert tone="warning" title="This server cannot send email">
          Sign in another way.
        </Alert>
      )}
    </AuthCard>
  );
}
