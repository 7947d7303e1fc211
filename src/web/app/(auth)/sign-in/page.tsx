import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { AuthCard } from "#src/web/components/auth/auth-card.tsx";
import { OtherWays } from "#src/web/components/auth/other-ways.tsx";
import { SignInForm } from "#src/web/components/auth/sign-in-form.tsx";
import { TextLink } from "#src/web/components/auth/text-link.tsx";
import { Alert } from "#src/web/components/ui/alert.tsx";
import { house } from "#src/web/context.ts";
import { postedForm } from "#src/web/posted-form.ts";
import { nextOf, paramOf, type SearchParams } from "#src/web/search-params.ts";
import { viewer } from "#src/web/session.ts";

export const metadata: Metadata = { title: "Sign in" };

const notices: Readonly<Record<string, { readonly title: string; readonly text: string }>> = {
  reset: { title: "You have a new password", text: "Your sessions have ended. Sign in with it." },
  deleted: { title: "Your account is deleted", text: "Nobody can sign in to it any more." },
};

/** What Better Auth says of a link or a provider that did not sign anybody in. */
const faults: Readonly<Record<string, string>> = {
  INVALID_TOKEN: "The link was used before or is wrong. Ask for a new one.",
  EXPIRED_TOKEN: "The link has expired. Ask for a new one.",
  access_denied: "The provider was told not to sign you in.",
  account_not_linked:
    "There is an account with this address that signs in otherwise. Sign in there, and link the provider in the settings.",
};

export default async function SignIn({ searchParams }: { searchParams: SearchParams }) {
  const [who, next, error, notice] = await Promise.all([
    viewer(),
    nextOf(searchParams),
    paramOf(searchParams, "error"),
    paramOf(searchParams, "notice"),
  ]);
  if (who !== null) redirect(next);
  const said = notices[notice ?? ""];
  const { offer } = house().auth;
  return (
    <AuthCard
      title="Sign in"
      footer={
        <>
          New here? <TextLink href={`/sign-up?next=${encodeURIComponent(next)}`}>Create an account</TextLink>
        </>
      }
    >
      {error === null ? null : (
        <Alert tone="negative" title="You are not signed in">
          {faults[error] ?? "That way in did not work. Try it again, or take another."}
        </Alert>
      )}
      {said === undefined ? null : (
        <Alert tone="positive" title={said.title}>
          {said.text}
        </Alert>
      )}
      <SignInForm next={next} posted={await postedForm("/sign-in/email")} />
      <OtherWays offer={offer} next={next} />
    </AuthCard>
  );
}
