import type { Metadata } from "next";
import { headers } from "next/headers";
import { resetTokenIn } from "#src/product/accounts/public/signed-requests.ts";
import { AuthCard } from "#src/web/components/ui/page-parts.tsx";
import { ResetForm } from "#src/web/components/account/new-password.tsx";
import { Alert, TextLink } from "#src/web/components/ui/elements.tsx";
import { postedForm, paramOf, type PageProps } from "#src/web/page-request.ts";

export const metadata: Metadata = { title: "Choose a new password" };

/** Where the mailed link leads: the front door has put its token into a cookie; or with an error. */
export default async function Reset({ searchParams }: PageProps) {
  const wrong = await paramOf(searchParams, "error");
  const token = wrong === null ? resetTokenIn((await headers()).get("cookie")) : null;
  return (
    <AuthCard
      title="Choose a new password"
      description={token === null ? undefined : "You will be signed out everywhere."}
      footer={<TextLink href="/sign-in">Back to sign-in</TextLink>}
    >
      {token === null ? (
        <Alert tone="negative" title="This link no longer works">
          It has been used, has expired, or was copied incompletely.{" "}
          <TextLink href="/forgot">Request a new link</TextLink>
        </Alert>
      ) : (
        <ResetForm token={token} posted={await postedForm("/reset-password")} />
      )}
    </AuthCard>
  );
}
