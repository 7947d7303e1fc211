import { z } from "zod";
import type { ProviderName } from "./provider-names.ts";
import { type ProviderSettings, addressOf } from "./providers.ts";

/* Local servers, Ollama above all, silently drop what does not fit. Only the token counts tell. */

/** Tokens per character at the fewest: prose comes to four, figures to two. */
const charactersPerToken = 4.5;
const leastShare = 0.6;

/**
 * `null` where it may have seen all.
 * @param counted input tokens of the server; 0 and `undefined`: none counted
 */
export function lostContext(prompt: string, counted: number | undefined): string | null {
  if (counted === undefined || counted === 0) return null;
  const least = Math.floor(prompt.length / charactersPerToken);
  if (counted >= least * leastShare) return null;
  return `the server read only ${counted} of at least ${least} tokens of the prompt: its context is too small. Raise it (${whereToRaise}) and start again`;
}

const tooLong =
  /context[_ ](?:size|length|window)|maximum context|max_model_len|too many tokens|prompt is too long|exceeds? (?:the )?(?:model's )?(?:max|context)/i;

/** Whether an error says that the prompt does not fit. */
export function saysTooLong(said: string): boolean {
  return tooLong.test(said);
}

export function saysTooSmall(message: string): boolean {
  return message.includes(whereToRaise);
}

export const whereToRaise = "Ollama: num_ctx or OLLAMA_CONTEXT_LENGTH; llama.cpp: --ctx-size; vLLM: --max-model-len";

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
