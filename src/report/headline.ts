import { isEnglish } from "#src/contract/run/language.ts";
import { notAdopted, proposalText, lossAtStop } from "#src/contract/run/instruction.ts";
import type { AgentReport, AgentTurn, Levels, Reports, Verdict } from "#src/contract/run/run.ts";
import { addDays } from "#src/core/clock.ts";
import { counted, percentText, priceDigits } from "#src/core/text/number-text.ts";
import { checkedOf } from "#src/contract/run/checked.ts";
import { allSpans, isFlagged } from "#src/contract/run/spans.ts";
import type { Fact, Line } from "./document.ts";
import { type Reader, plain } from "./text/prose.ts";
import { type FinishedRun, capitalised, priceText, writtenIn } from "./text/result-text.ts";

/* The head of a report: the figures that it comes down to, and what would change its mind. */

/** Last price, levels with their distance, confidence and horizon, as far as there are any. */
export function headFacts(finished: FinishedRun): Fact[] {
  const { levels, verdict, data, instruction } = finished.reports;
  const close = lastClose(finished);
  const atr = valueOf(finished, "atr_14");
  const reference = levels?.entry ?? close?.price ?? null;
  const level = (label: string, price: number | null, from: number | null): Fact[] =>
    price === null
      ? []
      : [{ label, value: priceText(price, data.currency), note: from === null ? null : distance(price, from, atr) }];
  const fact = (label: string, value: string | null, note: string | null = null): Fact[] =>
    value === null ? [] : [{ label, value, note }];
  const target = levels?.target ?? null;
  const size = levels?.size_pct ?? null;
  return [
    ...(close === null ? [] : fact("Last close", priceText(close.price, data.currency), `on ${close.date}`)),
    // Results from before the instruction was given have the trader's action alone.
    ...fact("Action", levels === null || instruction !== undefined ? null : capitalised(levels.action)),
    ...level("Entry", levels?.entry ?? null, close?.price ?? null),
    ...level("Stop", levels?.stop ?? null, reference),
    ...level("Target", target, reference),
    ...fact("Reward to risk", rewardToRisk(levels?.stop ?? null, target, reference)),
    ...fact("Size", size === null ? null : `${size}%`, stopLoss(levels, reference)),
    ...(verdict?.target === target ? [] : level("Price target", verdict?.target ?? null, reference)),
    ...sureness(verdict),
    ...nextReport(finished),
  ];
}

function nextReport({ run }: FinishedRun): Fact[] {
  const found = run.manifest.evidence.find(({ key }) => key === "next_report_days");
  if (found?.value == null) return [];
  const note = "estimate from past filings, not confirmed";
  return [{ label: "Next report", value: `about ${addDays(found.at, found.value)}`, note }];
}

/** As traded, on the basis of the levels. */
function lastClose(finished: FinishedRun): { price: number; date: string } | null {
  const found = finished.run.manifest.evidence.find(({ key }) => key === "close");
  if (found?.value != null) return { price: found.value, date: found.at };
  const bar = finished.run.manifest.chart.at(-1);
  return bar === undefined ? null : { price: bar.close, date: bar.date };
}

function valueOf({ run }: FinishedRun, wanted: string): number | null {
  return run.manifest.evidence.find(({ key }) => key === wanted)?.value ?? null;
}

/** `−7.2% · 2.6 ATR`; nothing where it stands at the price itself. */
function distance(price: number, from: number, atr: number | null): string | null {
  if (from === 0 || price === from) return null;
  const share = price / from - 1;
  const ranges = atr === null || atr <= 0 ? [] : [`${(Math.abs(price - from) / atr).toFixed(1)} ATR`];
  return [`${share > 0 ? "+" : ""}${percentText(share, 1)}`, ...ranges].join(" · ");
}

/** How sure, and for how long: `60%`, `over 60 days`. */
function sureness(verdict: Verdict | null): Fact[] {
  const days = verdict?.horizon_days == null ? null : counted(verdict.horizon_days, "day");
  if (verdict?.confidence == null) return days === null ? [] : [{ label: "Horizon", value: days, note: null }];
  return [{ label: "Confidence", value: percentText(verdict.confidence), note: days === null ? null : `over ${days}` }];
}

/** `0.3% lost at the stop`: like the size itself, of the portfolio. */
function stopLoss(levels: Levels | null, from: number | null): string {
  if (levels === null || levels.stop === null || levels.size_pct === null || from === null) return "of the portfolio";
  return `${lossAtStop({ size: levels.size_pct, entry: from, stop: levels.stop }).toFixed(1)}% lost at the stop`;
}

/** What the trader proposed where the rating does not follow it, and why it does not. */
export function unadopted(
  { reports }: FinishedRun,
  reader: Reader,
): { readonly says: Line; readonly reasons: readonly Line[] } | null {
  const proposal = reports.instruction?.not_adopted ?? null;
  if (proposal === null) return null;
  const turn = reports.portfolio_manager?.turns.at(-1);
  const [reason] = turn === undefined ? [] : sentencesIn(turn);
  return {
    says: plain(`${notAdopted}: ${proposalText(proposal, priceDigits)}.`),
    reasons: reason === undefined ? [] : [reader.excerpt(reason.turn, reason.from, reason.from + reason.text.length)],
  };
}

