import { Gift } from "lucide-react";
import type { Metadata } from "next";
import { referral } from "#src/contract/accounts/plans.ts";
import { toIso } from "#src/core/clock.ts";
import { readReferralReport } from "#src/product/referrals/referrals.ts";
import { QrCode } from "#src/web/components/account/qr-code.tsx";
import { Badge, Money } from "#src/web/components/ui/elements.tsx";
import { Card, EmptyState, PageHeader } from "#src/web/components/ui/page-parts.tsx";
import { CopyButton } from "#src/web/components/ui/copy-button.tsx";
import { Table, TBody, TD, TH, THead, TR } from "#src/web/components/ui/table.tsx";
import { Time } from "#src/web/components/ui/time.tsx";
import { contextOf, requireViewer } from "#src/web/viewer.ts";
import { siteOrigin } from "#src/web/page-request.ts";

export const metadata: Metadata = { title: "Referrals" };

export default async function Referrals() {
  const who = await requireViewer();
  const [report, base] = await Promise.all([readReferralReport(contextOf(who), who.userId), siteOrigin()]);
  const link = `${base}${report.path}`;
  return (
    <>
      <PageHeader
        title="Referrals"
        description={`When someone signs up with your link, ${referral.rewardPercent}% of their first plan payment is added to your balance.`}
      />
      <div className="grid grid-cols-1 gap-6">
        <Card
          title="Your link"
          description={
            <>
              Anyone who opens your link and signs up within {referral.cookieDays} days counts as your referral, unless
              they open another referral link later.
            </>
          }
          inner="flex flex-wrap items-center gap-6"
        >
          <QrCode text={link} label={`QR code of ${link}`} />
          <div className="grid min-w-0 flex-1 basis-48 justify-items-start gap-3">
            <code className="max-w-full rounded-sm border bg-sunken px-3 py-2 font-mono text-sm wrap-anywhere">
              {link}
            </code>
            <CopyButton text={link} label="Copy link" />
          </div>
        </Card>
        <dl className="grid gap-4 sm:grid-cols-3">
          {[
            ["Sign-ups", String(report.signUps)],
            ["Paying", String(report.rewarded)],
          ].map(([name, value]) => (
            <div key={name} className="rounded-lg border bg-surface px-5 py-4">
              <dt className="text-xs text-muted">{name}</dt>
              <dd className="tabular text-xl font-semibold">{value}</dd>
            </div>
          ))}
          <div className="rounded-lg border bg-surface px-5 py-4">
            <dt className="text-xs text-muted">Rewards</dt>
            <dd className="text-xl font-semibold">
              <Money minor={report.rewardMinor} />
            </dd>
          </div>
        </dl>
        <Card title="Your referrals" description="Names are not shown, to protect their privacy." flush>
          {report.referrals.length === 0 ? (
            <EmptyState icon={Gift} title="No referrals yet" className="pt-4">
              Share your link to earn rewards.
            </EmptyState>
          ) : (
            <Table aria-label="Sign-ups from your link">
              <THead>
                <TR>
                  <TH>Signed up</TH>
                  <TH>Status</TH>
                  <TH numeric>Reward</TH>
                </TR>
              </THead>
              <TBody>
                {report.referrals.map(({ signedUpAt, rewardedAt, rewardMinor }, index) => (
                  <TR key={`${signedUpAt} ${index}`}>
                    <TD>
                      <Time at={toIso(signedUpAt)} format="date" />
                    </TD>
                    <TD>{rewardedAt === null ? <Badge>Signed up</Badge> : <Badge tone="positive">Rewarded</Badge>}</TD>
                    <TD numeric>{rewardMinor === null ? "–" : <Money minor={rewardMinor} />}</TD>
                  </TR>
                ))}
              </TBody>
            </Table>
          )}
        </Card>
      </div>
    </>
  );
}
