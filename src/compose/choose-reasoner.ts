import { z } from "zod";
import { InvalidInput } from "#src/platform/errors.ts";
import type { Settings } from "#src/platform/config.ts";
import type { ReasonerChoice } from "./choices.ts";

export interface ReasonerWish {
  readonly reasoner: "rules" | "llm" | null;
  readonly provider: string | null;
  readonly deep: string | null;
  readonly quick: string | null;
  readonly baseUrl: string | null;
}

const rules: ReasonerChoice = { provider: "rules", deep: null, quick: null, baseUrl: null };

/**
 * The best usable reasoner: what the flags say, else what is configured, else the first provider with a key,
 * else a local Ollama that has a model, else `rules`.
 * @throws InvalidInput for `--reasoner llm` without a usable provider
 */
export async function chooseReasoner(wish: ReasonerWish, settings: Settings): Promise<ReasonerChoice> {
  const model = {
    deep: wish.deep ?? settings.reasoner.deep,
    quick: wish.quick ?? settings.reasoner.quick,
    baseUrl: wish.baseUrl ?? settings.reasoner.baseUrl,
  };
  if (wish.reasoner === "rules") {
    if (wish.provider !== null || wish.deep !== null || wish.quick !== null || wish.baseUrl !== null)
      throw new InvalidInput("--reasoner rules takes no --provider, --deep, --quick or --base-url: it asks no model");
    return rules;
  }
  const named = wish.provider ?? (wish.reasoner === null || settings.reasoner.provider !== "rules" ? settings.reasoner.provider : null);
  if (named === "rules") return rules;
  if (named !== null) return named === "ollama" ? ollama(settings, model) : { provider: named, ...model };
  if (wish.baseUrl !== null) return { provider: "openai-compatible", ...model };
  const [keyed] = providersWithKey(settings);
  if (keyed !== undefined) return { provider: keyed, ...model };
  const local = await installedModels(settings.ollamaBaseUrl);
  if (local.length > 0) return ollama(settings, model, local);
  if (wish.reasoner === "llm")
    throw new InvalidInput("--reasoner llm: no provider has a key and no local Ollama answers; set one of the keys in .env.example, or use --reasoner rules");
  return rules;
}

/** Providers that can be asked as configured, in the order of preference. */
export function providersWithKey({ keys }: Settings): string[] {
  const order: readonly (readonly [string, string | null])[] = [
    ["anthropic", keys.anthropic],
    ["openai", keys.openai],
    ["google", keys.google],
    ["xai", keys.xai],
    ["deepseek", keys.deepseek],
    ["mistral", keys.mistral],
    ["groq", keys.groq],
  ];
  return order.flatMap(([provider, key]) => (key === null ? [] : [provider]));
}

const Tags = z.object({ models: z.array(z.object({ name: z.string() })) });
const probeMs = 400;

/** The models of a local Ollama; none when nothing answers there in 0.4 s. */
export async function installedModels(baseUrl: string): Promise<string[]> {
  try {
    const answer = await fetch(new URL("/api/tags", baseUrl), { signal: AbortSignal.timeout(probeMs) });
    const tags = Tags.safeParse(await answer.json());
    return answer.ok && tags.success ? tags.data.models.map(({ name }) => name) : [];
  } catch {
    // Nothing there, or something that is no Ollama: both mean that there is no local model.
    return [];
  }
}

async function ollama(settings: Settings, model: Omit<ReasonerChoice, "provider">, known?: readonly string[]): Promise<ReasonerChoice> {
  const baseUrl = model.baseUrl ?? new URL("/v1", settings.ollamaBaseUrl).href;
  const installed = model.deep !== null && model.quick !== null ? [] : (known ?? (await installedModels(settings.ollamaBaseUrl)));
  const [first] = installed;
  const deep = model.deep ?? model.quick ?? first;
  const quick = model.quick ?? model.deep ?? first;
  if (deep === undefined || quick === undefined) throw new InvalidInput(`ollama: no model is installed at ${settings.ollamaBaseUrl}; name one with --deep and --quick`);
  return { provider: "ollama", deep, quick, baseUrl };
}
