import { isJsonObject, type Json } from "./reading/known-objects.ts";

/** Tells our own fetch what one call may have as output; it is not sent. */
export const outputLimitHeader = "x-conclave-output-limit";

/** Of the output tokens, what thoughts may take. */
const share = 0.6;
/** Anthropic takes no smaller budget. */
const leastBudget = 1024;

/**
 * A request whose thoughts leave room for its answer. The AI SDK takes budgets as a share of what a model can write at
 * most: added to the limit of Claude they exceed what the call was estimated at, and within Gemini's they can use it up.
 * @param limit output tokens of the call, thoughts included; `null` where it can be told from the request
 */
export function withinOutputLimit(body: Json, limit: number | null): Json {
  const { thinking, generationConfig, inferenceConfig, additionalModelRequestFields: more } = body;
  if (limit !== null && isJsonObject(thinking)) {
    const fitted = fit(thinking["budget_tokens"], limit);
    const { thinking: _, ...unthinking } = body;
    if (fitted === "none") return { ...unthinking, max_tokens: limit };
    return fitted === null ? body : { ...body, max_tokens: limit, thinking: { ...thinking, budget_tokens: fitted } };
  }
  if (isJsonObject(inferenceConfig) && isJsonObject(more) && isJsonObject(more["thinking"]))
    return onBedrock(body, inferenceConfig, more, more["thinking"]);
  if (!isJsonObject(generationConfig)) return body;
  const { thinkingConfig, maxOutputTokens } = generationConfig;
  if (!isJsonObject(thinkingConfig) || typeof maxOutputTokens !== "number") return body;
  const { thinkingBudget } = thinkingConfig;
  const most = Math.floor(maxOutputTokens * share);
  if (typeof thinkingBudget !== "number" || thinkingBudget <= most) return body;
  return {
    ...body,
    generationConfig: { ...generationConfig, thinkingConfig: { ...thinkingConfig, thinkingBudget: most } },
  };
}

/** What Claude may think at most; `none` where no budget fits, `null` where none was asked for. */
function fit(budget: unknown, limit: number): number | "none" | null {
  if (typeof budget !== "number") return null;
  return limit <= leastBudget ? "none" : Math.min(budget, Math.max(leastBudget, Math.floor(limit * share)));
}

/** Claude on Bedrock, where the limit is what is left without the budget that was added to it. */
function onBedrock(body: Json, inferenceConfig: Json, more: Json, thinking: Json): Json {
  const { maxTokens } = inferenceConfig;
  const budget = thinking["budget_tokens"];
  if (typeof maxTokens !== "number" || typeof budget !== "number") return body;
  const limit = maxTokens - budget;
  const fitted = fit(budget, limit);
  const { thinking: _, ...unthinking } = more;
  return {
    ...body,
    inferenceConfig: { ...inferenceConfig, maxTokens: limit },
    additionalModelRequestFields:
      fitted === "none" ? unthinking : { ...more, thinking: { ...thinking, budget_tokens: fitted } },
  };
}
