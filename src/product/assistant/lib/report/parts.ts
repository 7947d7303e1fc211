import { Agent, agentTitles, wordsId } from "#src/contract/run/answers.ts";
import type { Evidence } from "#src/contract/run/evidence.ts";
import { notAdopted, proposalText } from "#src/contract/run/instruction.ts";
import type { AgentReport, AgentTurn, Reports, Run } from "#src/contract/run/run.ts";
import { percentText, priceDigits } from "#src/core/text/number-text.ts";
import type { Quotable } from "../claims.ts";
import { type Term, stem, stemsOf, termsOf } from "../stemming.ts";

/** A run that has succeeded, with its reports in their full type. */
export interface FinishedReport {
  readonly run: Run;
  readonly reports: Reports;
}

/** `url` is its place on the report's page. */
export interface ReportPart extends Quotable {
  readonly kind: "verdict" | "levels" | "stance" | "point" | "prose" | "check" | "evidence" | "data";
  readonly agent: Agent | null;
  readonly side: "for" | "against" | null;
  /** Ids of the evidence that it names. */
  readonly evidence: readonly string[];
}

const longestPart = 4000;

/** Outcome, who said what, evidence. */
export function partsOf({ run, reports }: FinishedReport): ReportPart[] {
  const said = Agent.options.flatMap((agent) => reports[agent] ?? []);
  return [
    verdictOf(run, reports),
    ...levelsOf(reports),
    ...reports.checks.map(({ id, detail }) =>
      reportPart({
        kind: "check",
        id: `check/${id}`,
        url: "#checks",
        title: "Check",
        heading: wordsOf(id),
        text: detail,
      }),
    ),
    ...said.flatMap(partsOfAgent),
    ...run.manifest.evidence.map(evidencePart),
    ...reports.data.notes.map((note, index) =>
      reportPart({ kind: "data", id: `data/${index}`, url: "#data", title: "Data", text: note }),
    ),
  ];
}

type Given = Pick<ReportPart, "kind" | "id" | "url" | "title" | "text"> & Partial<ReportPart>;

function reportPart(given: Given): ReportPart {
  const whole = { heading: null, agent: null, side: null, evidence: [], ...given };
  return { ...whole, text: whole.text.slice(0, longestPart) };
}

function verdictOf(run: Run, { verdict, review_reason: reason, numbers, instruction }: Reports): ReportPart {
  const proposal = instruction?.not_adopted ?? null;
  const lines = [
    `Rating: ${run.result.rating}`,
    instruction === undefined ? null : `Instruction: ${instruction.says}`,
    proposal === null ? null : `${notAdopted}: ${proposalText(proposal, priceDigits)}.`,
    reason === null ? null : `Reason: ${reason}`,
    verdict === null ? null : `Thesis: ${verdict.thesis}`,
    verdict?.confidence == null ? null : `Confidence: ${percentText(verdict.confidence)}`,
    verdict?.horizon_days == null ? null : `Horizon: ${verdict.horizon_days} days`,
    verdict?.target == null ? null : `Target: ${priceDigits(verdict.target)}`,
    `Numbers with support: ${numbers.supported} of ${numbers.supported + numbers.unsupported}`,
  ];
  const text = lines.filter((line) => line !== null).join("\n");
  return reportPart({ kind: "verdict", id: "verdict", url: "#verdict", title: "Verdict", text });
}

function levelsOf({ levels }: Reports): ReportPart[] {
  if (levels === null) return [];
  const { action, size_pct: size, currency } = levels;
  const prices = levelNames.flatMap((name) => {
    const price = levels[name];
    return price === null ? [] : [levelLine(name, price, currency)];
  });
  const text = [`Action: ${action}`, ...prices, ...(size === null ? [] : [`Size: ${size}%`])].join("\n");
  return [reportPart({ kind: "levels", id: "levels", url: "#verdict", title: "Levels", text })];
}

export const levelNames = ["entry", "stop", "target"] as const;
export type LevelName = (typeof levelNames)[number];

/** As it stands in the part of the levels. */
export function levelLine(name: LevelName, price: number, currency: string): string {
  return `${name.replace(/^./, (letter) => letter.toUpperCase())}: ${priceDigits(price)} ${currency}`;
}

