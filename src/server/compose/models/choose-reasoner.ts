import { z } from "zod";
import type { ReasoningEffort } from "#src/contract/jobs/model-keys.ts";
import { InvalidInput } from "#src/core/errors.ts";
import { modelAddress } from "#src/core/config/variable-kinds.ts";
import type { Settings } from "#src/core/config/config.ts";
import { defaultModels } from "#src/debate/reasoners/llm/provider-names.ts";
import type { ReasonerChoice } from "./choices.ts";

export interface ReasonerWish {
  readonly reasoner: "rules" | "llm" | null;
  readonly provider: string | null;
  readonly deep: string | null;
  readonly quick: string | null;
  readonly baseUrl: string | null;
  readonly deepProvider?: string | null;
  readonly deepBaseUrl?: string | null;
  readonly effort?: ReasoningEffort | null;
  readonly temperature?: number | null;
}

/** What is configured, and nothing else. */
export const noWish: ReasonerWish = { reasoner: null, provider: null, deep: null, quick: null, baseUrl: null };

const rules: ReasonerChoice = { provider: "rules", deep: null, quick: null, baseUrl: null };

/**
 * Flags, settings, the first provider with a key, a local Ollama, `rules`.
 * @throws InvalidInput for contradictions, and `--reasoner llm` without a provider
 */
export async function chooseReasoner(wish: ReasonerWish, settings: Settings): Promise<ReasonerChoice> {
  const meant = withAddresses(wish);
  const choice = await choose(meant, settings);
  return choice.provider === "rules" ? choice : { ...choice, ...tuned(meant, settings) };
}

function withAddresses(wish: ReasonerWish): ReasonerWish {
  const { baseUrl, deepBaseUrl } = wish;
  return {
    ...wish,
    ...(baseUrl !== null && { baseUrl: modelAddress(baseUrl) }),
    ...(deepBaseUrl != null && { deepBaseUrl: modelAddress(deepBaseUrl) }),
  };
}

type Tuned = Pick<ReasonerChoice, "deepProvider" | "deepBaseUrl" | "effort" | "temperature">;

/** A flag's provider is meant for all, unless another says more. */
function tuned(wish: ReasonerWish, { reasoner }: Settings): Tuned {
  const isNamed = wish.provider !== null || wish.baseUrl !== null;
  const deepProvider = wish.deepProvider ?? (isNamed ? null : reasoner.deepProvider);
  const deepBaseUrl = wish.deepBaseUrl ?? reasoner.addresses[deepProvider ?? ""] ?? null;
  const effort = wish.effort ?? reasoner.effort;
  const { temperature } = wish;
  checkAddress(wish.deepBaseUrl == null ? "SERVICE_LLM_BASE_URL" : "--deep-base-url", deepBaseUrl);
  return {
    ...(deepProvider !== null && { deepProvider, ...(deepBaseUrl !== null && { deepBaseUrl }) }),
    ...(effort !== null && { effort }),
    ...(temperature != null && { temperature }),
  };
}

async function choose(wish: ReasonerWish, settings: Settings): Promise<ReasonerChoice> {
  const model = {
    deep: wish.deep ?? settings.reasoner.deep,
    quick: wish.quick ?? settings.reasoner.quick,
    baseUrl: wish.baseUrl ?? settings.reasoner.baseUrl,
  };
  checkAddress(wish.baseUrl === null ? "SERVICE_LLM_BASE_URL" : "--base-url", model.baseUrl);
  const namesModel = wish.deep !== null || wish.quick !== null || wish.baseUrl !== null;
  if (wish.reasoner === "rules" || wish.provider === "rules") {
    if (wish.reasoner === "llm") throw new InvalidInput("--reasoner llm and --provider rules cannot be combined");
    if (namesModel || (wish.provider !== null && wish.provider !== "rules"))
      throw new InvalidInput(
        "rules cannot be combined with --provider, --deep, --quick or --base-url, because it uses no model",
      );
    return rules;
  }
  const configured =
    settings.reasoner.provider === "rules" && (wish.reasoner === "llm" || namesModel)
      ? null
      : settings.reasoner.provider;
  const named = wish.provider ?? configured;
  if (named === "rules") return rules;
  const at = (provider: string): ReasonerChoice => ({
    provider,
    ...model,
    baseUrl: model.baseUrl ?? settings.reasoner.addresses[provider] ?? null,
  });
  if (named !== null) return named === "ollama" ? ollama(settings, model) : at(named);
  if (model.baseUrl !== null) return at("openai-compatible");
  const [keyed] = providersWithKey(settings);
  if (keyed !== undefined) return at(keyed);
  const local = await installedModels(settings.ollamaBaseUrl);
  if (local.length > 0) return ollama(settings, model, local);
  if (wish.reasoner === "llm" || namesModel)
    throw new InvalidInput(
      `${wish.reasoner === "llm" ? "--reasoner llm" : "--deep and --quick"}: no provider has a key and no local Ollama answers; set one of the keys in .env.example, or use --reasoner rules`,
    );
  return rules;
}

/** A password in an address would end up in the run's folder. */
function checkAddress(name: string, address: string | null): void {
  if (address === null) return;
  const url = URL.canParse(address) ? new URL(address) : null;
  if (url === null || !/^https?:$/.test(url.protocol))
    throw new InvalidInput(`${name}: must be an address such as http://127.0.0.1:8000/v1`);
  if (url.username !== "" || url.password !== "" || url.search !== "")
    throw new InvalidInput(`${name}: must not contain a user, password or query; set keys in the environment`);
}

/** In order of preference. Where the user must name models, a key alone chooses nothing. */
export function providersWithKey({ keys }: Settings): string[] {
  const usual: Readonly<Record<string, unknown>> = defaultModels;
  return Object.keys(keys.models).filter((provider) => usual[provider] != null);
}

const Tags = z.object({
  models: z.array(z.object({ name: z.string(), details: z.object({ family: z.string().nullish() }).nullish() })),
});
/** A closed port answers at once; a busy machine takes time. */
const probeMs = 2000;

/** Latest first; none without an answer in 2 s. */
export async function installedModels(baseUrl: string): Promise<string[]> {
  try {
    const answer = await fetch(new URL("/api/tags", baseUrl), { signal: AbortSignal.timeout(probeMs) });
    const tags = Tags.safeParse(await answer.json());
    if (!answer.ok || !tags.success) return [];
    return tags.data.models
      .filter(({ name, details }) => !/embed|bert|minilm/i.test(`${name} ${details?.family ?? ""}`))
      .map(({ name }) => name);
  } catch {
    // No Ollama, no local model.
    return [];
  }
}

async function ollama(
  settings: Settings,
  model: Omit<ReasonerChoice, "provider">,
  known?: readonly string[],
): Promise<ReasonerChoice> {
  const baseUrl = model.baseUrl ?? new URL("/v1", settings.ollamaBaseUrl).href;
  const named = model.deep ?? model.quick;
  const installed = named === null ? (known ?? (await installedModels(baseUrl))) : [];
  const deep = model.deep ?? model.quick ?? installed[0];
  const quick = model.quick ?? model.deep ?? installed[0];
  if (deep === undefined || quick === undefined)
    throw new InvalidInput(
      `ollama: no model found at ${new URL(baseUrl).origin}; start Ollama and pull a model, or choose one with --deep and --quick`,
    );
  return { provider: "ollama", deep, quick, baseUrl };
}
