import type { FalseHeadline } from "#src/contract/backtests/memory.ts";
import { numberEvidence } from "#src/debate/evidence/numbering.ts";
import { Snapshot } from "#src/debate/evidence/snapshot.ts";
import { Decimal } from "decimal.js";
import { type AnalysisRequest, Analyst } from "#src/contract/jobs/analysis.ts";
import type { Usd } from "#src/contract/jobs/usage.ts";
import { type RunSettings, analyze } from "#src/debate/analyze.ts";
import type { Checkpoint } from "#src/debate/checkpoint.ts";
import { type AsOfMarket, openMarket } from "#src/market/door/open-market.ts";
import type { VendorChain } from "#src/market/market-data.ts";
import type { ParsedSymbol } from "#src/market/symbols/symbols.ts";
import { type Clock, type Instant, type LocalDate, daysBetween } from "#src/core/clock.ts";
import { InvalidInput } from "#src/core/errors.ts";
import type { Reasoner } from "#src/debate/reasoners/reasoner.ts";
import { noMemory } from "../decide.ts";
import { type QuizQuestion, type QuizStart, quizBrief, quizOf } from "./quiz.ts";
import type { Calendar } from "#src/market/calendar/calendar.ts";

/** The source that the headline is given, in this world only. */
const source = "counterfactual";

const texts = {
  stock: {
    up: (name: string) =>
      `${name} raises its outlook: record orders, and revenue of the quarter is expected to grow by a third`,
    down: (name: string) =>
      `${name} withdraws its outlook: revenue of the quarter is expected to fall by a third, and its auditor resigns`,
  },
  crypto: {
    up: (name: string) => `Regulators approve funds that hold ${name}, and several large banks offer it to clients`,
    down: (name: string) => `Exchanges stop withdrawals of ${name} after a flaw in its network is confirmed`,
  },
} as const;

/** @param later of the instrument since; not 0 */
function falseHeadline(
  { data }: Pick<Snapshot, "data">,
  later: { readonly value: number; readonly sessions: number },
): FalseHeadline {
  const says = later.value > 0 ? "down" : "up";
  const words = texts[data.asset_type === "crypto" ? "crypto" : "stock"];
  return {
    text: words[says](data.name === "" ? data.symbol : data.name),
    says,
    later_return: later.value,
    sessions: later.sessions,
  };
}

/** The evidence with the headline added after the other news. */
export function withHeadline(snapshot: Snapshot, { text }: FalseHeadline): Snapshot {
  const { evidence, data } = snapshot;
  const news = evidence.filter(({ id }) => id.startsWith("N"));
  const last = news.reduce((most, { id }) => Math.max(most, Number(id.slice(1))), 0);
  const at = data.session ?? data.as_of?.slice(0, 10) ?? "";
  const finding = {
    key: "news",
    label: "News",
    value: null,
    text: `Newswire: ${text}`,
    unit: null,
    at,
    source,
    source_ids: [],
    formula: null,
  };
  const place = evidence.findIndex(({ id }) => id.startsWith("F") || id.startsWith("D"));
  const before = place < 0 ? evidence.length : place;
  return {
    ...snapshot,
    evidence: [...evidence.slice(0, before), ...numberEvidence("N", [finding], last), ...evidence.slice(before)],
  };
}

export interface MemoryTools {
  readonly vendors: VendorChain;
  /** The model that is measured. */
  readonly reasoner: Reasoner;
  readonly clock: Clock;
  readonly signal: AbortSignal;
}

export interface MemorySubject {
  readonly symbol: ParsedSymbol;
  readonly request: AnalysisRequest;
  readonly settings: RunSettings;
}

