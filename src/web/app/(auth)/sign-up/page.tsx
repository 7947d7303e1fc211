import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { plans } from "#src/contract/accounts/plans.ts";
import { AuthCard } from "#src/web/components/ui/page-parts.tsx";
import { OtherWays } from "#src/web/components/auth/sign-in-form.tsx";
import { SignUpForm } from "#src/web/components/auth/sign-up-form.tsx";
import { Alert, TextLink } from "#src/web/components/ui/elements.tsx";
import { webContext } from "#src/web/context.ts";
import { postedForm, nextOf, type PageProps } from "#src/web/page-request.ts";
import { viewer } from "#src/web/viewer.ts";

export const metadata: Metadata = {
  title: "Create an account",
  description: `${plans.free.analysesPerMonth} free analyses a month. No card required.`,
};

export default async function SignUp({ searchParams }: PageProps) {
  const [who, next] = await Promise.all([viewer(), nextOf(searchParams)]);
  if (who !== null) redirect(next);
  const { offer } = webContext().auth;
  return (
    <AuthCard
      title="Create an account"
      description={`${plans.free.analysesPerMonth} free analyses a month. No card required.`}
      footer={
        <>
          Already have an account? <TextLink href={`/sign-in?next=${encodeURIComponent(next)}`}>Sign in</TextLink>
        </>
      }
    >
      {offer.mail ? (
        <SignUpForm next={next} posted={await postedForm("/sign-up/email")} />
      ) : (
        <Alert tone="warning" title="Email sign-up is not available">
          This server cannot send email, so it cannot confirm your address. An administrator must set SMTP_URL.
        </Alert>
      )}
      <OtherWays offer={offer} next={next} signUp />
    </AuthCard>
  );
}
