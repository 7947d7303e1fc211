import { z } from "zod";
import { Agent } from "#src/contract/run/answers.ts";
import { Evidence } from "#src/contract/run/evidence.ts";
import { usualLanguage } from "#src/contract/run/language.ts";
import type { AgentReport, Reports, Run } from "#src/contract/run/run.ts";
import { Analyst, type Rating } from "#src/contract/jobs/analysis.ts";
import { counted } from "#src/core/text/number-text.ts";
import { agentTitles } from "./result-text.ts";

const Scalar = z.union([z.string(), z.number(), z.boolean(), z.null()]);

/** A field that both runs have with different values. */
export const Change = z.object({ name: z.string(), before: Scalar, after: Scalar });
export type Change = z.infer<typeof Change>;

export const RunDiff = z.object({
  before: z.string(),
  after: z.string(),
  outcome: z.array(Change),
  setting: z.array(Change),
  evidence: z.object({
    /** Measures with another value. */
    changed: z.array(Change.extend({ key: z.string(), unit: z.string().nullable() })),
    added: z.array(Evidence),
    removed: z.array(Evidence),
  }),
  arguments: z.array(
    z.object({
      agent: Agent,
      /** Claims of one run only, and changed fields. */
      added: z.array(z.string()),
      removed: z.array(z.string()),
      fields: z.array(Change),
    }),
  ),
});
export type RunDiff = z.infer<typeof RunDiff>;

type Scalars = Readonly<Record<string, string | number | boolean | null>>;

export interface Compared {
  readonly run: Run;
  /** The run's reports in their full type. */
  readonly reports: Reports;
}

/** What changed between two runs, usually of one instrument on two dates or by two reasoners. */
export function diffRuns(before: Compared, after: Compared): RunDiff {
  return {
    before: before.run.manifest.run_id,
    after: after.run.manifest.run_id,
    outcome: changes(outcome(before), outcome(after)),
    setting: changes(setting(before), setting(after)),
    evidence: evidenceDiff(before.run.manifest.evidence, after.run.manifest.evidence),
    arguments: Agent.options.flatMap((agent) => {
      const diff = argumentDiff(before.reports[agent], after.reports[agent]);
      return diff === null ? [] : [{ agent, ...diff }];
    }),
  };
}

function outcome({ run, reports }: Compared): Scalars {
  return {
    rating: run.result.rating,
    instruction: reports.instruction?.says ?? null,
    review_reason: reports.review_reason,
    action: reports.levels?.action ?? null,
    entry: reports.levels?.entry ?? null,
    stop: reports.levels?.stop ?? null,
    target: reports.levels?.target ?? null,
    confidence: reports.verdict?.confidence ?? null,
    horizon_days: reports.verdict?.horizon_days ?? null,
  };
}

function setting({ run }: Compared): Scalars {
  const { request, config, data, seed, code_version } = run.manifest;
  return {
    ticker: request.ticker,
    trade_date: request.trade_date,
    analysts: request.analysts.toSorted().join(", "),
    language: request.language ?? usualLanguage,
    as_of: data.as_of,
    sources: data.sources.join(", "),
    ...config,
    seed,
    code_version,
  };
}

function evidenceDiff(before: readonly Evidence[], after: readonly Evidence[]): RunDiff["evidence"] {
  const old = new Map(before.map((item) => [identity(item), item]));
  const now = new Map(after.map((item) => [identity(item), item]));
  return {
    changed: [...now].flatMap(([name, item]) => {
      const was = old.get(name);
      if (was === undefined || was.value === item.value) return [];
      return [{ key: item.key, name: item.label, unit: item.unit, before: was.value, after: item.value }];
    }),
    added: [...now].filter(([name]) => !old.has(name)).map(([, item]) => item),
    removed: [...old].filter(([name]) => !now.has(name)).map(([, item]) => item),
  };
}

/** A measure is the same measure on another day; an item that somebody wrote is itself and no other. */
function identity(item: Evidence): string {
  return item.value === null ? `${item.key} ${item.source} ${item.at} ${item.text ?? ""}` : `${item.key} ${item.label}`;
}

