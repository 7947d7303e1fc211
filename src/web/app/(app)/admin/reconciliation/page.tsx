import { Scale } from "lucide-react";
import type { Metadata } from "next";
import type { DepositDifference } from "#src/contract/accounts/deposits.ts";
import { toIso } from "#src/core/clock.ts";
import { listDifferences } from "#src/product/deposits/reconciliation.ts";
import { differenceNames } from "#src/web/components/deposits/deposit-labels.ts";
import { ReconcileButton } from "#src/web/components/deposits/review-forms.tsx";
import { Card, EmptyState } from "#src/web/components/ui/page-parts.tsx";
import { Table, TBody, TD, TH, THead, TR } from "#src/web/components/ui/table.tsx";
import { Time } from "#src/web/components/ui/time.tsx";
import { adminContextOf, requireAdmin } from "#src/web/viewer.ts";

export const metadata: Metadata = { title: "Reconciliation" };

export default async function Reconciliation() {
  const who = await requireAdmin();
  const { open, resolved, lastRun } = await listDifferences(adminContextOf(who));
  return (
    <div className="grid grid-cols-1 gap-6">
      <Card
        title="Differences"
        description={
          lastRun === null ? (
            "Deposits have not been compared with the processors' reports yet."
          ) : (
            <>
              Compared <Time at={toIso(lastRun.at)} />: {lastRun.checked} checked, {lastRun.repaired} repaired.
            </>
          )
        }
        aside={<ReconcileButton />}
        flush
      >
        {open.length === 0 ? (
          <EmptyState icon={Scale} title={lastRun === null ? "Not compared yet" : "No differences"}>
            Reconciliation finds lost callbacks, stuck deposits and mismatched amounts.
          </EmptyState>
        ) : (
          <DifferenceTable label="Open differences" differences={open} />
        )}
      </Card>
      {resolved.length === 0 ? null : (
        <Card title="Resolved in the last 30 days" flush>
          <DifferenceTable label="Resolved differences" differences={resolved} />
        </Card>
      )}
    </div>
  );
}

function DifferenceTable({ label, differences }: { label: string; differences: readonly DepositDifference[] }) {
  const resolved = differences.some(({ resolvedAt }) => resolvedAt !== null);
  return (
    <Table aria-label={label}>
      <THead>
        <TR>
          <TH>Difference</TH>
          <TH>Deposit</TH>
          <TH>First seen</TH>
          <TH>{resolved ? "Resolved" : "Last seen"}</TH>
        </TR>
      </THead>
      <TBody>
        {differences.map(({ id, kind, detail, depositId, owner, firstSeenAt, lastSeenAt, resolvedAt }) => (
          <TR key={id}>
            <TD className="min-w-56">
              <span className="font-medium">{differenceNames[kind]}</span>
              <span className="block text-xs text-muted">{detail}</span>
            </TD>
            <TD className="font-mono text-xs">
              {depositId}
              <span className="block text-muted">{owner}</span>
            </TD>
            <TD className="whitespace-nowrap">
              <Time at={toIso(firstSeenAt)} />
            </TD>
            <TD className="whitespace-nowrap">
              <Time at={toIso(resolvedAt ?? lastSeenAt)} />
            </TD>
          </TR>
        ))}
      </TBody>
    </Table>
  );
}
