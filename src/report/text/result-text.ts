import { Agent } from "#src/contract/run/answers.ts";
import type { Attribution } from "#src/contract/jobs/attribution.ts";
import type { MemorySummary } from "#src/contract/backtests/memory.ts";
import type { ForHoldings } from "#src/contract/holdings/holdings.ts";
import type { Evidence, ShownEvidence } from "#src/contract/run/evidence.ts";
import { isEnglish, languageName, proseLanguage } from "#src/contract/run/language.ts";
import { Reports, type AgentReport, type AgentTurn, type Levels, type Run } from "#src/contract/run/run.ts";
import { usdText } from "#src/contract/accounts/money.ts";
import { CorruptRun } from "#src/core/errors.ts";
import { counted, priceDigits } from "#src/core/text/number-text.ts";
export { agentTitles } from "#src/contract/run/answers.ts";

/** A finished run with its reports in their full type: what both renderings are made from. */
export interface FinishedRun {
  readonly run: Run;
  readonly reports: Reports;
  /** What the rating rests on, where that was measured. */
  readonly attribution?: Attribution;
  /** How much its models remember of the year, where that was measured. */
  readonly memory?: MemorySummary;
  /** For the owner alone. */
  readonly forHoldings?: ForHoldings;
}

/** In the order in which a reader wants them: the decision first, then what led to it. */
export function reportsInOrder(reports: Reports): AgentReport[] {
  const order: readonly Agent[] = [
    "portfolio_manager",
    "trader",
    "research_manager",
    "bull",
    "bear",
    "market",
    "fundamentals",
    "news",
    "social",
    "aggressive",
    "neutral",
    "conservative",
  ];
  return order.flatMap((agent) => reports[agent] ?? []);
}

/** All that was said in a debate, also in one that broke off. */
export function turnsOf(reports: { readonly [agent in Agent]?: AgentReport | undefined }): AgentTurn[] {
  return Agent.options.flatMap((agent) => reports[agent]?.turns ?? []);
}

const syntheticNote = "Synthetic data: this company and its figures are made up for demonstration.";
const testNote =
  "Test data. A test key started this analysis: the rules engine argued from the shipped archive, and nothing here is a signal.";

/** Why nobody should act on a report, where that is so. */
export function unrealNotes({ run, reports }: FinishedRun): string[] {
  return [...(run.manifest.livemode === false ? [testNote] : []), ...(reports.data.synthetic ? [syntheticNote] : [])];
}

/** Who argues, named as what it is. */
export function reasonerTitle({ provider, deep, quick }: { provider: string; deep: string; quick: string }): string {
  if (provider === "rules") return "rules (a rules engine, no language model)";
  return deep === quick ? `${provider} ${deep}` : `${provider} ${deep} (managers), ${quick} (others)`;
}

export function reasonerName({ run }: FinishedRun): string {
  const { llm_provider: provider, deep_think_llm: deep, quick_think_llm: quick } = run.manifest.config;
  return reasonerTitle({ provider, deep, quick });
}

/** The language of the agents' prose. */
export function writtenIn({ run }: FinishedRun): { readonly language?: string } {
  return proseLanguage(run.manifest.config.llm_provider, run.request.language);
}

/** That a report is not in the language that was asked for; `null` when it is. */
export function unwrittenLine({ run, reports }: FinishedRun): string | null {
  const { language } = run.request;
  if (language === undefined || isEnglish(language) || writtenIn({ run, reports }).language !== undefined) return null;
  return `You asked for ${languageName(language)}. The rules engine writes in English.`;
}

/** `$0.42`, or that the price is not known. */
export function money(usd: string | null): string {
  return usd === null ? "unknown price" : usdText(usd);
}

/** `$0.42 of a budget of $1.00, 14 calls, 33,005 tokens, 1 min 12 s`. */
export function costText(finished: FinishedRun): string {
  const { cost_usd, budget_usd, calls, input_tokens, output_tokens } = finished.run.usage;
  const own = finished.run.manifest.config.own_key === true;
  const budget = own ? " on the owner's own key" : budget_usd === null ? "" : ` of a budget of ${usdText(budget_usd)}`;
  return `${money(cost_usd)}${budget}, ${counted(calls, "call")}, ${counted(input_tokens + output_tokens, "token")}, ${duration(finished)}`;
}

/** What is to be said of the data, without what stands as the reason for a REVIEW already. */
export function dataNotes({ data, review_reason }: Reports): string[] {
  return data.notes.filter((note) => note !== review_reason);
}

/** Wall time of the run, such as `1 min 12 s`. */
function duration({ run }: FinishedRun): string {
  const seconds = (Date.parse(run.manifest.finished_at) - Date.parse(run.manifest.started_at)) / 1000;
  return seconds < 60 ? `${seconds.toFixed(1)} s` : `${Math.floor(seconds / 60)} min ${Math.round(seconds % 60)} s`;
}

/** A value as it stands in tables: thousands apart, the unit behind. */
export function valueText({ value, unit, text }: Pick<Evidence, "value" | "unit" | "text">): string {
  if (value === null) return text ?? "";
  if (unit !== null && perShare.test(unit) && shortText(value, unit) === null)
    return withUnit(priceDigits(value), unit);
  return shortText(value, unit) ?? withUnit((Math.abs(value) >= 1 ? rounded : small).format(value), unit);
}