function rewardToRisk(stop: number | null, target: number | null, from: number | null): string | null {
  if (stop === null || target === null || from === null || stop === from) return null;
  return (Math.abs(target - from) / Math.abs(from - stop)).toFixed(1);
}

/** Said by a manager of what would change the view. Other languages than English are not searched. */
const changing =
  /\b(?:chang\w+ (?:my|our|the|this|its) (?:mind|view|call|rating|plan|stance)|would (?:upgrade|downgrade|reverse|invalidate|revisit)|invalidat\w+)\b/i;
const mostSaid = 2;
const longestSaid = 320;

/** What ends the trade, and what the managers said would turn them where code watches nothing. */
export function changeOfMind(finished: FinishedRun, reader: Reader): Line[] {
  const { reports } = finished;
  if (reports.review_reason !== null || (reports.conditions?.watched ?? []).length > 0) return [];
  const turns = [reports.portfolio_manager, reports.research_manager].flatMap((report) => report?.turns.at(-1) ?? []);
  const found = isEnglish(writtenIn(finished).language) ? turns.flatMap(turningSentences) : [];
  const said = [...new Map(found.map((one) => [one.text, one])).values()]
    .slice(0, mostSaid)
    .map(({ turn, from, text }) => reader.excerpt(turn, from, from + text.length));
  return [...stopLine(finished), ...said];
}

interface Sentence {
  readonly turn: AgentTurn;
  readonly from: number;
  readonly text: string;
}

function turningSentences(turn: AgentTurn): Sentence[] {
  return sentencesIn(turn).filter(({ text }) => changing.test(text) && text.length <= longestSaid);
}

function sentencesIn(turn: AgentTurn): Sentence[] {
  return [...turn.text.matchAll(sentence)].flatMap(({ 0: whole, index }) => {
    const text = whole.replace(begun, "").trimEnd();
    return text === "" ? [] : [{ turn, from: index + whole.indexOf(text), text }];
  });
}

/** Up to the sign that ends it, or the end of its line. */
const sentence = /[^\n]+?(?:[.!?](?=\s)|(?=\n)|$)/g;
/** What stands before the first word of a line. */
const begun = /^(?:\s|>|#{1,6}\s|[*+-]\s|\d{1,3}[.)]\s)+/;

function stopLine({ reports: { levels, data } }: FinishedRun): Line[] {
  if (levels === null || levels.stop === null || levels.action === "hold") return [];
  const way = levels.action === "buy" ? "below" : "above";
  return [plain(`A close ${way} the stop of ${priceDigits(levels.stop)} ${data.currency}.`)];
}

/** The points of the bull or of the bear that a report tells first. */
export interface StrongPoint {
  readonly turn: AgentTurn;
  /** Its place among the points of the turn. */
  readonly index: number;
}

const most = 3;

/**
 * The strongest points of a side, the strongest first. The debate itself decides, in this order: how much of a point's
 * evidence the portfolio manager cites; how much of it the research plan rests on; whether nothing in the point is
 * flagged; how many pieces of evidence it has; a later round, which has heard the other side. Of points on the same
 * evidence the weaker come last, and what is said in the same words is one point.
 */
export function strongestPoints(
  reports: Pick<Reports, "bull" | "bear" | "research_manager" | "portfolio_manager">,
  side: "bull" | "bear",
): StrongPoint[] {
  const decided = citedBy(reports.portfolio_manager);
  const planned = citedBy(reports.research_manager);
  const ranked = (reports[side]?.turns ?? [])
    .flatMap((turn) =>
      turn.points.map(({ claim, evidence }, index) => {
        const ids = new Set(evidence);
        const isClean = !(checkedOf(turn).points[index] ?? []).some(isFlagged);
        const rank = [shared(ids, decided), shared(ids, planned), Number(isClean), ids.size, turn.round];
        return { turn, index, claim: claim.trim(), basis: [...ids].toSorted().join(" "), rank };
      }),
    )
    .toSorted((a, b) => weightOrder(a.rank, b.rank));
  const said = firstOfEach(ranked, ({ claim }) => claim);
  const first = firstOfEach(said, ({ basis }) => basis);
  return [...first, ...said.filter((one) => !first.includes(one))]
    .slice(0, most)
    .map(({ turn, index }) => ({ turn, index }));
}

function firstOfEach<T>(all: readonly T[], key: (one: T) => string): T[] {
  const keys = all.map(key);
  return all.filter((_one, at) => keys.indexOf(keys[at] ?? "") === at);
}

/** Ids that the last answer of an agent names, or that a figure in it rests on. */
function citedBy(report: AgentReport | undefined): ReadonlySet<string> {
  const turn = report?.turns.at(-1);
  if (turn === undefined) return new Set();
  return new Set([
    ...turn.points.flatMap(({ evidence }) => evidence),
    ...allSpans(checkedOf(turn)).flatMap(({ ids }) => ids),
  ]);
}

function shared(ids: ReadonlySet<string>, cited: ReadonlySet<string>): number {
  return [...ids].filter((id) => cited.has(id)).length;
}

function weightOrder(a: readonly number[], b: readonly number[]): number {
  return a.map((weight, at) => (b[at] ?? 0) - weight).find((difference) => difference !== 0) ?? 0;
}
