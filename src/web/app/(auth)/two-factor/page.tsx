import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { AuthCard } from "#src/web/components/ui/page-parts.tsx";
import { TextLink } from "#src/web/components/ui/elements.tsx";
import { TwoFactorForm } from "#src/web/components/auth/sign-in-form.tsx";
import { postedForm, nextOf, type PageProps } from "#src/web/page-request.ts";
import { viewer } from "#src/web/viewer.ts";

export const metadata: Metadata = { title: "Two-factor authentication" };

/** After a password or a mailed link of somebody who has a second factor. The challenge itself is in a cookie. */
export default async function TwoFactor({ searchParams }: PageProps) {
  const [who, next] = await Promise.all([viewer(), nextOf(searchParams)]);
  if (who !== null) redirect(next);
  return (
    <AuthCard
      title="Two-factor authentication"
      description="Enter your code within ten minutes."
      footer={<TextLink href="/sign-in">Start over</TextLink>}
    >
      <TwoFactorForm
        next={next}
        posted={(await postedForm("/two-factor/verify-totp")) ?? (await postedForm("/two-factor/verify-backup-code"))}
      />
    </AuthCard>
  );
}
