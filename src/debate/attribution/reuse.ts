import { z } from "zod";
import type { Usd } from "#src/contract/jobs/usage.ts";
import { BudgetExceeded, isUnbilled } from "#src/core/errors.ts";
import { sha256 } from "#src/core/hash.ts";
import { promptText, renderPrompt } from "#src/debate/reasoners/prompt.ts";
import type { AnswerBase, Brief, Reasoner, Spoken } from "#src/debate/reasoners/reasoner.ts";
import type { Agent } from "#src/contract/run/answers.ts";
import { Decimal } from "decimal.js";
import { StoredCall } from "../turns/model-call.ts";

export type StoredSpoken = z.infer<typeof StoredCall>["spoken"];

/** Answers by prompt hash; new ones are kept before the run goes on. */
export interface AnswerStore {
  get(prompt: string): StoredSpoken | undefined;
  keep(prompt: string, spoken: StoredSpoken): Promise<void>;
}

export interface ReusingReasoner {
  readonly reasoner: Reasoner;
  readonly count: { calls: number; reused: number; cost: Decimal | null };
  /** Agents that were asked again: their look-ups are their own. */
  readonly asked: Set<Agent>;
  /** The prompt of the last word. */
  readonly last: { brief: Brief<unknown> | null };
}

export function reusing(inner: Reasoner, store: AnswerStore): ReusingReasoner {
  const count: ReusingReasoner["count"] = { calls: 0, reused: 0, cost: new Decimal(0) };
  const asked = new Set<Agent>();
  const last: ReusingReasoner["last"] = { brief: null };
  const hashOf = <A>(brief: Brief<A>): string => sha256(promptText(renderPrompt(brief)));
  const reasoner: Reasoner = {
    ...inner,
    estimate: (brief) => (store.get(hashOf(brief)) === undefined ? inner.estimate(brief) : "0"),
    async speak<A extends AnswerBase>(brief: Brief<A>, options: Parameters<Reasoner["speak"]>[1]): Promise<Spoken<A>> {
      if (brief.agent === "portfolio_manager") last.brief = brief;
      const prompt = hashOf(brief);
      const known = store.get(prompt);
      if (known !== undefined) {
        count.reused += 1;
        return readAgain(brief, known);
      }
      asked.add(brief.agent);
      const charge = (costUsd: Usd | null): void => {
        count.calls += 1;
        count.cost = count.cost === null || costUsd === null ? null : count.cost.plus(costUsd);
      };
      const spoken = await inner.speak(brief, options).catch((error: unknown) => {
        // Any other failed call may have been billed.
        if (!(error instanceof BudgetExceeded) && !isUnbilled(error)) charge(inner.estimate(brief));
        throw error;
      });
      charge(spoken.call.costUsd);
      await store.keep(prompt, StoredCall.shape.spoken.parse(JSON.parse(JSON.stringify(spoken))));
      return spoken;
    },
  };
  return { reasoner, count, asked, last };
}

/** Reused answers cost nothing, as the run has paid for them. */
function readAgain<A extends AnswerBase>(brief: Brief<A>, spoken: StoredSpoken): Spoken<A> {
  const call = { ...spoken.call, costUsd: "0" };
  if (spoken.kind === "tools") return { ...spoken, call };
  const { answer, reading, ...rest } = spoken;
  return {
    ...rest,
    ...(reading !== undefined && { reading }),
    answer: answer === null ? null : brief.answer.parse(answer),
    call,
  };
}

/** An answer that some repetition has paid for. */
export const KeptAnswer = z.object({ repetition: z.int(), prompt: z.string(), spoken: StoredCall.shape.spoken });
export type KeptAnswer = z.infer<typeof KeptAnswer>;

/** Earlier answers by repetition; `keep` writes new ones before they count. */
export function keptAnswers(
  known: readonly KeptAnswer[],
  keep: (answer: KeptAnswer) => Promise<void>,
): (repetition: number) => AnswerStore {
  const keyOf = (repetition: number, prompt: string): string => `${repetition} ${prompt}`;
  const answers = new Map(known.map(({ repetition, prompt, spoken }) => [keyOf(repetition, prompt), spoken]));
  return (repetition) => ({
    get: (prompt) => answers.get(keyOf(repetition, prompt)),
    async keep(prompt, spoken) {
      await keep({ repetition, prompt, spoken });
      answers.set(keyOf(repetition, prompt), spoken);
    },
  });
}
