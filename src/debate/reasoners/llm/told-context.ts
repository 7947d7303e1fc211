import { z } from "zod";
import type { ProviderName } from "./provider-names.ts";
import { addressOf, type ProviderSettings } from "./providers.ts";

const count = z.int().positive().nullish().catch(null);

/** What lists of models say of each: OpenRouter and Together, vLLM, Groq, Mistral. */
const Listed = z.object({
  data: z.array(
    z.object({
      id: z.string(),
      context_length: count,
      max_model_len: count,
      context_window: count,
      max_context_length: count,
      /** LM Studio: of the model as it is loaded. */
      loaded_context_length: count,
    }),
  ),
});
const Running = z.object({ models: z.array(z.object({ name: z.string(), context_length: count })) });
const Props = z.object({ default_generation_settings: z.object({ n_ctx: count }) });

export interface ContextQuestion {
  readonly provider: ProviderName;
  readonly settings: ProviderSettings;
  readonly model: string;
  /** Servers that people run themselves tell what they have set aside, in ways of their own. */
  readonly isOwnServer: boolean;
  readonly fetch: typeof globalThis.fetch;
  readonly signal: AbortSignal;
}

/**
 * The most tokens of a prompt and its answer, as the server tells it; `null` where it does not. What is set aside for
 * the loaded model comes before what the model could take. Costs nothing.
 * @see docs.ollama.com/api/ps, lmstudio.ai/docs/api/rest-api, llama.cpp tools/server/README.md (GET /props)
 */
export async function toldContext(question: ContextQuestion): Promise<number | null> {
  const { provider, settings, model, isOwnServer } = question;
  const address = addressOf(provider, settings);
  if (address === null) return null;
  const origin = new URL(address).origin;
  const own = isOwnServer ? [`${origin}/api/ps`, `${origin}/api/v0/models`, `${origin}/props`] : [];
  const told = await Promise.all([...own, `${address.replace(/\/$/, "")}/models`].map((url) => look(question, url)));
  for (const answer of told) {
    const found = contextIn(answer, model);
    if (found !== null) return found;
  }
  return null;
}

function contextIn(answer: unknown, model: string): number | null {
  const running = Running.safeParse(answer).data?.models.find(
    ({ name }) => name === model || name === `${model}:latest`,
  );
  if (running?.context_length != null) return running.context_length;
  const props = Props.safeParse(answer).data?.default_generation_settings.n_ctx;
  if (props != null) return props;
  const listed = Listed.safeParse(answer).data?.data.find(({ id }) => id === model);
  return (
    listed?.loaded_context_length ??
    listed?.context_length ??
    listed?.max_model_len ??
    listed?.context_window ??
    listed?.max_context_length ??
    null
  );
}

const mostMs = 3000;

async function look({ fetch, settings, signal }: ContextQuestion, url: string): Promise<unknown> {
  const { apiKey } = settings;
  try {
    const response = await fetch(url, {
      redirect: "error",
      ...(apiKey !== undefined && { headers: { authorization: `Bearer ${apiKey}` } }),
      signal: AbortSignal.any([signal, AbortSignal.timeout(mostMs)]),
    });
    const answer: unknown = response.ok ? await response.json() : null;
    return answer;
  } catch {
    // A server without this list tells nothing, and that is the answer.
    return null;
  }
}
