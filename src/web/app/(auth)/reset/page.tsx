import type { Metadata } from "next";
import { AuthCard } from "#src/web/components/auth/auth-card.tsx";
import { ResetForm } from "#src/web/components/auth/reset-form.tsx";
import { TextLink } from "#src/web/components/auth/text-link.tsx";
import { Alert } from "#src/web/components/ui/alert.tsx";
import { paramOf, type SearchParams } from "#src/web/search-params.ts";

// The token stands in the address: no other site is told of it.
export const metadata: Metadata = { title: "Choose a new password", referrer: "no-referrer" };

/** Where the mailed link leads: with a token, or with an error. */
export default async function Reset({ searchParams }: { searchParams: SearchParams }) {
  const token = await paramOf(searchParams, "token");
  return (
    <AuthCard
      title="Choose a new password"
      description={token === null ? undefined : "All your sessions end when you have set it."}
      footer={<TextLink href="/sign-in">Back to sign-in</TextLink>}
    >
      {token === null ? (
        <Alert tone="negative" title="The link does not work any more">
          It was used before, has expired, or was not copied whole.{" "}
          <TextLink href="/forgot">Have another one sent</TextLink>
        </Alert>
      ) : (
        <ResetForm token={token} />
      )}
    </AuthCard>
  );
}
