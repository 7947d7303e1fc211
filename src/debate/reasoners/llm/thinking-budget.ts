import { isJsonObject, type Json } from "./reading/known-objects.ts";

/** Tells our own fetch the limit; not sent. */
export const outputLimitHeader = "x-conclave-output-limit";

/** The share of output tokens that reasoning may use. */
const share = 0.6;
/** Anthropic takes no smaller budget. */
const leastBudget = 1024;

/**
 * Leaves room for the answer: the SDK's budgets exceed the estimate (Claude) or use up the limit (Gemini).
 * @param limit thoughts included; `null`: told by the request
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

/** `none`: no budget fits; `null`: none was asked for. */
function fit(budget: unknown, limit: number): number | "none" | null {
  if (typeof budget !== "number") return null;
  return limit <= leastBudget ? "none" : Math.min(budget, Math.max(leastBudget, Math.floor(limit * share)));
}

/** On Bedrock the limit is what is left without the budget. */
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
