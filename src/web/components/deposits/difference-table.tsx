import type { DepositDifference } from "#src/contract/deposits.ts";
import { toIso } from "#src/platform/clock.ts";
import { Table, TBody, TD, TH, THead, TR } from "#src/web/components/ui/table.tsx";
import { Time } from "#src/web/components/ui/time.tsx";
import { differenceNames } from "./deposit-labels.ts";

export function DifferenceTable({ label, differences }: { label: string; differences: readonly DepositDifference[] }) {
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
