import type { ToolCall, Brief, Reasoner } from "#src/debate/reasoners/reasoner.ts";
import { createScriptedReasoner, type Line } from "#src/debate/reasoners/scripted/scripted-reasoner.ts";
import { stepOf } from "./run-analysis.ts";

export type Script = (brief: Brief<unknown>) => Line | Promise<Line>;

/** A reasoner that says `script`, with other names for managers and others so that depth shows. */
export function voices(script: Script, usesTools = false): Reasoner {
  return createScriptedReasoner({
    provider: "scripted",
    models: { deep: "deep-1", quick: "quick-1" },
    usesTools,
    script,
  });
}

/** What an agent claims in a round; nobody else's words hold it. */
export function claimOf(agent: string, round: number): string {
  return `what ${agent} holds in round ${"i".repeat(round)} alone`;
}

/** A valid answer of every agent: one claim of its own on the first two pieces of evidence that it was given. */
export function plainAnswer(brief: Brief<unknown>): Record<string, unknown> {
  const { agent, round, evidence } = brief;
  const claim = claimOf(agent, round);
  const common = { text: `This is ${claim}.` };
  const point = { claim, evidence: evidence.slice(0, 2).map(({ id }) => id) };
  switch (agent) {
    case "market":
    case "social":
    case "news":
    case "fundamentals":
      return { ...common, score: 1, points: [{ ...point, side: "for" }] };
    case "bull":
    case "bear":
      return { ...common, points: [point] };
    case "research_manager":
      return { ...common, lean: "Overweight", points: [point] };
    case "trader":
      return { ...common, action: "hold", entry: null, stop: null, target: null, size_pct: null };
    case "portfolio_manager":
      return { ...common, rating: "Overweight", thesis: claim, target: null, horizon_days: 30, confidence: 0.5 };
    default:
      return { ...common, size_pct: 5, points: [point] };
  }
}

/** A plain answer of one who repeats everything it has read, strangers' words and all. */
export function parrotAnswer(brief: Brief<unknown>): Record<string, unknown> {
  const answer = plainAnswer(brief);
  if (!Array.isArray(answer["points"])) return answer;
  const claims = brief.evidence.map(({ id, label, value, text }) => ({
    claim: `${label} ${value ?? ""} ${text ?? ""}`,
    evidence: [id],
    side: "context",
  }));
  return { ...answer, text: `${String(answer["text"])} ${claims.map(({ claim }) => claim).join(" ")}`, points: claims };
}

export function plainLine(brief: Brief<unknown>): Line {
  return { answer: plainAnswer(brief) };
}

/** Asks for `calls` in each step that is open, up to `wanted` steps, and then answers. */
export function looksUp(
  calls: (brief: Brief<unknown>) => readonly ToolCall[],
  wanted: (brief: Brief<unknown>) => number,
): Script {
  return (brief) =>
    brief.tools.length > 0 && brief.steps.length < wanted(brief) ? { tools: calls(brief) } : plainLine(brief);
}

/** A call of each analyst's own tool, valid in every run. */
export function usefulCall({ agent, steps }: Brief<unknown>): ToolCall[] {
  const id = `call-${steps.length + 1}`;
  switch (agent) {
    case "market":
      return [{ id, name: "price_history", input: { sessions: 20 + steps.length } }];
    case "social":
      return [{ id, name: "search_social", input: { query: "post", days: 90 } }];
    case "news":
      return [{ id, name: "search_news", input: { query: "dispatch", days: 90 } }];
    case "fundamentals":
      return [{ id, name: "filing_history", input: { concept: "NetIncomeLoss", periods: 4 } }];
    default:
      return [];
  }
}

/** Voices that each wait until they are let go, so that a test sees who speaks at the same time. */
export interface Stage {
  readonly script: Script;
  /** Who is speaking when nothing moves any more, sorted; `[]` when the run has ended. */
  waiting(): Promise<string[]>;
  letGo(steps: readonly string[]): void;
}

export function stage(script: Script): Stage {
  const speaking = new Map<string, () => void>();
  return {
    async script(brief) {
      await new Promise<void>((go) => speaking.set(stepOf(brief), go));
      return script(brief);
    },
    async waiting() {
      await quiet();
      return [...speaking.keys()].toSorted();
    },
    letGo(steps) {
      for (const step of steps) {
        speaking.get(step)?.();
        speaking.delete(step);
      }
    },
  };
}

/** Returns when the event loop has gone round often enough that only what waits for something else is left. */
export async function quiet(): Promise<void> {
  for (let round = 0; round < 30; round += 1) await new Promise<void>((go) => void setImmediate(go));
}

/** Lets everybody go in waves and returns the waves. */
export async function waves(of: Stage): Promise<string[][]> {
  const seen: string[][] = [];
  for (let now = await of.waiting(); now.length > 0; now = await of.waiting()) {
    seen.push(now);
    of.letGo(now);
  }
  return seen;
}
