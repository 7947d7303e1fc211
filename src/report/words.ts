import type { Agent } from "#src/contract/answers.ts";
import type { Evidence } from "#src/contract/evidence.ts";
import type { CheckId } from "#src/contract/judgement.ts";
import type { AgentReport, Levels, Reports, Run } from "#src/contract/run.ts";

/** A finished run with its reports in their full type: what both renderings are made from. */
export interface Finished {
  readonly run: Run;
  readonly reports: Reports;
}

export const agentTitles: Record<Agent, string> = {
  market: "Market analyst",
  social: "Social analyst",
  news: "News analyst",
  fundamentals: "Fundamentals analyst",
  bull: "Bull",
  bear: "Bear",
  research_manager: "Research manager",
  trader: "Trader",
  aggressive: "Aggressive risk voice",
  neutral: "Neutral risk voice",
  conservative: "Conservative risk voice",
  portfolio_manager: "Portfolio manager",
};

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

export const syntheticNote = "Synthetic data: this company and its figures are made up for demonstration.";

/** Who argues, named as what it is. */
export function reasonerTitle({ provider, deep, quick }: { provider: string; deep: string; quick: string }): string {
  if (provider === "rules") return "rules (a rules engine, no language model)";
  return deep === quick ? `${provider} ${deep}` : `${provider} ${deep} (managers), ${quick} (others)`;
}

export function reasonerName({ run }: Finished): string {
  const { llm_provider: provider, deep_think_llm: deep, quick_think_llm: quick } = run.manifest.config;
  return reasonerTitle({ provider, deep, quick });
}

/** `$0.0123`, or that the price is not known. */
export function money(usd: string | null): string {
  return usd === null ? "price not known" : `$${usd}`;
}

/** `$0.42 of a budget of $1, 14 calls, 33,005 tokens, 1 min 12 s`. */
export function costText(finished: Finished): string {
  const { cost_usd, budget_usd, calls, input_tokens, output_tokens } = finished.run.usage;
  const budget = budget_usd === null ? "" : ` of a budget of $${budget_usd}`;
  const tokens = (input_tokens + output_tokens).toLocaleString("en-US");
  return `${money(cost_usd)}${budget}, ${calls} ${calls === 1 ? "call" : "calls"}, ${tokens} tokens, ${duration(finished)}`;
}

/** What is to be said of the data, without what stands as the reason for a REVIEW already. */
export function dataNotes({ data, review_reason }: Reports): string[] {
  return data.notes.filter((note) => note !== review_reason);
}

/** Wall time of the run, such as `1 min 12 s`. */
function duration({ run }: Finished): string {
  const seconds = (Date.parse(run.manifest.finished_at) - Date.parse(run.manifest.started_at)) / 1000;
  return seconds < 60 ? `${seconds.toFixed(1)} s` : `${Math.floor(seconds / 60)} min ${Math.round(seconds % 60)} s`;
}

/** A value as it stands in tables: thousands apart, the unit behind. */
export function valueText({ value, unit, text }: Evidence): string {
  if (value === null) return text ?? "";
  const digits = value.toLocaleString("en-US", { maximumFractionDigits: Math.abs(value) >= 1 ? 2 : 6 });
  return unit === null || unit === "count" ? digits : unit === "x" ? `${digits}×` : `${digits} ${unit}`;
}

/** Two decimals, or four digits that mean something below one: `196.45 USD`, `0.00001234 USD`. */
export function priceText(price: number | null, currency: string): string {
  return price === null ? "–" : `${priceDigits(price)} ${currency}`;
}

export function priceDigits(price: number): string {
  return price.toLocaleString(
    "en-US",
    price >= 1 ? { minimumFractionDigits: 2, maximumFractionDigits: 2 } : { maximumSignificantDigits: 4 },
  );
}

/** The trader's levels as name and text; none when it proposes nothing but a hold. */
export function levelParts(levels: Levels | null): [name: string, text: string][] {
  if (levels === null) return [];
  const price = (value: number | null): string => priceText(value, levels.currency);
  const parts: [string, string][] = [
    ["Action", levels.action],
    ["Entry", price(levels.entry)],
    ["Stop", price(levels.stop)],
    ["Target", price(levels.target)],
    ["Size", levels.size_pct === null ? "–" : `${levels.size_pct} %`],
  ];
  return parts.some(([name, text]) => name !== "Action" && text !== "–") ? parts : [];
}

/** Target, horizon and confidence, as far as the portfolio manager gave them. */
export function verdictParts({ reports: { verdict, data } }: Finished): string[] {
  if (verdict === null) return [];
  const { target, horizon_days, confidence } = verdict;
  return [
    ...(target === null ? [] : [`target ${priceText(target, data.currency)}`]),
    ...(horizon_days === null ? [] : [`horizon ${horizon_days} days`]),
    ...(confidence === null ? [] : [`confidence ${confidence}`]),
  ];
}

export function checkTitle(id: CheckId): string {
  return id.replaceAll("_", " ");
}

/** `2019-06-03 20:00 UTC`. */
export function instantText(iso: string): string {
  return `${iso.slice(0, 10)} ${iso.slice(11, 16)} UTC`;
}

export function sentence(text: string): string {
  return /[.!?]$/.test(text) ? capital(text) : `${capital(text)}.`;
}

export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Declared arithmetic of an agent that code could not follow. */
export function badComputations(report: AgentReport): string[] {
  return report.turns.flatMap((turn) =>
    turn.grounding.bad_computations.map(
      ({ expression, value, reason }) => `The computation ${expression} = ${value} does not hold: ${reason}.`,
    ),
  );
}
