import { Decimal } from "decimal.js";
import { z } from "zod";
import { Usd } from "#src/contract/jobs/usage.ts";
import { modelServer } from "#src/core/config/model-servers.ts";
import type { ProviderName } from "./provider-names.ts";
import { isFree } from "./providers.ts";

/** US dollars per million tokens. */
export const Price = z.object({
  input: Usd,
  /** Input read from the provider's prompt cache. */
  cached_input: Usd,
  output: Usd,
  cache_write: Usd.exactOptional(),
  /** Prices up to so many input tokens; beyond they are unknown. */
  up_to: z.int().positive().exactOptional(),
});
export type Price = z.infer<typeof Price>;

/*
 * List prices of May to November 2026 (this table: 2026-11-20). Of two rates the higher, so that a budget holds
 * (DeepSeek's peak, Google after introduction). Without a price for cached input, it costs the full one.
 */
const table: Partial<Record<ProviderName, Readonly<Record<string, Price>>>> = {
  // developers.openai.com/api/docs/pricing; a longer prompt costs twice as much.
  openai: {
    "gpt-6.1-sol": { input: "2", cached_input: "0.1", output: "10", cache_write: "2.5", up_to: 272_000 },
    "gpt-6.1-terra": { input: "1", cached_input: "0.05", output: "5", cache_write: "1.25", up_to: 272_000 },
    "gpt-6-sol": { input: "2", cached_input: "0.2", output: "10", cache_write: "2.5", up_to: 272_000 },
    "gpt-6-luna": { input: "0.1", cached_input: "0.01", output: "0.5", cache_write: "0.125", up_to: 272_000 },
    "gpt-5.5": { input: "5", cached_input: "0.5", output: "30", up_to: 270_000 },
    "gpt-5.4": { input: "2.5", cached_input: "0.25", output: "15", up_to: 270_000 },
    "gpt-5.4-mini": { input: "0.75", cached_input: "0.075", output: "4.5", up_to: 270_000 },
    "gpt-5.4-nano": { input: "0.2", cached_input: "0.02", output: "1.25", up_to: 270_000 },
  },
  // platform.claude.com/docs/en/about-claude/pricing; cache writes at the five-minute price.
  anthropic: {
    "claude-opus-5-5": { input: "4", cached_input: "0.2", output: "20", cache_write: "5" },
    "claude-sonnet-5-5": {
      input: "2",
      cached_input: "0.1",
      output: "10",
      cache_write: "2.5",
    },
    "claude-haiku-5-5": {
      input: "0.1",
      cached_input: "0.01",
      output: "0.5",
      cache_write: "0.125",
      up_to: 100_000,
    },
    "claude-opus-5": { input: "5", cached_input: "0.5", output: "25", cache_write: "6.25" },
    "claude-opus-4-8": { input: "5", cached_input: "0.5", output: "25", cache_write: "6.25" },
    "claude-sonnet-4-6": { input: "3", cached_input: "0.3", output: "15", cache_write: "3.75", up_to: 200_000 },
    "claude-haiku-4-5": { input: "1", cached_input: "0.1", output: "5", cache_write: "1.25" },
  },
  // ai.google.dev/gemini-api/docs/pricing
  google: {
    "gemini-4-argon": { input: "4", cached_input: "0.2", output: "20", up_to: 200_000 },
    "gemini-3.8-flash": { input: "1.5", cached_input: "0.15", output: "7.5" },
    "gemini-3.5-flash": { input: "1.5", cached_input: "0.15", output: "9" },
    "gemini-3.1-pro-preview": { input: "2", cached_input: "2", output: "12", up_to: 200_000 },
  },
  // docs.x.ai/developers/pricing
  xai: {
    "grok-4.7": { input: "2", cached_input: "0.5", output: "6", up_to: 199_999 },
    "grok-4.3": { input: "1.25", cached_input: "0.2", output: "2.5", up_to: 199_999 },
  },
  // api-docs.deepseek.com/quick_start/pricing
  deepseek: {
    "deepseek-v4-pro": { input: "1.32", cached_input: "0.044", output: "3.96" },
    "deepseek-flash": { input: "0.3", cached_input: "0.006", output: "1.2" },
  },
  // mistral.ai/pricing
  mistral: {
    "mistral-medium-3-5": { input: "1.5", cached_input: "1.5", output: "7.5" },
    "mistral-large-2512": { input: "0.5", cached_input: "0.5", output: "1.5" },
  },
  // console.groq.com/docs/models
  groq: {
    "openai/gpt-oss-120b": { input: "0.15", cached_input: "0.15", output: "0.6" },
  },
};

/** The output limit where none is set. */
export const usualOutputTokens = { deep: 16_000, quick: 8_000 } as const;

const free: Price = { input: "0", cached_input: "0", output: "0" };

/** `null`: unknown. The user's price wins; own machines are free. */
export function priceOf(
  provider: ProviderName,
  model: string,
  given: Readonly<Record<string, Price>> = {},
): Price | null {
  const own = Object.hasOwn(given, model) ? given[model] : undefined;
  if (own !== undefined) return own;
  if (isFree(provider)) return free;
  return rowOf(provider, model) ?? null;
}

/** At most, where a price is unknown: the dearest of the table. */
export const dearestPrice: Price = Object.values(table)
  .flatMap((rows) => Object.values(rows))
  .reduce((dearest, price) => (Number(price.output) > Number(dearest.output) ? price : dearest), free);

/** The same for prompts of any length. */
export const assumedPrice: Price = {
  input: dearestPrice.input,
  cached_input: dearestPrice.input,
  output: dearestPrice.output,
};

function rowOf(provider: ProviderName, model: string): Price | undefined {
  const rows: Readonly<Record<string, Price>> | undefined = table[provider] ?? modelServer(provider)?.prices;
  return rows !== undefined && Object.hasOwn(rows, model) ? rows[model] : undefined;
}

/** Counts from a provider. `cached` and `written` are parts of `input`. */
export interface Billed {
  readonly input: number;
  readonly cached: number;
  readonly written: number;
  readonly output: number;
}

/** Exact; `null`: unknown price. */
export function costOf(price: Price | null, { input, cached, written, output }: Billed): Usd | null {
  if (price === null || (price.up_to !== undefined && input > price.up_to)) return null;
  const fresh = Math.max(0, input - cached - written);
  return new Decimal(price.input)
    .times(fresh)
    .plus(new Decimal(price.cached_input).times(cached))
    .plus(new Decimal(price.cache_write ?? price.input).times(written))
    .plus(new Decimal(price.output).times(output))
    .div(1_000_000)
    .toFixed();
}

/** Nothing from the cache, all written to it, every token used. */
export function maxCostOf(price: Price | null, inputTokens: number, maxOutputTokens: number): Usd | null {
  if (price === null) return null;
  const dearest = new Decimal(price.cache_write ?? 0).gt(price.input);
  return costOf(price, { input: inputTokens, cached: 0, written: dearest ? inputTokens : 0, output: maxOutputTokens });
}