/** `$3.01 trillion`, `15.2 billion shares`: large amounts as readers say them. `null` for all that is short anyway. */
export function shortText(value: number, unit: string | null): string | null {
  if (unit === null || Math.abs(value) < 1e6) return null;
  if (currency.test(unit)) return `${value < 0 ? "\u2212" : ""}${signOf(unit)}${inFull.format(Math.abs(value))}`;
  return unit === "shares" || unit === "count" ? withUnit(inFull.format(value), unit) : null;
}

/** Short where it is large, and with all its digits where not. */
export function readableText(value: number, unit: string | null): string {
  return shortText(value, unit) ?? exactText(value, unit);
}

/** With every digit that the evidence has: a text that prints four decimals is held against just these. */
function exactText(value: number, unit: string | null): string {
  return withUnit(exact.format(value), unit);
}

/** With a real minus. */
function withUnit(digits: string, unit: string | null): string {
  const text = digits.replace("-", "\u2212");
  return unit === null ? text : `${text}${closeUnits.get(unit) ?? ` ${unit}`}`;
}

/** `196.45 USD`. */
export function priceText(price: number | null, currency: string): string {
  return price === null ? "–" : `${priceDigits(price)} ${currency}`;
}

/** Written without a space. */
const closeUnits: ReadonlyMap<string, string> = new Map([
  ["count", ""],
  ["x", "×"],
  ["%", "%"],
]);
const currency = /^[A-Z]{3}$/;
const perShare = /^[A-Z]{3}(?:\/share)?$/;

// Made once: each takes longer than a thousand numbers that it writes.
const rounded = new Intl.NumberFormat("en-US", { maximumFractionDigits: 2 });
const small = new Intl.NumberFormat("en-US", { maximumFractionDigits: 6 });
const inFull = new Intl.NumberFormat("en-US", {
  notation: "compact",
  compactDisplay: "long",
  maximumSignificantDigits: 4,
});
const signs = new Map<string, string>();

/** `$`, `NT$`, `CHF `. */
function signOf(unit: string): string {
  const known = signs.get(unit);
  if (known !== undefined) return known;
  const parts = new Intl.NumberFormat("en-US", { style: "currency", currency: unit }).formatToParts(1);
  const sign = parts
    .slice(
      0,
      parts.findIndex(({ type }) => type === "integer"),
    )
    .map((part) => part.value)
    .join("");
  signs.set(unit, sign);
  return sign;
}

const exact = new Intl.NumberFormat("en-US", { maximumSignificantDigits: 15 });

/** The trader's levels as name and text; none when it proposes nothing but a hold. */
export function levelParts(levels: Levels | null): [name: string, text: string][] {
  if (levels === null) return [];
  const price = (value: number | null): string => priceText(value, levels.currency);
  const parts: [string, string][] = [
    ["Action", levels.action],
    ["Entry", price(levels.entry)],
    ["Stop", price(levels.stop)],
    ["Target", price(levels.target)],
    ["Size", levels.size_pct === null ? "–" : `${levels.size_pct}%`],
  ];
  return parts.some(([name, text]) => name !== "Action" && text !== "–") ? parts : [];
}

/** `2019-06-03 20:00 UTC`. */
export function instantText(iso: string): string {
  return `${iso.slice(0, 10)} ${iso.slice(11, 16)} UTC`;
}

export function asSentence(text: string): string {
  return /[.!?]$/.test(text) ? capitalised(text) : `${capitalised(text)}.`;
}

export function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Declared arithmetic of an agent that code could not follow, in runs from before agents pointed to evidence. */
export function badComputations({ grounding }: AgentTurn): string[] {
  const bad = grounding?.bad_computations ?? [];
  return bad.map(({ expression, value, reason }) => `The computation ${expression} = ${value} is invalid: ${reason}.`);
}

/** @throws CorruptRun for another type */
export function finishedRun(run: Run): FinishedRun {
  const reports = Reports.safeParse(run.result.reports);
  if (!reports.success) throw new CorruptRun(`the stored reports of run ${run.manifest.run_id} have been altered`);
  return { run, reports: reports.data };
}

/** A run as readers know it: an index is counted in points, though a vendor gives them as money. */
export function inPoints(finished: FinishedRun): FinishedRun {
  const { run, reports } = finished;
  const { data, levels, conditions } = reports;
  if (data.asset_type !== "index") return finished;
  const asPoints = <T extends { readonly unit: string | null }>(one: T): T =>
    one.unit === data.currency ? { ...one, unit: "points" } : one;
  return {
    ...finished,
    run: { ...run, manifest: { ...run.manifest, evidence: run.manifest.evidence.map(asPoints) } },
    reports: {
      ...reports,
      data: { ...data, currency: "points" },
      levels: levels === null ? null : { ...levels, currency: "points" },
      ...(conditions !== undefined && {
        conditions: { ...conditions, watched: conditions.watched.map(asPoints) },
      }),
    },
  };
}

/** What a run knows of a piece of evidence beside it. */
interface Beside {
  /** When the public had it, where this was kept. */
  readonly availableAt?: string | undefined;
  /** What the rating is without it, where that was measured. */
  readonly weighs?: string | null;
}

/** As a report shows it. The value has all its digits, since citations are held against them. */
export function shownEvidence(
  { id, label, value, unit, text, at, source, formula }: Evidence,
  { availableAt, weighs = null }: Beside = {},
): ShownEvidence {
  const short = value === null ? null : shortText(value, unit);
  return {
    id,
    label,
    value: value === null ? null : exactText(value, unit),
    text,
    at,
    source,
    formula,
    ...(availableAt === undefined ? {} : { availableAt: instantText(availableAt) }),
    ...(short === null ? {} : { short }),
    ...(weighs === null ? {} : { weighs }),
  };
}
