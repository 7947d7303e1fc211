import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { AuthCard } from "#src/web/components/ui/page-parts.tsx";
import { OtherWays, SignInForm } from "#src/web/components/auth/sign-in-form.tsx";
import { Alert, TextLink } from "#src/web/components/ui/elements.tsx";
import { webContext } from "#src/web/context.ts";
import { postedForm, nextOf, paramOf, type PageProps } from "#src/web/page-request.ts";
import { viewer } from "#src/web/viewer.ts";

export const metadata: Metadata = { title: "Sign in" };

const notices: Readonly<Record<string, { readonly title: string; readonly text: string }>> = {
  reset: { title: "Password changed", text: "You have been signed out everywhere. Sign in with your new password." },
  deleted: { title: "Your account has been deleted", text: "It can no longer be used to sign in." },
};

/** What Better Auth says of a link or a provider that did not sign anybody in. */
const faults: Readonly<Record<string, string>> = {
  INVALID_TOKEN: "This link is invalid or has already been used. Request a new one.",
  EXPIRED_TOKEN: "This link has expired. Request a new one.",
  access_denied: "Sign-in with the provider was cancelled.",
  account_not_linked:
    "An account with this email address already exists. Sign in the usual way, then link the provider under Account, Security.",
};

export default async function SignIn({ searchParams }: PageProps) {
  const [who, next, error, notice] = await Promise.all([
    viewer(),
    nextOf(searchParams),
    paramOf(searchParams, "error"),
    paramOf(searchParams, "notice"),
  ]);
  if (who !== null) redirect(next);
  const said = notices[notice ?? ""];
  const { offer } = webContext().auth;
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
          {faults[error] ?? "Sign-in failed. Try again, or use another method."}
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
