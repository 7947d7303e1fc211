import { BudgetExceeded, isUnbilled } from "#src/core/errors.ts";
import type { Usd } from "#src/contract/jobs/usage.ts";
import type { AnswerBase, Brief, Reasoner, Spoken } from "#src/debate/reasoners/reasoner.ts";
import type { holdingAll } from "./allowance.ts";

interface Held {
  readonly reasoner: Pick<Reasoner, "estimate" | "speak">;
  readonly hold: ReturnType<typeof holdingAll>;
  /** As it is named where its price is not known. */
  readonly model: string;
  /** What a call did cost; `null`: that is not known. */
  readonly chargeOf: (call: Spoken<unknown>["call"]) => Usd | null;
}

/** @throws BudgetExceeded */
export async function speakHeld<A extends AnswerBase>(
  { reasoner, hold, model, chargeOf }: Held,
  brief: Brief<A>,
  options: Parameters<Reasoner["speak"]>[1],
): Promise<Spoken<A>> {
  const most = reasoner.estimate(brief);
  if (most === null) throw new BudgetExceeded(`the cost of a call to ${model} is unknown`);
  const settle = await hold(most, options.signal);
  try {
    const spoken = await reasoner.speak(brief, options);
    await settle(chargeOf(spoken.call));
    return spoken;
  } catch (error) {
    // Any other call that failed may have been billed.
    await settle(isUnbilled(error) ? "0" : null);
    throw error;
  }
}

/** The same reasoner, each call held. */
export function holding(reasoner: Reasoner, hold: Held["hold"]): Reasoner {
  const { models } = reasoner;
  return {
    ...reasoner,
    // What all calls may cost together is held here, over every run.
    estimate: () => null,
    speak: (brief, options) =>
      speakHeld({ reasoner, hold, model: models[brief.depth], chargeOf: ({ costUsd }) => costUsd }, brief, options),
  };
}

/** The same, and whether money was missing for one of its calls. */
export function noting(reasoner: Reasoner): {
  readonly reasoner: Reasoner;
  readonly refused: () => BudgetExceeded | null;
} {
  let refused: BudgetExceeded | null = null;
  const speak: Reasoner["speak"] = async (brief, options) => {
    try {
      return await reasoner.speak(brief, options);
    } catch (error) {
      if (error instanceof BudgetExceeded) refused = error;
      throw error;
    }
  };
  return { reasoner: { ...reasoner, speak }, refused: () => refused };
}