function argumentDiff(
  before: AgentReport | undefined,
  after: AgentReport | undefined,
): Omit<RunDiff["arguments"][number], "agent"> | null {
  const old = claims(before);
  const now = claims(after);
  const diff = {
    added: [...now].filter((claim) => !old.has(claim)),
    removed: [...old].filter((claim) => !now.has(claim)),
    fields: changes(before?.turns.at(-1)?.fields ?? {}, after?.turns.at(-1)?.fields ?? {}),
  };
  return diff.added.length + diff.removed.length + diff.fields.length === 0 ? null : diff;
}

function claims(report: AgentReport | undefined): Set<string> {
  return new Set(report?.turns.flatMap((turn) => turn.points.map((point) => point.claim)) ?? []);
}

function changes(before: Scalars, after: Scalars): Change[] {
  return [...new Set([...Object.keys(before), ...Object.keys(after)])].flatMap((name) => {
    const was = before[name] ?? null;
    const is = after[name] ?? null;
    return was === is ? [] : [{ name, before: was, after: is }];
  });
}

interface Move {
  readonly agent: Agent;
  readonly before: number;
  readonly after: number;
}

/** Which analyst, manager or trader moved between two runs, and what it came to: from the agents' own fields alone. */
export function whatChanged(
  { arguments: argued }: Pick<RunDiff, "arguments">,
  ratings: { readonly before: Rating; readonly after: Rating },
): string {
  const moves = argued
    .flatMap(({ agent, fields }): Move[] => {
      const score = fields.find(({ name }) => name === "score");
      if (!Analyst.options.some((name) => name === agent) || score === undefined) return [];
      const { before, after } = score;
      return typeof before === "number" && typeof after === "number" ? [{ agent, before, after }] : [];
    })
    .toSorted((a, b) => Math.abs(b.after - b.before) - Math.abs(a.after - a.before));
  const lean = fieldOf(argued, "research_manager", "lean");
  const action = fieldOf(argued, "trader", "action");
  const parts = [
    moves.length === 0 ? null : movesText(moves),
    lean === null ? null : `the research manager's lean changed from ${lean.before} to ${lean.after}`,
    action === null ? null : `the trader's action from ${action.before} to ${action.after}`,
  ].filter((part) => part !== null);
  const added = argued.flatMap((one) => one.added).length;
  const rest = parts.length > 0 ? sentence(parts.join("; ")) : claimsText(added);
  return `${ratingText(ratings)} ${rest}`;
}

function ratingText({ before, after }: { readonly before: Rating; readonly after: Rating }): string {
  if (before === after) return before === "REVIEW" ? "Neither run reached an opinion." : `Both runs ended in ${after}.`;
  if (after === "REVIEW") return `The first run ended in ${before}, the second without an opinion (REVIEW).`;
  if (before === "REVIEW") return `The first run ended without an opinion (REVIEW), the second in ${after}.`;
  return `The rating changed from ${before} to ${after}.`;
}

/** The largest move, and how many more there were. */
function movesText([most, ...others]: readonly Move[]): string {
  if (most === undefined) return "";
  const { agent, before, after } = most;
  const first = `the ${agentTitles[agent].toLowerCase()} moved most, from a score of ${signed(before)} to ${signed(after)}`;
  return others.length === 0 ? first : `${first}, and ${counted(others.length, "other analyst")} moved with it`;
}

function claimsText(added: number): string {
  return added === 0
    ? "No analyst, manager or trader moved, and no claim is new."
    : `No analyst, manager or trader moved; ${counted(added, "claim")} in the second ${added === 1 ? "is" : "are"} new.`;
}

function fieldOf(argued: RunDiff["arguments"], agent: Agent, name: string) {
  const field = argued.find((one) => one.agent === agent)?.fields.find((one) => one.name === name);
  return field === undefined || field.before === null || field.after === null ? null : field;
}

function signed(score: number): string {
  return score > 0 ? `+${score}` : String(score).replace("-", "\u2212");
}

function sentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}
