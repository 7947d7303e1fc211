import { z } from "zod";
import { Agent, Reading } from "#src/contract/run/answers.ts";
import type { DebateEvent } from "#src/contract/run/events.ts";
import type { ModelCall } from "#src/contract/run/run.ts";
import { Tokens, Usd } from "#src/contract/jobs/usage.ts";
import { Cancelled, CorruptRun } from "#src/core/errors.ts";
import { canonicalJson, sha256 } from "#src/core/hash.ts";
import { promptText, renderPrompt } from "../reasoners/prompt.ts";
import type { AnswerBase, Brief, Reasoner, Spoken } from "../reasoners/reasoner.ts";
import type { Budget, Billed } from "../budget.ts";
import type { Checkpoint } from "../checkpoint.ts";
import { streamReferences, type FigureIndex, type Proposed, type StreamedReferences } from "../figures/figures.ts";
import { whenAsked } from "#src/core/once.ts";

/** What every turn of one run shares. */
export interface DebateContext {
  readonly reasoner: Reasoner;
  readonly checkpoint: Checkpoint;
  readonly budget: Budget;
  /** Absent where nobody listens. */
  readonly emit?: (event: DebateEvent) => void;
  readonly signal: AbortSignal;
  readonly header: Pick<
    Brief<never>,
    "instrument" | "asOf" | "tradeDate" | "seed" | "allowShort" | "language" | "book"
  >;
  /** Agents are asked again about figures and words that contradict the evidence. */
  readonly asksAgainFigures: boolean;
}

const callShape = { model: z.string(), tokens: Tokens, costUsd: Usd.nullable() };
export const StoredCall = z.object({
  prompt: z.string(),
  spoken: z.discriminatedUnion("kind", [
    z.object({
      kind: z.literal("statement"),
      text: z.string(),
      answer: z.unknown(),
      problem: z.string().nullable(),
      reading: Reading.exactOptional(),
      call: z.object(callShape),
    }),
    z.object({
      kind: z.literal("tools"),
      calls: z.array(z.object({ id: z.string(), name: z.string(), input: z.unknown() })).readonly(),
      call: z.object(callShape),
    }),
  ]),
});

/** Replay and resume find the answer by it. */
export function callKey(step: string): string {
  return `call ${step}`;
}

/** Of the steps after the opinion, on what its reader holds. */
export function holdingsKey(key: string): string {
  return `holdings: ${key}`;
}

/** A call's key, including that of a repetition and of a holder's part. */
const callPattern = /^(?:repetition \d+: |holdings: )?call ((\w+)\/.*)$/;
/** All that the bill needs; the rest may be sealed. */
const BilledCall = z.object({ spoken: z.object({ call: z.object(callShape) }) });

export function isCallKey(key: string): boolean {
  return callPattern.test(key);
}

/** The calls among kept steps, for the bill. @throws CorruptRun */
export function keptCalls(kept: ReadonlyMap<string, unknown>): Billed[] {
  return [...kept].flatMap(([key, value]) => {
    const step = callPattern.exec(key);
    if (step === null) return [];
    const agent = Agent.safeParse(step[2]);
    const stored = BilledCall.safeParse(value);
    if (!agent.success || !stored.success) throw new CorruptRun(`step "${key}" is not as it was written`);
    const { model, tokens, costUsd } = stored.data.spoken.call;
    return { agent: agent.data, model, tokens, cost_usd: costUsd };
  });
}

/** What references in streamed prose may name. */
export interface Shown {
  readonly index: () => FigureIndex;
  readonly proposed: readonly Proposed[];
}

/**
 * One call, at most once in a run's life: paid from the budget and kept.
 * @param shown its prose as it streams
 * @returns also what was told, `null` where it was not made now
 * @throws ModelFailed, BudgetExceeded, Cancelled
 */
export async function makeCall<A extends AnswerBase>(
  table: DebateContext,
  step: string,
  brief: Brief<A>,
  shown?: Shown,
): Promise<{ spoken: Spoken<A>; call: ModelCall; told: string | null }> {
  const isReused = table.checkpoint.reused?.has(callKey(step)) === true;
  const prompt = whenAsked(() => sha256(promptText(renderPrompt(brief))));
  let told: string | null = null;
  const stored = await table.checkpoint.step(callKey(step), StoredCall, async () => {
    const asked = await speakNow(table, step, brief, shown);
    ({ told } = asked);
    return {
      get prompt() {
        return prompt();
      },
      spoken: storable(asked.spoken),
    };
  });
  const { spoken } = stored;
  const { model, tokens, costUsd } = spoken.call;
  const answer = whenAsked(() => sha256(canonicalJson(spoken)));
  // Hashed on first use: most backtests never need it.
  const call: ModelCall = {
    step,
    agent: brief.agent,
    round: brief.round,
    model,
    get prompt_sha256() {
      return isReused ? stored.prompt : prompt();
    },
    get answer_sha256() {
      return answer();
    },
    tokens,
    cost_usd: costUsd,
    ...(isReused && { reused: true as const }),
  };
  if (spoken.kind === "tools") return { spoken, call, told };
  return {
    spoken: { ...spoken, answer: spoken.answer === null ? null : brief.answer.parse(spoken.answer) },
    call,
    told,
  };
}

async function speakNow<A extends AnswerBase>(
  table: DebateContext,
  step: string,
  brief: Brief<A>,
  shown: Shown | undefined,
): Promise<{ spoken: Spoken<A>; told: string }> {
  if (table.signal.aborted) throw new Cancelled();
  const charge = table.budget.reserve(table.reasoner.estimate(brief), step);
  let told = "";
  const tell = (text: string): void => {
    told += text;
    if (text !== "") table.emit?.({ type: "agent.delta", agent: brief.agent, round: brief.round, text });
  };
  const stream = shown === undefined || table.emit === undefined ? null : streamOf(table, brief, shown);
  try {
    const spoken = await table.reasoner.speak(brief, {
      signal: table.signal,
      onDelta: (text) => {
        if (stream !== null) tell(stream.push(text));
      },
    });
    if (stream !== null) tell(stream.end());
    charge(spoken.call.costUsd);
    return { spoken, told };
  } catch (error) {
    // A failed call may have been billed.
    charge(null);
    throw error;
  }
}

function streamOf<A>({ header }: DebateContext, { answer }: Brief<A>, { index, proposed }: Shown): StreamedReferences {
  return streamReferences({
    open: answer instanceof z.ZodObject ? Object.keys(answer.shape) : [],
    index: index(),
    currency: header.instrument.currency,
    isIndex: header.instrument.assetType === "index",
    proposed,
    language: header.language,
  });
}

/** JSON has no `undefined`. */
function storable<A>(spoken: Spoken<A>): Spoken<A> {
  if (spoken.kind === "statement") return spoken;
  return { ...spoken, calls: spoken.calls.map((asked) => ({ ...asked, input: asked.input ?? null })) };
}
