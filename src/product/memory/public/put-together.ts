import type {
  CountedShare,
  MemoryAgreement,
  MemoryMeasurement,
  MemorySummary,
  MemoryVerdict,
  MeasuredModels,
} from "#src/contract/backtests/memory.ts";
import { shareInterval, type Outcome } from "#src/core/figures/interval.ts";
import { standingApart, worldAgreement } from "#src/core/figures/odd-one-out.ts";
import { rounded } from "#src/core/figures/statistics.ts";
import type { Run, Reports } from "#src/contract/run/run.ts";
import type { BacktestSettings } from "#src/contract/backtests/backtest.ts";
import { measurementsOf } from "../queries/memory-measurements.ts";
import type { SystemContext } from "#src/product/context.ts";

/** In points, at the end of the interval. */
const margin = 0.1;
/** False convictions, 5 % together; most go to the named world, which memory moves. */
const levels = { named: 0.04, masked: 0.005, shifted: 0.005 } as const;

/** `null` where none found an opinion. */
export function putTogether(period: string, measured: readonly MemoryMeasurement[]): MemorySummary | null {
  const opinions = measured.filter(
    ({ rating, ratings: { masked, shifted } }) => rating !== "REVIEW" && masked.length > 0 && shifted.length > 0,
  );
  if (opinions.length === 0) return null;
  const sessions = [...new Set(opinions.map(({ session }) => session))].toSorted();
  const place = ({ session }: MemoryMeasurement): number => sessions.indexOf(session);
  const worlds = worldsOf(opinions, place);
  const [apart] = worlds.toSorted((a, b) => a.p / a.level - b.p / b.level || b.by - a.by);
  if (apart === undefined) return null;
  return {
    period,
    sessions: sessions.length,
    instruments: new Set(opinions.map(({ symbol }) => symbol)).size,
    measurements: opinions.length,
    verdict: verdictOf(worlds, apart),
    agreement: meanAgreement(opinions.map(({ ratings }) => worldAgreement(ratings))),
    apart: { ...apart, by: rounded(apart.by) },
    followed_false_news: shareOfCounts(opinions, place, (one) => one.followed_false_news),
    recall: shareOfCounts(opinions, place, ({ quiz }) => quiz?.named.right ?? null),
  };
}

type World = MemorySummary["apart"];

function worldsOf(opinions: readonly MemoryMeasurement[], place: (one: MemoryMeasurement) => number): World[] {
  const [named, masked, shifted] = standingApart(
    opinions.map((one) => ({
      at: place(one),
      samples: [one.ratings.named, one.ratings.masked, one.ratings.shifted],
    })),
  );
  return [
    { world: "named", level: levels.named, ...named },
    { world: "masked", level: levels.masked, ...masked },
    { world: "shifted", level: levels.shifted, ...shifted },
  ];
}

/** No spread: ten or more equal outcomes. */
function verdictOf(worlds: readonly World[], { world, by, p, level }: World): MemoryVerdict {
  if (p <= level && by >= margin) return world === "shifted" ? "dates" : "name";
  const isNear = ({ interval, by: own }: World): boolean =>
    interval.status === "given" ? interval.high <= margin : interval.status === "no_spread" && own <= margin;
  return worlds.every(isNear) ? "evidence" : "cannot_tell";
}

function meanAgreement(all: readonly MemoryAgreement[]): MemoryAgreement {
  const mean = (key: keyof MemoryAgreement): number | null => {
    const known = all.flatMap((one) => one[key] ?? []);
    return known.length === 0 ? null : rounded(known.reduce((sum, value) => sum + value, 0) / known.length);
  };
  return {
    named: mean("named"),
    masked: mean("masked"),
    shifted: mean("shifted"),
    named_masked: mean("named_masked"),
    named_shifted: mean("named_shifted"),
    masked_shifted: mean("masked_shifted"),
  };
}

/** Of what is kept as counts alone. */
function shareOfCounts(
  measured: readonly MemoryMeasurement[],
  place: (one: MemoryMeasurement) => number,
  shareIn: (one: MemoryMeasurement) => CountedShare | null,
): CountedShare | null {
  const asked = measured.flatMap((one) => {
    const { count = 0, of = 0 } = shareIn(one) ?? {};
    return Array.from({ length: of }, (_, index) => outcome(place(one), index < count));
  });
  return asked.length === 0 ? null : shareOf(asked);
}

/** As a summary names the years that it is of. */
export function periodText({ from, to }: { readonly from: string; readonly to: string }): string {
  return from === to ? from : `${from} to ${to}`;
}

function outcome(at: number, isOne: boolean): Outcome {
  return { from: at, through: at, value: isOne ? 1 : 0 };
}

function shareOf(outcomes: readonly Outcome[]): CountedShare {
  const count = outcomes.filter(({ value }) => value === 1).length;
  return { count, of: outcomes.length, interval: shareInterval(outcomes) };
}

/** Nothing where nobody measured it. */
export async function readMemory(
  ctx: SystemContext,
  { run, reports }: { readonly run: Run; readonly reports: Reports },
): Promise<{ readonly memory?: MemorySummary }> {
  const { session, historical } = reports.data;
  const { llm_provider: provider, deep_think_llm: deep, quick_think_llm: quick } = run.manifest.config;
  if (session === null || !historical || provider === "rules") return {};
  const year = session.slice(0, 4);
  const [memory] = await readMemoryOfYears(ctx, { provider, deep, quick }, { from: year, to: year });
  return memory === undefined ? {} : { memory };
}

/** `null` where nothing was measured. */
export async function readMemoryOfBacktest(
  ctx: SystemContext,
  { reasoner, from, to }: Pick<BacktestSettings, "reasoner" | "from" | "to">,
): Promise<MemorySummary | null> {
  if (reasoner.provider === "rules") return null;
  const years = { from: from.slice(0, 4), to: to.slice(0, 4) };
  return putTogether(periodText(years), await measurementsOf(ctx.db.sql, reasoner, years));
}

/** The same of models and of each year that was measured, ascending. */
export async function readMemoryOfYears(
  { db }: SystemContext,
  models: MeasuredModels,
  years: { readonly from: string; readonly to: string },
): Promise<MemorySummary[]> {
  const measured = await measurementsOf(db.sql, models, years);
  return [...Map.groupBy(measured, ({ period }) => period)].flatMap(([period, of]) => putTogether(period, of) ?? []);
}
