import type { Agent } from "#src/contract/run/answers.ts";
import type { Opinion } from "#src/contract/jobs/analysis.ts";
import type { ReviewCode } from "#src/contract/run/run.ts";
import type { OutsideReason } from "#src/core/errors.ts";
import type { ModelCall } from "../model-server.ts";
import type { Behaviour } from "../model-wire.ts";

/** How a debate ends: with a rating, with REVIEW and its code, or with an error. */
export type Ending = Opinion | `REVIEW: ${ReviewCode}` | { readonly fails: OutsideReason; readonly says: RegExp };

/** What a real model or server was seen to do, and how a debate ends that meets it. */
export interface Habit {
  readonly name: string;
  /** Where somebody met it, or where it is documented. */
  readonly source: string;
  /** Whose model has it; the portfolio manager's by default. The others answer as asked, and lean to Overweight. */
  readonly agent?: Agent;
  /** @param nth of the agent's calls, from 0 */
  readonly behave: Behaviour | ((call: ModelCall, nth: number) => Behaviour);
  /** When every call meets it. The habit's own answer says Sell. */
  readonly always: Ending;
  /** When only the first call meets it; by default as `always`. */
  readonly once?: Ending;
  /** How many ratings, or other answers, a person reads in what was sent; one by default. */
  readonly gives?: "none" | "two";
  /** Look-ups that analysts may make, and how many are made when every call meets it. */
  readonly toolSteps?: number;
  readonly lookUps?: number;
  /** The agent's calls when every one of them meets it. */
  readonly calls?: number;
  /** For what never comes. */
  readonly isSlow?: boolean;
}

const prose =
  "Demand is fading and the close sits below its averages, so the risk of owning it is not paid for. Margins are under pressure as well.";

/** A verdict as it is asked for. */
export const verdict = {
  text: `${prose}\n\nRating: Sell`,
  rating: "Sell",
  thesis: "Demand is fading.",
  target: 80,
  horizon_days: 90,
  confidence: 0.7,
};
export const json = JSON.stringify(verdict);
/** Without the label line: then only the field says Sell. */
export const unlabelled = { ...verdict, text: prose };
export { prose };

export function says(text: string, finishReason = "stop"): Behaviour {
  return { kind: "text", text, finishReason };
}

export function saysObject(object: object): Behaviour {
  return says(JSON.stringify(object));
}

export function chunk(delta: object, finish_reason: string | null = null, rest: object = {}): string {
  const frame = { id: "chatcmpl-1", object: "chat.completion.chunk", created: 1, model: "big" };
  return `data: ${JSON.stringify({ ...frame, choices: [{ index: 0, delta, finish_reason }], ...rest })}\n\n`;
}

export const done = "data: [DONE]\n\n";

/** The answer in two pieces, with whatever belongs before, between and after them. */
export function stream(
  {
    before = [],
    between = [],
    after = [chunk({}, "stop"), done],
  }: Partial<Record<"before" | "between" | "after", readonly string[]>> = {},
  text = json,
): Behaviour {
  const half = Math.floor(text.length / 2);
  const pieces = [
    ...before,
    chunk({ role: "assistant", content: text.slice(0, half) }),
    ...between,
    chunk({ content: text.slice(half) }),
    ...after,
  ];
  return { kind: "raw", pieces };
}

/** Refuses what a request has, and answers one without it. */
export function refusing(
  has: (body: ModelCall["body"]) => boolean,
  refusal: Omit<Extract<Behaviour, { kind: "status" }>, "kind">,
  otherwise: Behaviour = says(json),
): (call: ModelCall) => Behaviour {
  return ({ body }) => (has(body) ? { kind: "status", ...refusal } : otherwise);
}