function partsOfAgent(report: AgentReport): ReportPart[] {
  const { agent, turns } = report;
  const [last] = turns.slice(-1);
  const fields = last === undefined ? [] : stanceLines(last);
  const about = { agent, title: agentTitles[agent], url: `#${wordsId(agent, last?.round ?? 1)}` };
  return [
    ...(fields.length === 0
      ? []
      : [reportPart({ ...about, kind: "stance", id: `${agent}/stance`, heading: "Stance", text: fields.join("\n") })]),
    ...turns.flatMap((turn) =>
      partsOfTurn(turn, agent, turns.length > 1).map((each) =>
        reportPart({ ...about, ...each, url: `#${wordsId(agent, turn.round)}` }),
      ),
    ),
  ];
}

function partsOfTurn(turn: AgentTurn, agent: Agent, many: boolean): Pick<Given, "kind" | "id" | "text">[] {
  const heading = many ? `Round ${turn.round}` : null;
  const points = turn.points.map(({ claim, evidence }, index) => {
    const [, side = null, words = claim] = /^(for|against|context): (.*)$/s.exec(claim) ?? [];
    return {
      kind: "point" as const,
      id: `${agent}/${turn.round}/${index}`,
      heading,
      text: plain(words),
      evidence,
      side: side === "for" || side === "against" ? side : sideOf(agent),
    };
  });
  const prose = { kind: "prose" as const, id: `${agent}/${turn.round}`, heading, text: plain(turn.text) };
  return prose.text === "" ? points : [...points, prose];
}

/** For whom somebody speaks by their part in the debate. */
function sideOf(agent: Agent): ReportPart["side"] {
  return agent === "bull" ? "for" : agent === "bear" ? "against" : null;
}

const stanceFields = { score: "Score", lean: "Lean", action: "Action", rating: "Rating", size_pct: "Size in percent" };

function stanceLines({ fields }: AgentTurn): string[] {
  return Object.entries(stanceFields).flatMap(([field, name]) => {
    const value = fields[field];
    return value === undefined || value === null ? [] : [`${name}: ${value}`];
  });
}

function evidencePart({ id, label, value, unit, text, at, source, formula }: Evidence): ReportPart {
  const said = value === null ? (text ?? "") : valueText(value, unit);
  const lines = [`${label}: ${said}`, `${source}, ${at}`, ...(formula === null ? [] : [formula])];
  return reportPart({
    kind: "evidence",
    id,
    url: `#${id}`,
    title: `Evidence ${id}`,
    heading: label,
    text: lines.join("\n"),
    evidence: [id],
  });
}

function valueText(value: number, unit: string | null): string {
  const figure = value.toLocaleString("en-US", { maximumFractionDigits: 6 });
  return unit === null ? figure : `${figure}${unit === "%" || unit === "x" ? "" : " "}${unit}`;
}

function wordsOf(id: string): string {
  return id.replaceAll("_", " ");
}

