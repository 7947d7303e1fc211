import type { LanguageModel } from "ai";
import pLimit from "p-limit";
import { z } from "zod";
import { Cancelled, InvalidInput, ModelFailed } from "#src/platform/errors.ts";
import { promptText, renderPrompt } from "../prompt.ts";
import type { AnswerBase, Brief, CallReport, Reasoner, SpeakOptions, Spoken } from "../reasoner.ts";
import { callModel, type CallAnswer } from "./call.ts";
import { extractObject } from "./extract.ts";
import { longestWaitMs, patientFetch, toModelFailed } from "./failures.ts";
import { costOf, mostOf, priceOf, type Price } from "./pricing.ts";
import { defaultModels, type ProviderName } from "./provider-names.ts";
import { checkSettings, loadModel, traitsOf, type ProviderSettings } from "./providers.ts";
import { wireSchema } from "./wire-schema.ts";

export interface LlmOptions {
  readonly provider: ProviderName;
  readonly settings: ProviderSettings;
  /** By default the provider's entry in `defaultModels`; providers without one need both. */
  readonly models?: { readonly deep?: string; readonly quick?: string };
  /** By model; they count before the price table. */
  readonly prices?: Readonly<Record<string, Price>>;
  /** Thinking counts as output with most providers. By default 16,000 (deep) and 8,000 (quick). */
  readonly maxOutputTokens?: { readonly deep: number; readonly quick: number };
  /** Calls at the same time, over all runs of this reasoner; 8 by default. */
  readonly concurrency?: number;
  /** After the first attempt; 3 by default. */
  readonly maxRetries?: number;
  /** For all attempts of a call together; 300,000 by default. */
  readonly totalMs?: number;
  /** Between two pieces of an answer; 60,000 by default. */
  readonly idleMs?: number;
}

/**
 * A reasoner that asks a language model. The provider's package is loaded with the first call.
 * @throws InvalidInput when a model or a setting is missing without which no call can be made
 */
export function createLlmReasoner(options: LlmOptions): Reasoner {
  const { provider, settings } = options;
  checkSettings(provider, settings);
  const models = chooseModels(options);
  const maxOutputTokens = options.maxOutputTokens ?? { deep: 16_000, quick: 8_000 };
  const totalMs = options.totalMs ?? 300_000;
  const limits = { maxRetries: options.maxRetries ?? 3, totalMs, idleMs: options.idleMs ?? 60_000 };
  const secrets = [settings.apiKey, settings.secretAccessKey, settings.sessionToken].filter(
    (secret) => secret !== undefined,
  );
  const slots = pLimit(options.concurrency ?? 8);
  const loaded = new Map<string, Promise<LanguageModel>>();
  const price = (model: string) => priceOf(provider, model, options.prices);

  function load(model: string): Promise<LanguageModel> {
    let loading = loaded.get(model);
    if (loading === undefined) {
      loading = loadModel(provider, model, settings, patientFetch(model, Math.min(longestWaitMs, totalMs)));
      loaded.set(model, loading);
    }
    return loading;
  }

  async function ask<A extends AnswerBase>(brief: Brief<A>, { signal, onDelta }: SpeakOptions): Promise<CallAnswer> {
    const model = models[brief.depth];
    try {
      return await callModel({
        model: await load(model),
        traits: traitsOf(provider, model, settings),
        prompt: renderPrompt(brief),
        schema: wireSchema(brief.answer),
        tools: brief.tools,
        seed: brief.seed,
        cacheKey: `${brief.instrument.symbol} ${brief.asOf}`.slice(0, 64),
        limits: { ...limits, maxOutputTokens: maxOutputTokens[brief.depth] },
        signal,
        onDelta,
      });
    } catch (error) {
      if (signal.aborted) throw new Cancelled();
      throw toModelFailed(error, model, secrets);
    }
  }

  return {
    provider,
    models,
    usesTools: true,
    estimate: (brief) => mostOf(price(models[brief.depth]), inputBound(brief), maxOutputTokens[brief.depth]),
    async speak(brief, speakOptions) {
      const model = models[brief.depth];
      const answer = await inSlot(slots, speakOptions.signal, () => ask(brief, speakOptions));
      const call = report(model, price(model), answer, brief);
      if (brief.tools.length > 0 && answer.toolCalls.length > 0)
        return { kind: "tools", calls: answer.toolCalls, call };
      const spoken = read(brief, answer, model, call);
      // What was not recognisable as prose on the way is shown now.
      if (spoken.text.startsWith(answer.prose) && spoken.text.length > answer.prose.length)
        speakOptions.onDelta(spoken.text.slice(answer.prose.length));
      return spoken;
    },
  };
}

