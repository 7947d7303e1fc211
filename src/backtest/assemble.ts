import {
  type BacktestDecision,
  type BacktestResult,
  type BacktestSettings,
  type BacktestTrade,
  StrategyName,
  type StrategyResult,
} from "#src/contract/backtests/backtest.ts";
import { percentText } from "#src/core/text/number-text.ts";
import type { Rating } from "#src/contract/jobs/analysis.ts";
import { InvalidInput } from "#src/core/errors.ts";
import type { LocalDate } from "#src/core/clock.ts";
import { rounded } from "#src/core/figures/statistics.ts";
import { baselines } from "./baselines.ts";
import { debateExcess, intervalsOf, timingTest } from "./significance.ts";
import { hitRates, type Track, combineTracks, dailyReturns, metricsOf, sliceTrack } from "./metrics.ts";
import { hasLevels, levelOrders, levelResults } from "./levels.ts";
import { type Cutoff, cutoffOf } from "#src/contract/backtests/knowledge-cutoff.ts";
import { cannotMask, masked } from "./mask.ts";
import { type Subject, costsOf, ordersOf, ratingsOf, targetsOf } from "./orders.ts";
import { agreementAmong, backtestUsage } from "./decide.ts";
import { type Simulation, simulate } from "./simulate.ts";

/** In sentences, for result and report. */
function assumptionsOf(settings: BacktestSettings): string[] {
  const { every, commission_bps: commission, slippage_bps: slippage } = settings;
  return [
    `A decision is made at the close of its session and filled at the open of the next session that has a price; there is one every ${every === 1 ? "session" : `${every} sessions`}.`,
    `A fill costs ${commission} basis points of commission and ${slippage} of slippage on the traded value. There is no market impact, and any fraction of a share can be traded.`,
    "Buy aims at all of the capital, Overweight at half, Underweight at none; Hold keeps the shares. REVIEW means no opinion: it also keeps the shares, is counted separately and is never treated as Hold.",
    settings.short
      ? "Sell aims at all of the capital sold short. Borrowing shares is free, which it is not."
      : "Sell aims at none: there are no short positions.",
    "The line by levels takes the size, stop, target and horizon of each proposal from the next open on, instead of the ratings' weights: an open beyond a level fills at the open, a session that reaches both fills at the stop, and the horizon ends at a close. It does not wait for the proposed entry.",
    "Cash earns 0%. Dividends become cash on their ex-date, without tax, and are invested with the next order.",
    "Splits and dividends take effect on their day and are unknown before it. Prices are raw; a session without a price carries the last one.",
    "Each symbol starts with an equal part of the capital; nothing is moved between them.",
    "Every strategy starts at the close of the first decision, with the same costs. Sharpe and Sortino assume a risk-free rate of 0.",
    "Decisions are independent: none is shown the earlier ones of the backtest.",
    ...(settings.reasoner.provider === "rules"
      ? []
      : ["The rules engine decides on the same evidence as the debate, on the same dates, at no cost."]),
    ...(settings.runs === undefined
      ? []
      : [
          `Each decision is made ${settings.runs} times with seeds from ${settings.seed} on. The most frequent opinion counts if at least ${percentText(settings.min_agreement ?? 0)} of the runs gave it; otherwise the decision is REVIEW.`,
        ]),
    ...(settings.single_call === true
      ? [
          "The single call is one call of the managers' model on all evidence that the analysts read, in the form of the portfolio manager's answer. It is asked once; an answer that fails or cannot be read is REVIEW.",
        ]
      : []),
  ];
}

export interface Assembled {
  readonly result: BacktestResult;
  readonly trades: readonly BacktestTrade[];
}

type Simulations = ReadonlyMap<StrategyName, readonly Simulation[]>;

/**
 * Every strategy on the same days, fills and costs. Pure: the same bytes in whatever order the subjects stand.
 * @throws InvalidInput for instruments that make no portfolio together
 */