/** Everything a measurement needs before the model is asked. */
export interface PreparedMemory extends MemorySubject {
  readonly session: LocalDate;
  readonly snapshot: Snapshot;
  /** `null`: there are too few later prices to ask about. */
  readonly quiz: { readonly start: QuizStart; readonly questions: readonly QuizQuestion[] } | null;
  readonly headline: FalseHeadline | null;
  /** For the scorer alone. */
  readonly closes: ReadonlyMap<LocalDate, number>;
  readonly notes: readonly string[];
  /** Of one repetition in all worlds. */
  readonly calls: number;
  readonly mostUsd: Usd | null;
}

/** The headline contradicts the return over at most this many sessions. */
const headlineSessions = 21;
const volatilityDays = 130;
const fewestReturns = 40;

/**
 * Takes the evidence once; a free reasoner shows what a model can cost.
 * @param draft speaks for nothing
 * @throws InvalidInput; VendorFailed, Cancelled
 */
export async function prepareMemory(
  tools: MemoryTools,
  draft: Reasoner,
  subject: MemorySubject,
): Promise<PreparedMemory> {
  const { symbol, request, settings } = subject;
  const { vendors, clock, signal } = tools;
  const now = clock.now();
  const { snapshot, bill } = await draftRun(tools, draft, subject);
  if (snapshot.nothing !== null) throw new InvalidInput(snapshot.nothing);
  const opening = await openMarket({ vendors, symbol, tradeDate: request.trade_date, now, signal });
  if (!opening.ok) throw new InvalidInput(opening.detail);
  const { session, calendar } = opening.market;
  const start = await quizStart(opening.market);
  const questions = start === null ? [] : quizOf(start);
  const asked = questions.map((question) => question.session);
  const closes = await laterCloses({ vendors, now, signal }, { symbol, calendar, session }, asked);
  const headline = headlineFor(snapshot, request, questions, closes);
  const quiz = start === null || closes.size === 0 ? null : { start, questions };
  const worlds = headline === null ? 3 : 4;
  const asks = quiz === null ? 0 : 2;
  const oneAsk = quiz === null ? "0" : tools.reasoner.estimate(briefOfQuiz(quiz, snapshot, settings.seed));
  const isPriced = bill.most !== null && oneAsk !== null;
  return {
    ...subject,
    session,
    snapshot,
    quiz,
    headline,
    closes,
    notes: notesOf(snapshot, request, { isAsked: quiz !== null, headline }),
    calls: bill.calls * worlds + asks,
    mostUsd: isPriced ? new Decimal(bill.most).times(worlds).plus(new Decimal(oneAsk).times(asks)).toFixed() : null,
  };
}

export function briefOfQuiz(
  { start, questions }: NonNullable<PreparedMemory["quiz"]>,
  { data }: Snapshot,
  seed: number,
): ReturnType<typeof quizBrief> {
  const { symbol, name, asset_type: assetType, currency, as_of: asOf } = data;
  return quizBrief(start, questions, { instrument: { symbol, name, assetType, currency }, asOf: asOf ?? "", seed });
}

interface Bill {
  readonly calls: number;
  /** `null`: the price of a model is unknown. */
  readonly most: Decimal | null;
}

async function draftRun(
  { vendors, reasoner, clock, signal }: MemoryTools,
  draft: Reasoner,
  { settings, request }: MemorySubject,
): Promise<{ readonly snapshot: Snapshot; readonly bill: Bill }> {
  let snapshot: Snapshot | null = null;
  const bill: { calls: number; most: Decimal | null } = { calls: 0, most: new Decimal(0) };
  const checkpoint: Checkpoint = {
    kept: new Map(),
    async step(key, _schema, run) {
      const value = await run();
      if (key === "snapshot") snapshot = Snapshot.parse(value);
      return value;
    },
  };
  const priced: Reasoner = {
    ...draft,
    speak(brief, options) {
      const times = Analyst.safeParse(brief.agent).success && reasoner.usesTools ? settings.toolSteps + 1 : 1;
      const one = reasoner.estimate(brief);
      bill.calls += times;
      bill.most = bill.most === null || one === null ? null : bill.most.plus(new Decimal(one).times(times));
      return draft.speak(brief, options);
    },
  };
  const tools = { vendors, reasoner: priced, memory: noMemory, checkpoint, clock, emit: () => {}, signal };
  const outcome = await analyze(tools, { ...settings, budgetUsd: null }, request);
  if (!outcome.ok) throw outcome.error;
  if (snapshot === null) throw new RangeError("a run has taken no snapshot");
  return { snapshot, bill };
}

