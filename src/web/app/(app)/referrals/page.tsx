import { Gift } from "lucide-react";
import type { Metadata } from "next";
import { referral } from "#src/contract/plans.ts";
import { toIso } from "#src/platform/clock.ts";
import { referralReport } from "#src/services/referrals/referral-report.ts";
import { QrCode } from "#src/web/components/account/qr-code.tsx";
import { Badge } from "#src/web/components/ui/badge.tsx";
import { Card, CardContent, CardDescription, CardHeader, CardTitle } from "#src/web/components/ui/card.tsx";
import { CopyButton } from "#src/web/components/ui/copy-button.tsx";
import { EmptyState } from "#src/web/components/ui/empty-state.tsx";
import { Money } from "#src/web/components/ui/money.tsx";
import { PageHeader } from "#src/web/components/ui/page-header.tsx";
import { Table, TBody, TD, TH, THead, TR } from "#src/web/components/ui/table.tsx";
import { Time } from "#src/web/components/ui/time.tsx";
import { contextOf, requireViewer } from "#src/web/session.ts";
import { siteOrigin } from "#src/web/site-origin.ts";

export const metadata: Metadata = { title: "Referrals" };

export default async function Referrals() {
  const who = await requireViewer();
  const [report, base] = await Promise.all([referralReport(contextOf(who), who.userId), siteOrigin()]);
  const link = `${base}${report.path}`;
  return (
    <>
      <PageHeader
        title="Referrals"
        description={`You get ${referral.rewardPercent} % of what somebody who came by your link pays for the first period, on your balance.`}
      />
      <div className="grid grid-cols-1 gap-6">
        <Card>
          <CardHeader>
            <CardTitle>Your link</CardTitle>
            <CardDescription>
              Whoever opens it and signs up within {referral.cookieDays} days counts as yours, unless they open another
              link after it.
            </CardDescription>
          </CardHeader>
          <CardContent className="flex flex-wrap items-center gap-6">
            <QrCode text={link} label={`QR code of ${link}`} />
            <div className="grid min-w-0 flex-1 justify-items-start gap-3">
              <code className="max-w-full rounded-sm border bg-sunken px-3 py-2 font-mono text-sm wrap-anywhere">
                {link}
              </code>
              <CopyButton text={link} label="Copy link" />
            </div>
          </CardContent>
        </Card>
        <dl className="grid gap-4 sm:grid-cols-3">
          {[
            ["Sign-ups", String(report.signUps)],
            ["With a plan", String(report.rewarded)],
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
        <Card>
          <CardHeader>
            <CardTitle>Who came by it</CardTitle>
            <CardDescription>Without names: whom you have sent is their own affair.</CardDescription>
          </CardHeader>
          {report.referrals.length === 0 ? (
            <EmptyState icon={Gift} title="Nobody yet" className="pt-4">
              Send your link to somebody, or put it under what you write.
            </EmptyState>
          ) : (
            <Table aria-label="Sign-ups by your link">
              <THead>
                <TR>
                  <TH>Signed up</TH>
                  <TH>State</TH>
                  <TH numeric>Reward</TH>
                </TR>
              </THead>
              <TBody>
                {report.referrals.map(({ signedUpAt, rewardedAt, rewardMinor }, index) => (
                  <TR key={`${signedUpAt} ${index}`}>
                    <TD>
                      <Time at={toIso(signedUpAt)} format="date" />
                    </TD>
                    <TD>
                      {rewardedAt === null ? <Badge>no plan yet</Badge> : <Badge tone="positive">rewarded</Badge>}
                    </TD>
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