export function assemble(settings: BacktestSettings, given: readonly Subject[]): Assembled {
  const subjects = given.toSorted((a, b) => (a.symbol < b.symbol ? -1 : 1));
  const perYear = commonYear(subjects);
  const start = firstDecision(subjects);
  const simulations = runAll(settings, subjects, start);
  const sessions = [
    ...new Set(subjects.flatMap(({ path }) => path.days.map((day) => day.session).filter((day) => day >= start))),
  ].toSorted();
  const tracks = new Map<StrategyName, Track>();
  for (const [strategy, of] of simulations)
    tracks.set(
      strategy,
      combineTracks(
        of.map(({ track }) => track),
        sessions,
      ),
    );
  const held = dailyReturns(tracks.get("buy_and_hold")?.equity ?? []);
  const decisions = subjects.flatMap((subject) => subject.decisions);
  const calls = subjects.flatMap(({ path, decisions: own }) => own.map((one) => ({ ...one, days: path.days })));
  const result: BacktestResult = {
    version: 2,
    settings,
    assumptions: assumptionsOf(settings),
    targets: targetsOf(settings.short),
    instruments: subjects.map(instrumentOf),
    decisions,
    ratings: countRatings(decisions),
    portfolio: {
      sessions_per_year: perYear,
      equity_sessions: sessions,
      strategies: [...tracks].map(([strategy, track]) => ({
        strategy,
        metrics: metricsOf(track, perYear),
        intervals: intervalsOf(dailyReturns(track.equity), strategy === "buy_and_hold" ? null : held, perYear),
        equity: track.equity.map(rounded),
      })),
    },
    ...agreementAmong(settings, decisions),
    ...debateExcess(tracks, decisions, perYear),
    symbols: subjects.map(({ symbol }, index) => ({
      symbol,
      strategies: strategiesOf(
        [...simulations].map(([name, of]) => [name, of[index]?.track]),
        perYear,
      ),
    })),
    hit_rates: hitRates(calls),
    ...levelResults(subjects, settings.short),
    luck: timingTest(settings, subjects, start, sessions),
    cutoff: split(cutoffOf(settings.cutoff, settings.reasoner), tracks, decisions, perYear),
    masking: {
      on: settings.mask_ticker,
      hides: settings.mask_ticker ? [...masked] : [],
      cannot_hide: settings.mask_ticker ? [...cannotMask] : [],
    },
    usage: backtestUsage(decisions),
  };
  return { result, trades: tradesOf(simulations, subjects) };
}

/** @throws InvalidInput when years or currencies differ */
function commonYear(subjects: readonly Subject[]): 252 | 365 {
  const years = new Set(subjects.map(({ path }) => path.calendar.sessionsPerYear));
  const currencies = new Set(subjects.map(({ path }) => path.instrument.currency));
  const [year] = years;
  if (year === undefined || years.size > 1)
    throw new InvalidInput(
      "--symbols: stocks and coins cannot be combined because their years differ in length; test them separately",
    );
  if (currencies.size > 1)
    throw new InvalidInput(
      `--symbols: prices in ${[...currencies].join(" and ")} cannot be combined in one portfolio; test them separately`,
    );
  return year;
}

function firstDecision(subjects: readonly Subject[]): LocalDate {
  const first = subjects.flatMap(({ decisions }) => decisions.slice(0, 1).map(({ session }) => session)).toSorted()[0];
  if (first === undefined) throw new InvalidInput("--from, --to: no session in this period has a price");
  return first;
}

