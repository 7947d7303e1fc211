import type { ReactNode } from "react";
import { type InstrumentRecord, type SessionPrices, kindText } from "#src/contract/signals/instruments.ts";
import { coverageText } from "#src/contract/run/evidence.ts";
import { plans } from "#src/contract/accounts/plans.ts";
import type { ListInstrument } from "#src/contract/signals/signals.ts";
import { toIso } from "#src/core/clock.ts";
import { isolated } from "#src/core/text/untrusted.ts";
import { expectReports } from "#src/product/instruments/reading.ts";
import { nextRuns } from "#src/product/signals/public/readable-lists.ts";
import { listWatchlists } from "#src/product/signals/watchlists.ts";
import { Card, CardContent } from "#src/web/components/ui/page-parts.tsx";
import { Time } from "#src/web/components/ui/time.tsx";
import { webContext } from "#src/web/context.ts";
import { type Viewer, contextOf } from "#src/web/viewer.ts";
import { countText, counted, priceDigits } from "#src/core/text/number-text.ts";
import { ExpectedDay, reportName, tellingOf } from "#src/web/components/dashboard/cards.tsx";
import { returnText, sessionsText, shareText } from "#src/web/components/signals/signal-text.ts";
import { RatingScale } from "#src/web/components/ui/rating-scale.tsx";

/** What a run on it would find, before anybody pays for one. */
export async function CoverageCard({ instrument: { symbol, asset_type: assetType } }: { instrument: ListInstrument }) {
  const { evidenceOf } = await webContext().analysisEnvironment();
  const { kind, coverage } = await evidenceOf({ symbol, assetType }, new AbortController().signal);
  return (
    <Card title="Evidence" description="What an analysis finds here, and from whom." flush>
      <ul className="border-t">
        <Row name="Kind">
          <span className="text-muted">{kindText(kind)}</span>
        </Row>
        {coverage.map(coverageText).map(({ label, text }) => (
          <Row key={label} name={label}>
            <span className="text-muted">{text}</span>
          </Row>
        ))}
      </ul>
    </Card>
  );
}

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

interface Fact {
  readonly name: string;
  readonly value: string;
  readonly note?: string;
}

/** The rating in force, since when, and how the price moved since. */
export function NowCard({ record: { tracks, hits, closes, currency } }: { record: InstrumentRecord }) {
  const [track] = tracks;
  const newest = track?.ratings.at(-1);
  if (track === undefined || newest === undefined) return null;
  const since = track.ratings.findLast(({ rating }, index, all) => all[index - 1]?.rating !== rating);
  const summary = tellingOf(hits);
  const last = closes.at(-1);
  const moved = movedSince(closes, since?.session ?? newest.session);
  const agreement = newest.agreement;
  const facts: readonly (Fact | null)[] = [
    { name: "Rating since", value: since?.session ?? newest.session },
    { name: "Rated by", value: track.name },
    last === undefined
      ? null
      : { name: "Last close", value: `${priceDigits(last.close)} ${currency ?? ""}`, note: `on ${last.session}` },
    moved === null
      ? null
      : { name: "Move since the rating", value: moved.share, note: `in ${sessionsText(moved.sessions)}` },
    newest.confidence === null ? null : { name: "Confidence", value: shareText(newest.confidence) },
    agreement === null
      ? null
      : { name: "Agreement", value: `${agreement.agreeing} of ${counted(agreement.runs, "run")}` },
    summary === null
      ? { name: "Right so far", value: "No outcomes yet" }
      : {
          name: "Right so far",
          value: `${shareText(summary.hits / summary.settled)} of ${countText(summary.settled)}`,
          note: `after ${sessionsText(summary.horizon)}`,
        },
  ];
  return (
    <Card inner="grid gap-6">
      <RatingScale rating={newest.rating} />
      <dl className="grid grid-cols-2 gap-x-6 gap-y-4 sm:grid-cols-3">
        {facts
          .filter((fact) => fact !== null)
          .map(({ name, value, note }) => (
            <div key={name} className="grid content-start gap-0.5">
              <dt className="text-xs text-muted">{name}</dt>
              <dd className="text-sm tabular-nums">
                {value}
                {note === undefined ? null : <span className="block text-xs text-muted">{note}</span>}
              </dd>
            </div>
          ))}
      </dl>
    </Card>
  );
}

/** From the close on which the rating stands to the last one; `null` where that or a later one is not known. */
function movedSince(closes: readonly SessionPrices[], session: string): { share: string; sessions: number } | null {
  const first = closes.findIndex((one) => one.session === session);
  const [from, last] = [closes[first], closes.at(-1)];
  if (from === undefined || last === undefined || last === from) return null;
  return { share: returnText(last.close / from.close - 1), sessions: closes.length - 1 - first };
}
