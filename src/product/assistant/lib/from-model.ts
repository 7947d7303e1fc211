import { ModelFailed } from "#src/core/errors.ts";
import type { AnswerEvent, AnswerTools, ModelAsk } from "../public/assistant-tools.ts";
import { checkClaim } from "./claims.ts";

const mostClaims = 6;

/** The model failed; `told`: after something had been shown. */
export class BrokenOff extends Error {
  readonly told: boolean;
  constructor(told: boolean) {
    super("the model stopped early");
    this.told = told;
  }
}

/**
 * Each is told once its quote and figures were found.
 * @returns whether any passed. @throws BrokenOff
 */
export async function* fromModel(
  { log, model }: Pick<AnswerTools, "log" | "model">,
  asked: ModelAsk,
  signal: AbortSignal,
): AsyncGenerator<AnswerEvent, boolean> {
  if (model === null) return false;
  const told = new Set<string>();
  try {
    for await (const draft of model.claims(asked, signal)) {
      const checked = checkClaim(draft, asked.chunks);
      if (!checked.ok)
        log.info({ model: model.name, reason: checked.reason }, "a claim of the assistant's model was dropped");
      else if (!told.has(checked.claim.text) && told.size < mostClaims) {
        told.add(checked.claim.text);
        yield { type: "claim", claim: checked.claim };
      }
    }
  } catch (error) {
    if (!(error instanceof ModelFailed)) throw error;
    log.warn({ model: error.model, reason: error.reason, err: error }, "the assistant's model failed");
    throw new BrokenOff(told.size > 0);
  }
  return told.size > 0;
}
