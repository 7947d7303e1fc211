import { z } from "zod";
import type { Usd } from "./usage.ts";

/** How long a model thinks before it answers. */
export const ReasoningEffort = z.enum(["none", "minimal", "low", "medium", "high", "xhigh"]);
export type ReasoningEffort = z.infer<typeof ReasoningEffort>;

/** Each stands only where it was set. */
export const Tuning = z.object({
  /** The provider of the managers' model, where it is not `llm_provider`. */
  deep_llm_provider: z.string().exactOptional(),
  reasoning_effort: ReasoningEffort.exactOptional(),
  temperature: z.number().min(0).max(2).exactOptional(),
  /** The most tokens of one answer, reasoning included. */
  max_output_tokens: z.int().positive().exactOptional(),
  /** How often a failed call is repeated. */
  max_retries: z.int().min(0).exactOptional(),
});
export type Tuning = z.infer<typeof Tuning>;

/* Customers' model keys and choices. */

/** Fixed addresses only: nobody has the service ask an address of theirs. */
export const CustomerProvider = z.enum([
  "openai",
  "anthropic",
  "google",
  "xai",
  "deepseek",
  "mistral",
  "groq",
  "openrouter",
]);
export type CustomerProvider = z.infer<typeof CustomerProvider>;

export const providerLabels: Readonly<Record<CustomerProvider, string>> = {
  openai: "OpenAI",
  anthropic: "Anthropic",
  google: "Google",
  xai: "xAI",
  deepseek: "DeepSeek",
  mistral: "Mistral",
  groq: "Groq",
  openrouter: "OpenRouter",
};

/** One written form in headers, JSON and addresses, so that leaks can be found. */
export const ModelKeySecret = z
  .string()
  .trim()
  .regex(
    /^[\w.~+/=:-]{16,400}$/,
    "enter the whole key as your provider shows it: 16 to 400 letters, digits and - _ . ~ + / = :",
  );

/** Part of an address with some providers. */
const ModelName = z
  .string()
  .trim()
  .regex(/^[A-Za-z0-9](?:\.?[\w:@/-])*$/, "must be the model's name as the provider lists it")
  .max(100, "the model's name must have at most 100 characters");

/** Absent: the provider's default. */
const ownTuning = {
  reasoning_effort: Tuning.shape.reasoning_effort,
  temperature: Tuning.shape.temperature,
};

/** Provider and models of a run on an own key; absent fields follow the key's settings. */
export const OwnModel = z.object({
  llm_provider: CustomerProvider,
  deep_think_llm: ModelName.nullable().default(null),
  quick_think_llm: ModelName.nullable().default(null),
  ...ownTuning,
});
export type OwnModel = z.infer<typeof OwnModel>;

/** Holds where a run says nothing else. */
export const ModelKeyDefaults = z.object({
  deep_think_llm: ModelName.exactOptional(),
  quick_think_llm: ModelName.exactOptional(),
  ...ownTuning,
});
export type ModelKeyDefaults = z.infer<typeof ModelKeyDefaults>;

export function withDefaults(asked: OwnModel, defaults: ModelKeyDefaults): OwnModel {
  return {
    ...defaults,
    ...asked,
    deep_think_llm: asked.deep_think_llm ?? defaults.deep_think_llm ?? null,
    quick_think_llm: asked.quick_think_llm ?? defaults.quick_think_llm ?? null,
  };
}

/** A stored key, without its secret part. */
export interface ModelKey {
  readonly provider: CustomerProvider;
  readonly last_four: string;
  readonly saved_at: string;
  readonly defaults: ModelKeyDefaults;
  /** Per calendar month, UTC; `null`: no limit. */
  readonly monthly_limit_usd: Usd | null;
  /** This month, calls under way at their most. */
  readonly used_usd: Usd;
}

export const ModelKeyAction = z.enum(["added", "replaced", "deleted", "refused", "checked"]);
export type ModelKeyAction = z.infer<typeof ModelKeyAction>;

export interface ModelKeyEvent {
  readonly provider: CustomerProvider;
  readonly action: ModelKeyAction;
  readonly last_four: string;
  readonly at: string;
}

/** `reason` is a clause without anything of the key. */
export type KeyVerdict =
  | { readonly kind: "accepted" }
  | { readonly kind: "refused"; readonly reason: string }
  /** The provider could not be asked, or gave no clear answer. */
  | { readonly kind: "unreachable"; readonly reason: string };
