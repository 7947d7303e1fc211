import type { Agent } from "#src/contract/answers.ts";
import type { Evidence } from "#src/contract/evidence.ts";
import type { AgentReport, Reports, Run } from "#src/contract/run.ts";

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

/** Who argued, named as what it is. */
export function reasonerName({ run }: Finished): string {
  const { llm_provider: provider, deep_think_llm: deep, quick_think_llm: quick } = run.manifest.config;
  if (provider === "rules") return "rules (a rules engine, no language model)";
  return deep === quick ? `${provider} ${deep}` : `${provider} ${deep} (managers), ${quick} (others)`;
}

/** `$0.0123`, or that the price is not known. */
export function money(usd: string | null): string {
  return usd === null ? "price not known" : `$${usd}`;
}

/** Wall time of the run, such as `1 min 12 s`. */
export function duration({ run }: Finished): string {
  const seconds = (Date.parse(run.manifest.finished_at) - Date.parse(run.manifest.started_at)) / 1000;
  return seconds < 60 ? `${seconds.toFixed(1)} s` : `${Math.floor(seconds / 60)} min ${Math.round(seconds % 60)} s`;
}

/** A value as it stands in tables: thousands apart, the unit behind. */
export function valueText({ value, unit, text }: Evidence): string {
  if (value === null) return text ?? "";
  const digits = value.toLocaleString("en-US", { maximumFractionDigits: Math.abs(value) >= 1 ? 2 : 6 });
  return unit === null ? digits : unit === "x" ? `${digits}×` : `${digits} ${unit}`;
}

export function priceText(price: number | null, currency: string): string {
  return price === null ? "–" : `${price.toLocaleString("en-US", { maximumFractionDigits: price >= 1 ? 2 : 6 })} ${currency}`;
}

/** The statement's one-line account of its numbers. */
export function groundingLine(report: AgentReport): string | null {
  const unsupported = report.turns.reduce((sum, turn) => sum + turn.grounding.unsupported, 0);
  const supported = report.turns.reduce((sum, turn) => sum + turn.grounding.supported, 0);
  if (supported + unsupported === 0) return null;
  return unsupported === 0 ? `All ${supported} numbers rest on evidence.` : `${unsupported} of ${supported + unsupported} numbers rest on no evidence.`;
}
