import { isJsonObject, type Json } from "./reading/known-objects.ts";

/** Tells our own fetch what one call may have as output; it is not sent. */
export const outputLimitHeader = "x-conclave-output-limit";

/** Of the output tokens, what thoughts may take. */
const share = 0.6;
/** Anthropic takes no smaller budget. */
const leastBudget = 1024;

/**
 * A request whose thoughts leave room for its answer. The AI SDK takes budgets as a share of what a model can write at
 * most: added to Anthropic's limit they exceed what the call was estimated at, and within Google's they can use it up.
 * @param limit output tokens of the call, thoughts included; `null` where it stands in the request
 */
export function withinOutputLimit(body: Json, limit: number | null): Json {
  const { thinking, generationConfig } = body;
  if (limit !== null && isJsonObject(thinking) && typeof thinking["budget_tokens"] === "number") {
    const most = Math.max(leastBudget, Math.floor(limit * share));
    const { thinking: _, ...unthinking } = body;
    if (limit <= leastBudget) return { ...unthinking, max_tokens: limit };
    const budget = Math.min(thinking["budget_tokens"], most);
    return { ...body, max_tokens: limit, thinking: { ...thinking, budget_tokens: budget } };
  }
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
