import type { Settings } from "#src/core/config/config.ts";
import { InvalidInput } from "#src/core/errors.ts";
import { type Brief, type Reasoner, reasonerByDepth } from "#src/debate/reasoners/reasoner.ts";
import { createRulesReasoner } from "#src/debate/reasoners/rules/rules-reasoner.ts";
import { type ReasonerChoice, choiceOf } from "./choices.ts";
import type { Rating } from "#src/contract/jobs/analysis.ts";
import { testOutcomes } from "#src/contract/api/test-mode.ts";
import type { Evidence } from "#src/contract/run/evidence.ts";
import type { DataReport } from "#src/contract/run/run.ts";
import { outlookOn } from "#src/debate/reasoners/rules/opinion.ts";

/**
 * Model packages are loaded only for those.
 * @throws InvalidInput for an unknown provider, or one without key or models
 */
export async function composeReasoner(choice: ReasonerChoice, settings: Settings): Promise<Reasoner> {
  const isByDepth = choice.deepProvider !== undefined;
  if (isByDepth && (choice.deepProvider === "rules" || choice.provider === "rules"))
    throw new InvalidInput("rules cannot be combined with a provider for the managers, because it uses no model");
  if (choice.provider === "rules") return createRulesReasoner();
  const { composeModelReasoner } = await import("./compose-model-reasoner.ts");
  const one = (each: ReasonerChoice): Reasoner => composeModelReasoner(each, settings);
  return isByDepth ? reasonerByDepth(one(choiceOf("deep", choice)), one(choiceOf("quick", choice))) : one(choice);
}

/** The rules engine, with given verdicts where no shipped data leads there. */
export function createTestReasoner(): Reasoner {
  const rules = createRulesReasoner();
  return {
    ...rules,
    async speak(brief, options) {
      const rating = brief.agent === "portfolio_manager" ? givenRating(brief) : null;
      if (rating === null) return rules.speak(brief, options);
      const said = await rules.speak(brief, { ...options, onDelta: () => {} });
      if (said.kind !== "statement") return said;
      const { symbol } = brief.instrument;
      const thesis = `Test data: each analysis of ${symbol} as of ${brief.tradeDate} ends in ${rating}, whatever its agents say.`;
      const text = `${thesis}\n\nRating: ${rating}`;
      options.onDelta(text);
      return { ...said, text, answer: brief.answer.parse({ ...said.answer, text, rating, thesis, conditions: [] }) };
    },
  };
}

function givenRating({ instrument, tradeDate }: Brief<unknown>): Rating | null {
  const known = testOutcomes.find(({ ticker, trade_date }) => ticker === instrument.symbol && trade_date === tradeDate);
  return known?.isGiven === true && known.outcome !== "failed" ? known.outcome : null;
}

/** The rules' outlook on some evidence, −2 to +2. */
export function rulesOutlook(evidence: readonly Evidence[], asset: DataReport["asset_type"]): number {
  return outlookOn(evidence, asset).score;
}
