import type { LanguageModel } from "ai";
import pLimit from "p-limit";
import type { ReasoningEffort } from "#src/contract/jobs/model-keys.ts";
import type { Usd } from "#src/contract/jobs/usage.ts";
import { Cancelled, InvalidInput, ModelFailed } from "#src/core/errors.ts";
import { promptText, renderPrompt } from "../prompt.ts";
import type { AnswerBase, Brief, CallReport, Reasoner, SpeakOptions, Spoken, ToolCall } from "../reasoner.ts";
import { callModel, type CallAnswer, wireSchema } from "./call.ts";
import { lostContext } from "./context-window.ts";
import { toModelFailed } from "./failures.ts";
import { longestWaitMs, usualRetries } from "./retries.ts";
import { costOf, maxCostOf, priceOf, usualOutputTokens, type Price } from "./pricing.ts";
import { defaultModels, type ProviderName } from "./provider-names.ts";
import { providerFetch } from "./provider-fetch.ts";
import { readAnswer, toolCallsIn } from "./reading/read-answer.ts";
import {
  checkSettings,
  isFree,
  loadModel,
  secretsIn,
  traitsOf,
  wireFetch,
  type ProviderSettings,
} from "./providers.ts";

export interface LlmOptions {
  readonly provider: ProviderName;
  readonly settings: ProviderSettings;
  /** By default the provider's entry in `defaultModels`; providers without one need both. */
  readonly models?: { readonly deep?: string; readonly quick?: string };
  /** By model; they count before the price table. */
  readonly prices?: Readonly<Record<string, Price>>;
  /** What a call is estimated at where its model's price is not known; its cost stays unknown. */
  readonly assumedPrice?: Price;
  /** Thinking counts as output with most providers. One for all, or by depth; by default 16,000 (deep) and 8,000 (quick). */
  readonly maxOutputTokens?: number | { readonly deep: number; readonly quick: number } | undefined;
  /** Calls at the same time, over all runs of this reasoner; 8 by default. */
  readonly concurrency?: number;
  /** After the first attempt; 3 by default. */
  readonly maxRetries?: number | undefined;
  /** For all attempts of a call together; 300,000 by default. */
  readonly totalMs?: number;
  /** Between two pieces of an answer; 60,000 by default. */
  readonly idleMs?: number;
  /** As the provider has it by default. */
  readonly effort?: ReasoningEffort | undefined;
  readonly temperature?: number | undefined;
  /** What goes over the wire with; the process's own by default. */
  readonly fetch?: typeof globalThis.fetch;
  /** For who examines a model: answers as they came, and parameters that the server refused. */
  readonly onAnswer?: (answer: CallAnswer) => void;
  readonly onRefused?: (parameter: string) => void;
}

/**
 * A reasoner that asks a language model. The provider's package is loaded with the first call.
 * @throws InvalidInput when a model or a setting is missing without which no call can be made
 */
export function createLlmReasoner(options: LlmOptions): Reasoner {
  const { provider, settings } = options;
  checkSettings(provider, settings);
  const models = chooseModels(options);
  const { maxOutputTokens: most = usualOutputTokens } = options;
  const maxOutputTokens = typeof most === "number" ? { deep: most, quick: most } : most;
  const tuned = tuningOf(options);
  const { totalMs = 300_000, maxRetries = usualRetries, idleMs = 60_000 } = options;
  const secrets = secretsIn(settings);
  const slots = pLimit(options.concurrency ?? 8);
  const load = openModels(options, Math.min(longestWaitMs, totalMs));
  const price = (model: string) => priceOf(provider, model, options.prices);
  const limitOf = (brief: Pick<Brief<unknown>, "depth" | "again">): number => outputLimit(brief, maxOutputTokens);

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
        ...tuned,
        cacheKey: `${brief.instrument.symbol} ${brief.asOf}`.slice(0, 64),
        limits: { maxRetries, totalMs, idleMs, maxOutputTokens: limitOf(brief) },
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
    ...tuned,
    usesTools: true,
    estimate: (brief) => mostCost([price(models[brief.depth]), options.assumedPrice], brief, limitOf(brief)),
    async speak(brief, speakOptions) {
      const model = models[brief.depth];
      const answer = await inSlot(slots, speakOptions.signal, () => ask(brief, speakOptions));
      options.onAnswer?.(answer);
      if (isOwnServer(provider)) checkContext(brief, answer, model);
      const call = report(model, price(model), answer, brief);
      const calls = lookUpsIn(brief, answer);
      if (calls.length > 0) return { kind: "tools", calls, call };
      const spoken = read(brief, answer, model, call);
      // What was not recognisable as prose on the way is shown now.
      if (spoken.text.startsWith(answer.prose) && spoken.text.length > answer.prose.length)
        speakOptions.onDelta(spoken.text.slice(answer.prose.length));
      return spoken;
    },
  };
}

/** Each model once, with the first call that asks it. */
function openModels(
  { provider, settings, fetch, onRefused, maxOutputTokens: most }: LlmOptions,
  mostWaitMs: number,
): (model: string) => Promise<LanguageModel> {
  const secrets = secretsIn(settings);
  const maxOutputTokens = typeof most === "number" ? most : most?.deep;
  const loaded = new Map<string, Promise<LanguageModel>>();
  return (model) => {
    const loading =
      loaded.get(model) ??
      loadModel(
        provider,
        model,
        settings,
        providerFetch({
          model,
          mostWaitMs,
          maxOutputTokens,
          secrets,
          fetch: wireFetch(provider, settings, fetch),
          onRefused,
        }),
      );
    loaded.set(model, loading);
    return loading;
  };
}