function chooseModels({ provider, models }: LlmOptions): { deep: string; quick: string } {
  const usual = defaultModels[provider];
  const deep = models?.deep ?? usual?.deep;
  const quick = models?.quick ?? usual?.quick;
  if (deep === undefined || quick === undefined)
    throw new InvalidInput(
      `llm_provider ${provider} needs deep_think_llm and quick_think_llm: it has no default models`,
    );
  return { deep, quick };
}

/** Waits for a free slot, but no longer than the signal lets it. */
async function inSlot<T>(slots: ReturnType<typeof pLimit>, signal: AbortSignal, run: () => Promise<T>): Promise<T> {
  if (signal.aborted) throw new Cancelled();
  const { promise: stopped, reject } = Promise.withResolvers<never>();
  const stop = () => reject(new Cancelled());
  signal.addEventListener("abort", stop, { once: true });
  try {
    const ran = slots(() => {
      if (signal.aborted) throw new Cancelled();
      return run();
    });
    return await Promise.race([ran, stopped]);
  } finally {
    signal.removeEventListener("abort", stop);
  }
}

/**
 * No tokenizer makes more tokens than half the bytes of such text: figures, dates and ids come to a little over
 * two bytes a token, prose to four.
 */
const bytesPerToken = 2;

function inputBound<A>(brief: Brief<A>): number {
  const tools = brief.tools.map(({ name, description, input }) => ({ name, description, input: wireSchema(input) }));
  const sent = [promptText(renderPrompt(brief)), JSON.stringify(wireSchema(brief.answer)), JSON.stringify(tools)];
  return sent.reduce((tokens, text) => tokens + Math.ceil(Buffer.byteLength(text) / bytesPerToken), 0);
}

/** A provider that counts nothing (some local ones) is billed by the bound, so that a budget holds. */
function report<A>(model: string, price: Price | null, { usage, raw }: CallAnswer, brief: Brief<A>): CallReport {
  const input = usage.inputTokens ?? inputBound(brief);
  const output = usage.outputTokens ?? Math.ceil(Buffer.byteLength(raw) / bytesPerToken);
  const cached = Math.min(input, usage.inputTokenDetails.cacheReadTokens ?? 0);
  const written = usage.inputTokenDetails.cacheWriteTokens ?? 0;
  return {
    model,
    tokens: { input_tokens: input, cached_input_tokens: cached, output_tokens: output },
    costUsd: costOf(price, { input, cached, written, output }),
  };
}

/** @throws ModelFailed when the model gave nothing at all, or its provider withheld the answer */
function read<A extends AnswerBase>(
  brief: Brief<A>,
  { raw, prose, finishReason }: CallAnswer,
  model: string,
  call: CallReport,
): Extract<Spoken<A>, { kind: "statement" }> {
  if (finishReason === "content-filter")
    throw new ModelFailed(model, "refused", "the provider withheld the answer (content filter)");
  if (raw.trim() === "")
    throw new ModelFailed(
      model,
      "malformed",
      finishReason === "length"
        ? `no answer within ${call.tokens.output_tokens} output tokens`
        : "the answer was empty",
    );
  const statement = (text: string, answer: A | null, problem: string | null) => ({
    kind: "statement" as const,
    text,
    answer,
    problem,
    call,
  });
  const cut = finishReason === "length" ? "; it was cut at the limit of output tokens" : "";
  const found = extractObject(raw);
  if (!found.ok) return statement(prose === "" ? raw.trim() : prose, null, found.reason + cut);
  const parsed = brief.answer.safeParse(found.value);
  if (parsed.success) return statement(parsed.data.text, parsed.data, null);
  const text = z.string().safeParse(found.value["text"]);
  return statement(text.success ? text.data : raw.trim(), null, `the answer breaks its form: ${issues(parsed.error)}`);
}

function issues(error: z.ZodError): string {
  const lines = error.issues.map(({ path, message }) => `${path.join(".") || "answer"}: ${message}`);
  return lines.length <= 3 ? lines.join("; ") : `${lines.slice(0, 3).join("; ")}; and ${lines.length - 3} more`;
}