/** `null` where there is too little history to say how far prices move. */
async function quizStart(market: AsOfMarket): Promise<QuizStart | null> {
  const { session, calendar } = market;
  const { records } = await market.adjustedBars(volatilityDays);
  const returns = records.slice(1).map(({ close }, index) => Math.log(close / (records[index]?.close ?? close)));
  const last = records.at(-1);
  if (last === undefined || last.date !== session || returns.length < fewestReturns) return null;
  const volatility = Math.sqrt(returns.reduce((total, value) => total + value ** 2, 0) / returns.length);
  return volatility === 0 ? null : { session, close: last.close, volatility, calendar };
}

/** Contradicts the return over a month, or over the longest span that is known. */
function headlineFor(
  snapshot: Snapshot,
  { analysts }: AnalysisRequest,
  questions: readonly QuizQuestion[],
  closes: ReadonlyMap<LocalDate, number>,
): FalseHeadline | null {
  const known = questions.filter(({ session, sessions }) => closes.has(session) && sessions <= headlineSessions).at(-1);
  const ratio = known === undefined ? undefined : closes.get(known.session);
  if (known === undefined || ratio === undefined || ratio === 1 || !analysts.includes("news")) return null;
  return falseHeadline(snapshot, { value: ratio - 1, sessions: known.sessions });
}

/** Why one of the worlds is missing. */
function withoutHeadline(isRead: boolean): string {
  return isRead
    ? "No later close is known, so there is no false headline: the opposite of what happened is unknown."
    : "No analyst reads news, so there is no false headline: no agent would see it. Add news to --analysts to measure whether the model follows what it reads or what it knows.";
}

function notesOf(
  { data }: Snapshot,
  { analysts }: AnalysisRequest,
  { isAsked, headline }: { readonly isAsked: boolean; readonly headline: FalseHeadline | null },
): string[] {
  return [
    ...(data.synthetic ? ["The prices are made up: no model can remember them."] : []),
    ...(isAsked ? [] : ["No later close is known, or too few earlier ones, so there was no quiz."]),
    ...(headline === null ? [withoutHeadline(analysts.includes("news"))] : []),
  ];
}

/**
 * Split-adjusted, over that of `session`; for the scorer alone, and the false headline.
 * @returns known ones by session
 * @throws VendorFailed, Cancelled
 */
async function laterCloses(
  { vendors, now, signal }: { readonly vendors: VendorChain; readonly now: Instant; readonly signal: AbortSignal },
  {
    symbol,
    calendar,
    session,
  }: { readonly symbol: ParsedSymbol; readonly calendar: Calendar; readonly session: LocalDate },
  sessions: readonly LocalDate[],
): Promise<ReadonlyMap<LocalDate, number>> {
  const last = sessions
    .filter((date) => calendar.sessionClose(date) <= now)
    .toSorted()
    .at(-1);
  if (last === undefined) return new Map();
  const opening = await openMarket({ vendors, symbol, tradeDate: last, now, signal });
  if (!opening.ok) return new Map();
  const days = daysBetween(session, last) + 5;
  const { records } = await opening.market.adjustedBars(days);
  const closes = new Map(records.map(({ date, close }) => [date, close]));
  const start = closes.get(session);
  if (start === undefined) return new Map();
  return new Map(
    sessions.flatMap((date) => {
      const close = closes.get(date);
      return close === undefined || date > last ? [] : [[date, close / start] as const];
    }),
  );
}
