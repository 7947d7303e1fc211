import type { AnalysisRequest, JobStatus } from "#src/contract/jobs/analysis.ts";
import type { JobState } from "#src/contract/jobs/jobs.ts";
import { Badge, type Tone } from "#src/web/components/ui/elements.tsx";
import { languageName } from "#src/contract/run/language.ts";
import { type Agent, stages } from "#src/contract/run/answers.ts";

const badges = {
  queued: { tone: "neutral", label: "Queued" },
  running: { tone: "info", label: "Running" },
  paused: { tone: "warning", label: "Paused" },
  succeeded: { tone: "neutral", label: "Done" },
  failed: { tone: "negative", label: "Failed" },
  cancelled: { tone: "neutral", label: "Cancelled" },
} as const satisfies Record<JobState, { tone: Tone; label: string }>;

export function statusName(status: JobStatus): string {
  return badges[status].label;
}

export function StatusBadge({ status }: { status: JobState }) {
  const { tone, label } = badges[status];
  return <Badge tone={tone}>{label}</Badge>;
}

/** `Market, news and social` */
export function analystsText({ analysts }: Pick<AnalysisRequest, "analysts">): string {
  if (analysts.length === 4) return "All analysts";
  const names = analysts.map((analyst) => agentNames[analyst].toLowerCase());
  const text = names.length === 1 ? `${names[0]} analyst only` : `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`;
  return text.charAt(0).toUpperCase() + text.slice(1);
}

export function roundsText({ max_debate_rounds: rounds }: Pick<AnalysisRequest, "max_debate_rounds">): string {
  return rounds === 1 ? "1 round" : `${rounds ?? "default"} rounds`;
}

/** `, in German`; nothing for English. */
export function languageText({ language }: Pick<AnalysisRequest, "language">): string {
  return language === undefined ? "" : `, in ${languageName(language)}`;
}

/** `8 s`, `1 min 12 s`, `2 min`, `1 h 3 min`; never negative: two clocks may differ a little. */
export function durationText(ms: number): string {
  const seconds = Math.max(0, Math.round(ms / 1000));
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.floor(seconds / 60);
  return minutes < 60
    ? both(minutes, "min", seconds % 60, "s")
    : both(Math.floor(minutes / 60), "h", minutes % 60, "min");
}

function both(large: number, unit: string, small: number, part: string): string {
  return small === 0 ? `${large} ${unit}` : `${large} ${unit} ${small} ${part}`;
}

/** From one instant to another, both ISO 8601. */
export function between(from: string, to: string): string {
  return durationText(Date.parse(to) - Date.parse(from));
}

/** From where a debate can be made anew: agents of one stage speak at the same time, and are asked together. */
export function rerunStages(spoke: readonly string[]): { readonly value: Agent; readonly label: string }[] {
  return stages.flatMap(({ title, agents }) => {
    const first = agents.find((agent) => spoke.includes(agent));
    return first === undefined ? [] : [{ value: first, label: title }];
  });
}

/** Short names, for places that say what they are about. */
export const agentNames = {
  market: "Market",
  social: "Social",
  news: "News",
  fundamentals: "Fundamentals",
  bull: "Bull",
  bear: "Bear",
  research_manager: "Research manager",
  trader: "Trader",
  aggressive: "Aggressive",
  neutral: "Neutral",
  conservative: "Conservative",
  portfolio_manager: "Portfolio manager",
} as const satisfies Record<Agent, string>;