/** An agent's markdown as sentences: without marks of lists, headings and stress. */
function plain(markdown: string): string {
  return markdown
    .split("\n")
    .map((line) =>
      line
        .replace(/^\s*(?:[-*>#]+|\d+[.)])\s+/, "")
        .replaceAll(/\*\*|__|`/g, "")
        .trim(),
    )
    .filter((line) => line !== "")
    .join("\n");
}

/** Who is asked about, and the words for them. */
const names: readonly (readonly [pattern: RegExp, agents: readonly Agent[]])[] = [
  [/\b(?:bears?|bear's|bearish side|short side)\b/, ["bear"]],
  [/\b(?:bulls?|bull's|bullish side|long side)\b/, ["bull"]],
  [/\b(?:market|technical|chart) analyst\b/, ["market"]],
  [/\b(?:social|sentiment) analyst\b/, ["social"]],
  [/\bnews analyst\b/, ["news"]],
  [/\bfundamentals? analyst\b/, ["fundamentals"]],
  [/\banalysts\b/, ["market", "social", "news", "fundamentals"]],
  [/\bportfolio manager\b/, ["portfolio_manager"]],
  [/\bresearch manager\b/, ["research_manager"]],
  [/\bmanagers?\b/, ["research_manager", "portfolio_manager"]],
  [/\btrader\b/, ["trader"]],
  [/\baggressive(?: (?:risk )?voice)?\b/, ["aggressive"]],
  [/\bneutral (?:risk )?voice\b/, ["neutral"]],
  [/\bconservative(?: (?:risk )?voice)?\b/, ["conservative"]],
  [/\brisk (?:voices|team|people|side)\b/, ["aggressive", "neutral", "conservative"]],
];

export interface QuestionTopic {
  readonly agents: readonly Agent[];
  /** What it is about, without who is asked. */
  readonly terms: readonly Term[];
}

export function askedAbout(question: string): QuestionTopic {
  let rest = question;
  const agents: Agent[] = [];
  for (const [pattern, who] of names) {
    const global = new RegExp(pattern.source, "gi");
    if (!global.test(rest)) continue;
    agents.push(...who);
    rest = rest.replaceAll(global, " ");
  }
  return { agents: [...new Set(agents)], terms: termsOf(rest).filter(({ stem: one }) => !saysNothing.has(one)) };
}

const saysNothing = new Set(
  (
    "say said argue argument think thought mention point case believe claim state write wrote talk speak debate report analysis " +
    "analyse agent evidence give reason main best strongest view opinion answer position show list explain summarise summarize hear tell " +
    "did didnt concern issue topic respect regard word detail"
  )
    .split(" ")
    .map(stem),
);

/** Groups of which one word is as good as another in a report. */
const alike: readonly (readonly string[])[] = [
  ["earnings", "eps", "profit", "income"],
  ["revenue", "sales", "turnover"],
  ["debt", "leverage", "borrowing"],
  ["volatility", "vix"],
  ["average", "mean", "sma"],
  ["sentiment", "tone", "mood"],
  ["rsi", "relative strength index"],
  ["atr", "average true range"],
  ["fcf", "free cash flow"],
  ["pe", "price to trailing earnings", "p/e"],
  ["valuation", "price to", "yield"],
  ["drawdown", "drop", "fall"],
  ["cap", "capitalisation", "capitalization"],
];

interface Read {
  readonly stems: ReadonlySet<string>;
  readonly line: string;
}

const known = new WeakMap<ReportPart, Read>();

/** The stems of a part, made once. */
function readOf(part: ReportPart): Read {
  const before = known.get(part);
  if (before !== undefined) return before;
  // A formula names other figures, and speaks of none of them.
  const text = part.kind === "evidence" ? (part.text.split("\n")[0] ?? "") : `${part.heading ?? ""}\n${part.text}`;
  const stems = stemsOf(text);
  const read = { stems: new Set(stems), line: ` ${stems.join(" ")} ` };
  known.set(part, read);
  return read;
}

export function speaksOf(part: ReportPart, { stem: wanted }: Pick<Term, "stem">): boolean {
  const { stems, line } = readOf(part);
  if (stems.has(wanted)) return true;
  const group = alike.find((words) => words.some((word) => stem(word) === wanted));
  return group !== undefined && group.some((word) => line.includes(` ${stemsOf(word).join(" ")} `));
}

/**
 * Best first. None where the report lacks a word: half an answer would be wrong.
 * @param least share of the words
 */
export function partsAbout(
  among: readonly ReportPart[],
  whole: readonly ReportPart[],
  terms: readonly Term[],
  least: number,
): ReportPart[] {
  if (terms.length === 0 || !terms.every((term) => whole.some((part) => speaksOf(part, term)))) return [];
  return among
    .map((part) => ({ part, share: terms.filter((term) => speaksOf(part, term)).length / terms.length }))
    .filter(({ share }) => share >= least)
    .toSorted((a, b) => b.share - a.share || lengthOf(a.part) - lengthOf(b.part))
    .map(({ part }) => part);
}

/** Of two that speak of the same, the shorter is more about it. */
function lengthOf({ kind, heading, text }: ReportPart): number {
  return kind === "evidence" ? (heading ?? "").length : text.length;
}