/** By the first of the prices that says it for so long a prompt. */
function mostCost<A>(prices: readonly (Price | null | undefined)[], brief: Brief<A>, outputTokens: number): Usd | null {
  for (const price of prices) {
    const most = maxCostOf(price ?? null, inputBound(brief), outputTokens);
    if (most !== null) return most;
  }
  return null;
}

/** Output tokens. What was cut at its limit gets twice the limit when it is asked for once more. */
function outputLimit(
  { depth, again }: Pick<Brief<unknown>, "depth" | "again">,
  most: Record<"deep" | "quick", number>,
): number {
  return most[depth] * (again?.isCut === true ? 2 : 1);
}

/** Nothing at all where nothing was set: it stands in the manifest. */
function tuningOf({ effort, temperature, maxOutputTokens, maxRetries }: LlmOptions): Pick<Reasoner, "tuning"> {
  const tuning = {
    ...(effort !== undefined && { reasoning_effort: effort }),
    ...(temperature !== undefined && { temperature }),
    ...(typeof maxOutputTokens === "number" && { max_output_tokens: maxOutputTokens }),
    ...(maxRetries !== undefined && { max_retries: maxRetries }),
  };
  return Object.keys(tuning).length === 0 ? {} : { tuning };
}

/** Those that people run themselves. They may cut a prompt that is too long; a provider's own service refuses it. */
export function isOwnServer(provider: ProviderName): boolean {
  return isFree(provider) || provider === "openai-compatible";
}

/** @throws ModelFailed where the model cannot have seen the whole prompt */
function checkContext<A>(brief: Brief<A>, { usage }: CallAnswer, model: string): void {
  const lost = lostContext(promptText(renderPrompt(brief)), plausible(usage.inputTokens));
  if (lost !== null) throw new ModelFailed(model, "unavailable", lost);
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

/** What a provider says that it counted, where that can be: some count nothing, and one may lie. */
function plausible(said: number | undefined): number | undefined {
  return said !== undefined && Number.isSafeInteger(said) && said > 0 ? said : undefined;
}

/** A provider that counts nothing (some local ones) is billed by the bound, so that a budget holds. */
function report<A>(model: string, price: Price | null, { usage, raw }: CallAnswer, brief: Brief<A>): CallReport {
  const input = plausible(usage.inputTokens) ?? inputBound(brief);
  const output = plausible(usage.outputTokens) ?? Math.ceil(Buffer.byteLength(raw) / bytesPerToken);
  const cached = Math.min(input, plausible(usage.inputTokenDetails.cacheReadTokens) ?? 0);
  const written = Math.min(input - cached, plausible(usage.inputTokenDetails.cacheWriteTokens) ?? 0);
  return {
    model,
    tokens: { input_tokens: input, cached_input_tokens: cached, output_tokens: output },
    costUsd: costOf(price, { input, cached, written, output }),
  };
}

/** What the model asks to look up, also where its server hands the request on as text. */
function lookUpsIn<A extends AnswerBase>({ tools, answer: schema }: Brief<A>, answer: CallAnswer): readonly ToolCall[] {
  const open = tools.map(({ name }) => name);
  if (open.length === 0) return [];
  if (answer.toolCalls.length === 0) return toolCallsIn(answer.raw, open);
  // An answer may come as the input of a tool that nobody offered.
  const isAnswer = !answer.toolCalls.some(({ name }) => open.includes(name)) && asToolInput(schema, answer) !== null;
  return isAnswer ? [] : answer.toolCalls;
}

/** The answer, where the model gave it as the input of a tool; `null` where it did not. */
function asToolInput<A extends AnswerBase>(schema: Brief<A>["answer"], { raw, toolCalls, finishReason }: CallAnswer) {
  if (toolCalls.length === 0 || raw.trim() !== "") return null;
  const inputs = JSON.stringify(toolCalls.map(({ input }) => input));
  const given = readAnswer(schema, { raw: inputs, prose: "", isCut: finishReason === "length" });
  if (given.answer === null || given.reading === undefined) return null;
  return { ...given, reading: { ...given.reading, steps: ["tool_call" as const, ...given.reading.steps] } };
}

/** @throws ModelFailed when the provider withheld the answer */
function read<A extends AnswerBase>(
  { answer: schema }: Brief<A>,
  answer: CallAnswer,
  model: string,
  call: CallReport,
): Extract<Spoken<A>, { kind: "statement" }> {
  const { raw, prose, finishReason } = answer;
  if (finishReason === "content-filter")
    throw new ModelFailed(model, "refused", "the provider withheld the answer (content filter)");
  const isCut = finishReason === "length";
  const found = asToolInput(schema, answer) ?? readAnswer(schema, { raw, prose, isCut });
  const isNothing = found.answer === null && found.text.trim() === "";
  const problem = isNothing ? emptiness(answer, call) : found.problem;
  return { kind: "statement", ...found, problem, call };
}

function emptiness({ raw, toolCalls, finishReason }: CallAnswer, { tokens }: CallReport): string {
  if (finishReason === "length")
    return `no answer within ${tokens.output_tokens} output tokens; lower SERVICE_REASONING_EFFORT`;
  if (toolCalls.length > 0) return "the answer was a look-up, and none were open";
  return raw.trim() === "" ? "the answer was empty" : "the answer was nothing but thoughts";
}