function runAll(settings: BacktestSettings, subjects: readonly Subject[], start: LocalDate): Simulations {
  const { short } = settings;
  const simulations = new Map<StrategyName, Simulation[]>();
  for (const strategy of StrategyName.options) {
    // A strategy that did not rate every decision is left out.
    if (subjects.some(({ decisions }) => ratingsOf(decisions, strategy) === null)) continue;
    if (strategy === "debate_levels" && !hasLevels(subjects, short)) continue;
    simulations.set(
      strategy,
      subjects.map(({ symbol, path: { days }, decisions }) => {
        const own = decisions.map(({ session }) => session);
        const from = days.find((day) => day.session >= start)?.session ?? start;
        const orders =
          strategy === "debate_levels"
            ? levelOrders(decisions, short)
            : strategy === "debate" || strategy === "single_call" || strategy === "rules"
              ? ordersOf(ratingsOf(decisions, strategy) ?? [], short)
              : baselines[strategy]({ days, decisions: own, from, short, seed: `${settings.seed} ${symbol}` });
        return simulate(days, start, orders, costsOf(settings));
      }),
    );
  }
  return simulations;
}

function strategiesOf(
  tracks: readonly (readonly [StrategyName, Track | undefined])[],
  perYear: number,
): StrategyResult[] {
  return tracks.flatMap(([strategy, track]) =>
    track === undefined ? [] : [{ strategy, metrics: metricsOf(track, perYear) }],
  );
}

function instrumentOf({ symbol, path }: Subject): BacktestResult["instruments"][number] {
  const { days, instrument, calendar, notes } = path;
  return {
    symbol,
    name: instrument.name,
    currency: instrument.currency,
    calendar: calendar.name,
    first_session: days[0]?.session ?? "",
    last_session: days.at(-1)?.session ?? "",
    sessions: days.length,
    sessions_without_price: days.filter(({ bar }) => bar === null).length,
    splits: days.filter(({ split: ratio }) => ratio !== 1).length,
    dividends: days.filter(({ dividend }) => dividend !== 0).length,
    notes: [...notes],
  };
}

function countRatings(decisions: readonly BacktestDecision[]): BacktestResult["ratings"] {
  const count = (rating: Rating): number => decisions.filter((decision) => decision.rating === rating).length;
  return {
    Buy: count("Buy"),
    Overweight: count("Overweight"),
    Hold: count("Hold"),
    Underweight: count("Underweight"),
    Sell: count("Sell"),
    REVIEW: count("REVIEW"),
  };
}

/** A side without two sessions is left out. */
function split(
  { date, source }: Cutoff,
  tracks: ReadonlyMap<StrategyName, Track>,
  decisions: readonly BacktestDecision[],
  perYear: number,
): BacktestResult["cutoff"] {
  if (date === null) return { date, source, periods: [] };
  const sides = [
    { name: "before the cut-off", from: "0000-01-01", to: date },
    // From the last close before, so that no session is lost.
    { name: "after the cut-off", from: lastOnOrBefore(tracks, date), to: "9999-12-31" },
  ] as const;
  const periods = sides.flatMap(({ name, from, to }) => {
    const parts = [...tracks].map(([strategy, track]) => [strategy, sliceTrack(track, from, to)] as const);
    const sessions = parts[0]?.[1].sessions ?? [];
    const [first, last] = [sessions[0], sessions.at(-1)];
    if (first === undefined || last === undefined || sessions.length < 2) return [];
    const inside = decisions.filter(({ session }) =>
      name === "before the cut-off" ? session <= date : session > date,
    );
    return [{ name, from: first, to: last, decisions: inside.length, strategies: strategiesOf(parts, perYear) }];
  });
  return { date, source, periods };
}

function lastOnOrBefore(tracks: ReadonlyMap<StrategyName, Track>, date: LocalDate): LocalDate {
  const [track] = tracks.values();
  return track?.sessions.findLast((session) => session <= date) ?? date;
}

function tradesOf(simulations: Simulations, subjects: readonly Subject[]): BacktestTrade[] {
  return [...simulations].flatMap(([strategy, of]) =>
    of.flatMap(({ fills }, index) => {
      const symbol = subjects[index]?.symbol ?? "";
      return fills.map((fill) => ({
        ...fill,
        strategy,
        symbol,
        shares: rounded(fill.shares),
        price: rounded(fill.price),
        commission: rounded(fill.commission),
        slippage: rounded(fill.slippage),
        equity: rounded(fill.equity),
      }));
    }),
  );
}
