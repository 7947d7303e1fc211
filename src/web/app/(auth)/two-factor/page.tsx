import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { AuthCard } from "#src/web/components/auth/auth-card.tsx";
import { TextLink } from "#src/web/components/auth/text-link.tsx";
import { TwoFactorForm } from "#src/web/components/auth/two-factor-form.tsx";
import { postedForm } from "#src/web/posted-form.ts";
import { nextOf, type SearchParams } from "#src/web/search-params.ts";
import { viewer } from "#src/web/session.ts";

export const metadata: Metadata = { title: "Second factor" };

/** After a password or a mailed link of somebody who has a second factor. The challenge itself is in a cookie. */
export default async function TwoFactor({ searchParams }: { searchParams: SearchParams }) {
  const [who, next] = await Promise.all([viewer(), nextOf(searchParams)]);
  if (who !== null) redirect(next);
  return (
    <AuthCard
      title="Second factor"
      description="One more step, within ten minutes."
      footer={<TextLink href="/sign-in">Start the sign-in again</TextLink>}
    >
      <TwoFactorForm
        next={next}
        posted={(await postedForm("/two-factor/verify-totp")) ?? (await postedForm("/two-factor/verify-backup-code"))}
      />
    </AuthCard>
  );
}
