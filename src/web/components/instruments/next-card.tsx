import type { ReactNode } from "react";
import { plans } from "#src/contract/plans.ts";
import type { ListInstrument } from "#src/contract/signals.ts";
import { toIso } from "#src/core/clock.ts";
import { isolated } from "#src/core/isolated.ts";
import { expectReports } from "#src/product/instruments/expect-reports.ts";
import { nextRuns } from "#src/product/signals/public/next-runs.ts";
import { listWatchlists } from "#src/product/signals/list-watchlists.ts";
import { Card, CardContent } from "#src/web/components/ui/card.tsx";
import { Time } from "#src/web/components/ui/time.tsx";
import { webContext } from "#src/web/context.ts";
import { contextOf, type Viewer } from "#src/web/viewer.ts";
import { ExpectedDay, reportName } from "./expected-day.tsx";

/** What comes next for an instrument: its market's close, runs of the viewer's lists, and the report expected of it. */
export async function NextCard({ instrument, who }: { instrument: ListInstrument; who: Viewer }) {
  const { symbol, asset_type: type } = instrument;
  const ctx = contextOf(who);
  const [environment, lists, reports] = await Promise.all([
    webContext().analysisEnvironment(),
    listWatchlists(ctx),
    type === "stock" ? expectReports(ctx, [symbol]) : null,
  ]);
  const now = webContext().clock.now();
  const holding = lists.filter(({ instruments }) => instruments.some((one) => one.symbol === symbol));
  const events = [
    ...environment
      .closes(symbol, type, now, 1)
      .map((at) => ({ at, name: type === "crypto" ? "Day ends (24:00 UTC)" : "Market close" })),
    ...holding.flatMap(({ name, schedule }) =>
      nextRuns(environment, { schedule, instruments: [instrument] }, now, 1).map(({ at }) => ({
        at,
        name: `Run of ${isolated(name)}`,
      })),
    ),
  ].toSorted((a, b) => a.at - b.at);
  const report = reports?.get(symbol);
  return (
    <Card title="Next" flush>
      <ul className="border-t">
        {events.map(({ at, name }) => (
          <Row key={name} name={name}>
            <Time at={toIso(at)} className="text-muted" />
          </Row>
        ))}
        {report === undefined ? null : (
          <Row name={reportName(report)} note="Estimated from the last four filings">
            <ExpectedDay report={report} className="text-muted" />
          </Row>
        )}
      </ul>
      {holding.length > 0 ? null : (
        <CardContent className="border-t pt-4">
          <p className="text-sm text-muted">
            {symbol} is not on any of your watchlists.
            {who.plan === "free" ? ` ${plans.signals.name} adds the house list's live signals.` : ""}
          </p>
        </CardContent>
      )}
    </Card>
  );
}

function Row({ name, note, children }: { name: string; note?: string; children: ReactNode }) {
  return (
    <li className="border-b px-5 py-2.5 text-sm last:border-b-0">
      <span className="flex flex-wrap justify-between gap-x-4">
        {name} {children}
      </span>
      {note === undefined ? null : <span className="block text-xs text-muted">{note}</span>}
    </li>
  );
}
