import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { plans } from "#src/contract/plans.ts";
import { AuthCard } from "#src/web/components/auth/auth-card.tsx";
import { OtherWays } from "#src/web/components/auth/other-ways.tsx";
import { SignUpForm } from "#src/web/components/auth/sign-up-form.tsx";
import { TextLink } from "#src/web/components/auth/text-link.tsx";
import { Alert } from "#src/web/components/ui/alert.tsx";
import { house } from "#src/web/context.ts";
import { postedForm } from "#src/web/posted-form.ts";
import { nextOf, type SearchParams } from "#src/web/search-params.ts";
import { viewer } from "#src/web/session.ts";

export const metadata: Metadata = {
  title: "Create an account",
  description: `${plans.free.analysesPerMonth} analyses a month for nothing; no card.`,
};

export default async function SignUp({ searchParams }: { searchParams: SearchParams }) {
  const [who, next] = await Promise.all([viewer(), nextOf(searchParams)]);
  if (who !== null) redirect(next);
  const { offer } = house().auth;
  return (
    <AuthCard
      title="Create an account"
      description={`${plans.free.analysesPerMonth} analyses a month for nothing. No card.`}
      footer={
        <>
          You have one? <TextLink href={`/sign-in?next=${encodeURIComponent(next)}`}>Sign in</TextLink>
        </>
      }
    >
      {offer.mail ? (
        <SignUpForm next={next} posted={await postedForm("/sign-up/email")} />
      ) : (
        <Alert tone="warning" title="Nobody can sign up by mail here">
          This server cannot send mail, and an address must be confirmed by one. Whoever runs it sets SMTP_URL.
        </Alert>
      )}
      <OtherWays offer={offer} next={next} signUp />
    </AuthCard>
  );
}
