import { z } from "zod";
import { Reading } from "#src/contract/run/answers.ts";
import { Tokens, Usd } from "#src/contract/jobs/usage.ts";
import type { Budget } from "#src/debate/budget.ts";
import { CorruptRun } from "#src/core/errors.ts";
import { canonicalJson, sha256 } from "#src/core/hash.ts";
import { promptText, renderPrompt } from "#src/debate/reasoners/prompt.ts";
import type { AnswerBase, Brief, Reasoner, Spoken } from "#src/debate/reasoners/reasoner.ts";

/** Keeps models' answers by the hash of the question. */
export interface AnswerStore {
  /** `null`: never asked. */
  read(key: string): Promise<unknown>;
  /** On disk, whole, before it returns. */
  write(key: string, value: unknown): Promise<void>;
}

const call = z.object({ model: z.string(), tokens: Tokens, costUsd: Usd.nullable() });
const Stored = z.discriminatedUnion("kind", [
  z.object({
    kind: z.literal("statement"),
    text: z.string(),
    answer: z.unknown(),
    problem: z.string().nullable(),
    reading: Reading.exactOptional(),
    call,
  }),
  z.object({
    kind: z.literal("tools"),
    calls: z.array(z.object({ id: z.string(), name: z.string(), input: z.unknown() })),
    call,
  }),
]);

/**
 * Never asks the same question (prompt, tools, form, model, address, tuning, seed) twice. Only real calls spend from
 * `budget`.
 * @param identity such as an address
 */
export function rememberingReasoner(
  reasoner: Reasoner,
  store: AnswerStore,
  budget: Budget,
  identity: string,
  asked: () => void,
): Reasoner {
  const shapes = new WeakMap<z.ZodType, unknown>();
  const shapeOf = (schema: z.ZodType): unknown => {
    const known = shapes.get(schema) ?? z.toJSONSchema(schema, { unrepresentable: "any" });
    shapes.set(schema, known);
    return known;
  };
  const keyOf = <A>(brief: Brief<A>): string =>
    sha256(
      canonicalJson({
        provider: reasoner.provider,
        identity,
        model: reasoner.models[brief.depth],
        ...(reasoner.tuning !== undefined && { tuning: reasoner.tuning }),
        prompt: promptText(renderPrompt(brief)),
        answer: shapeOf(brief.answer),
        tools: brief.tools.map(({ name, description, input }) => ({ name, description, input: shapeOf(input) })),
        seed: brief.seed,
      }),
    );
  return {
    ...reasoner,
    async speak<A extends AnswerBase>(brief: Brief<A>, options: Parameters<Reasoner["speak"]>[1]): Promise<Spoken<A>> {
      const key = keyOf(brief);
      const kept = await store.read(key);
      if (kept !== null) return readBack(key, kept, brief);
      const commitSpend = budget.reserve(
        reasoner.estimate(brief),
        `${brief.instrument.symbol} ${brief.tradeDate} ${brief.agent}`,
      );
      try {
        asked();
        const spoken = await reasoner.speak(brief, options);
        commitSpend(spoken.call.costUsd);
        await store.write(key, spoken);
        // As a later run reads it, so that both are equal.
        return readBack(key, JSON.parse(JSON.stringify(spoken)), brief);
      } catch (error) {
        commitSpend(null);
        throw error;
      }
    },
  };
}

function readBack<A>(key: string, value: unknown, brief: Brief<A>): Spoken<A> {
  const stored = Stored.safeParse(value);
  if (!stored.success) throw new CorruptRun(`the stored answer ${key} has been altered`);
  const spoken = stored.data;
  if (spoken.kind === "tools")
    return { ...spoken, calls: spoken.calls.map((asked) => ({ ...asked, input: asked.input ?? null })) };
  if (spoken.answer === null) return { ...spoken, answer: null };
  const answer = brief.answer.safeParse(spoken.answer);
  if (!answer.success) throw new CorruptRun(`the stored answer ${key} does not have the requested form`);
  return { ...spoken, answer: answer.data };
}
