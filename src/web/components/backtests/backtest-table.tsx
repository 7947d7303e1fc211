import Link from "next/link";
import type { Backtest } from "#src/contract/backtests.ts";
import { percent } from "#src/report/backtest-figures.ts";
import { StatusBadge } from "#src/web/components/analysis/status-badge.tsx";
import { Badge } from "#src/web/components/ui/badge.tsx";
import { Table, TBody, TD, TH, THead, TR } from "#src/web/components/ui/table.tsx";
import { Time } from "#src/web/components/ui/time.tsx";
import { symbolsText } from "./backtest-text.ts";

export function BacktestTable({ backtests }: { backtests: readonly Backtest[] }) {
  return (
    <Table aria-label="Backtests">
      <THead>
        <TR>
          <TH>Symbols</TH>
          <TH>Period</TH>
          <TH>Status</TH>
          <TH numeric>Decisions</TH>
          <TH numeric>Return</TH>
          <TH numeric>Buy and hold</TH>
          <TH>Added</TH>
        </TR>
      </THead>
      <TBody>
        {backtests.map((backtest) => (
          <Row key={backtest.id} backtest={backtest} />
        ))}
      </TBody>
    </Table>
  );
}

function Row({ backtest }: { backtest: Backtest }) {
  const { id, asked, state, source, stopped, done, total, summary, created_at: at } = backtest;
  const open = state === "queued" || state === "running" || state === "paused";
  return (
    <TR>
      <TD className="font-medium">
        <Link href={`/backtests/${id}`} className="underline-offset-4 hover:underline">
          {symbolsText(asked.symbols)}
        </Link>
      </TD>
      <TD className="whitespace-nowrap tabular-nums">
        {asked.from} to {asked.to}
      </TD>
      <TD>
        <span className="flex flex-wrap gap-1.5">
          <StatusBadge status={state} />
          {stopped === null ? null : <Badge tone="warning">Stopped early</Badge>}
          {source === "elsewhere" ? <Badge tone="warning">Imported</Badge> : null}
        </span>
      </TD>
      <TD numeric className="whitespace-nowrap">
        {open ? `${done} of ${total ?? "–"}` : (summary?.decisions ?? done)}
      </TD>
      <TD numeric className="whitespace-nowrap">
        {percent(summary?.cumulative_return ?? null)}
      </TD>
      <TD numeric className="whitespace-nowrap">
        {percent(summary?.buy_and_hold_return ?? null)}
      </TD>
      <TD className="whitespace-nowrap text-muted">
        <Time at={at} format="date" />
      </TD>
    </TR>
  );
}
