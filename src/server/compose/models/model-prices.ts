import type { Settings } from "#src/core/config/config.ts";
import type { Price } from "#src/debate/reasoners/llm/pricing.ts";

/** The operator's prices of models, which override the table. */
export function modelPrices({ prices }: Pick<Settings["reasoner"], "prices">): Record<string, Price> {
  return Object.fromEntries(
    Object.entries(prices).map(([model, { input, cached_input, output }]) => [
      model,
      { input, cached_input: cached_input ?? input, output },
    ]),
  );
}
