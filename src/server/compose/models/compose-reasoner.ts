import type { Settings } from "#src/core/config/config.ts";
import { InvalidInput } from "#src/core/errors.ts";
import { type Reasoner, reasonerByDepth } from "#src/debate/reasoners/reasoner.ts";
import { createRulesReasoner } from "#src/debate/reasoners/rules/rules-reasoner.ts";
import { choiceOf, type ReasonerChoice } from "./choices.ts";

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
