import { Decimal } from "decimal.js";
import { z } from "zod";
import { AnalystAnswer } from "#src/contract/run/answers.ts";
import type { ModelProbe } from "#src/contract/jobs/model-checks.ts";
import type { Tokens, Usd } from "#src/contract/jobs/usage.ts";
import type { Clock } from "#src/core/clock.ts";
import { ModelFailed } from "#src/core/errors.ts";
import type { Brief } from "../reasoner.ts";
import type { CallAnswer } from "./call.ts";
import { createLlmReasoner, isOwnServer } from "./llm-reasoner.ts";
import { dearestPrice, priceOf, type Price } from "./pricing.ts";
import { checksOf, type Seen } from "./probe-checks.ts";
import type { ProviderName } from "./provider-names.ts";
import { traitsOf, type ProviderSettings } from "./providers.ts";
import { toldContext } from "./context-window.ts";

export interface ProbeOptions {
  readonly provider: ProviderName;
  readonly settings: ProviderSettings;
  readonly model: string;
  /** By model; they override the price table. */
  readonly prices?: Readonly<Record<string, Price>>;
  /** Without it the probe makes two short calls. */
  readonly turn?: Brief<AnalystAnswer>;
  /** US dollars, held before each call. */
  readonly budgetUsd: Usd;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  /** The `fetch` to use; the process's own by default. */
  readonly fetch?: typeof globalThis.fetch;
  /** For all attempts of a call together; 120,000 by default. */
  readonly totalMs?: number;
}

/** Wanted, and the fewest that make sense; thinking counts. */
const outputLimits = {
  answer: { most: 1500, least: 400 },
  tools: { most: 1000, least: 300 },
  turn: { most: 8000, least: 1500 },
};

/**
 * Two short calls and, with `turn`, a real one. None that could cross the budget; unknown prices count as the dearest.
 * @throws InvalidInput when a needed setting is missing, Cancelled
 */
export async function probeModel(options: ProbeOptions): Promise<ModelProbe> {
  const { provider, settings, model, prices, turn, signal, fetch = globalThis.fetch } = options;
  const price = priceOf(provider, model, prices);
  const spending = openSpending(options.budgetUsd);
  const refused = new Set<string>();
  const call = (brief: Brief<AnalystAnswer>, kind: keyof typeof outputLimits) =>
    callOnce({ options, price: price ?? dearestPrice, spending, refused }, brief, kind);

  const answer = await call(answerBrief, "answer");
  const isReached = answer.error === null && answer.unmade === null;
  const tools = isReached ? await call(toolBrief, "tools") : null;
  const spoken = isReached && turn !== undefined ? await call(turn, "turn") : null;
  const context = isReached
    ? await toldContext({ provider, settings, model, isOwnServer: isOwnServer(provider), fetch, signal })
    : null;
  const { checks, tokensPerSecond } = checksOf({
    model,
    takesSchema: traitsOf(provider, model, settings).schema,
    answer,
    tools,
    turn: turn === undefined ? null : { brief: turn, seen: spoken },
    refused,
    context,
    price,
  });
  return {
    provider,
    model,
    is_usable: checks.every(
      ({ name, ok }) => ok !== false || (name !== "reach" && name !== "context" && name !== "turn"),
    ),
    checks,
    refused: [...refused],
    context_tokens: context,
    tokens_per_second: tokensPerSecond,
    ...spending.report(price !== null),
    budget_usd: options.budgetUsd,
  };
}

interface Probe {
  readonly options: ProbeOptions;
  /** What is held against the budget. */
  readonly price: Price;
  readonly spending: Spending;
  readonly refused: Set<string>;
}

const unseen = { spoken: null, answer: null, error: null, unmade: null, pieces: 0, firstMs: 0, totalMs: 0 };

async function callOnce(
  { options, price, spending, refused }: Probe,
  brief: Brief<AnalystAnswer>,
  kind: keyof typeof outputLimits,
): Promise<Seen> {
  const { provider, settings, model, clock, signal, fetch, totalMs = 120_000 } = options;
  let answer: CallAnswer | null = null;
  const reasonerWith = (maxOutput: number) =>
    createLlmReasoner({
      provider,
      settings,
      models: { deep: model, quick: model },
      prices: { [model]: price },
      maxOutputTokens: { deep: maxOutput, quick: maxOutput },
      maxRetries: 1,
      totalMs,
      ...(fetch && { fetch }),
      onAnswer: (given) => (answer = given),
      onRefused: (parameter) => refused.add(parameter),
    });
  const { most, least } = outputLimits[kind];
  const input = reasonerWith(0).estimate(brief);
  const affordable = input === null ? 0 : spending.tokensAfter(input, price);
  if (affordable < least) return { ...unseen, unmade: "the budget of this check does not cover the call" };
  const reasoner = reasonerWith(Math.min(most, affordable));
  const estimate = reasoner.estimate(brief) ?? "0";
  const startedAt = clock.now();
  let firstAt: number | null = null;
  let pieces = 0;
  const onDelta = (): void => {
    firstAt ??= clock.now();
    pieces += 1;
  };
  const times = () => ({ pieces, firstMs: (firstAt ?? clock.now()) - startedAt, totalMs: clock.now() - startedAt });
  try {
    const spoken = await reasoner.speak(brief, { signal, onDelta });
    spending.count(estimate, spoken.call.costUsd, spoken.call.tokens);
    return { ...unseen, spoken, answer, ...times() };
  } catch (error) {
    if (!(error instanceof ModelFailed)) throw error;
    spending.fail(estimate, error);
    return { ...unseen, answer, error, ...times() };
  }
}

type Spending = ReturnType<typeof openSpending>;

function openSpending(budgetUsd: Usd) {
  let atMost = new Decimal(0);
  let calls = 0;
  let isExact = true;
  const tokens: Tokens = { input_tokens: 0, cached_input_tokens: 0, output_tokens: 0 };
  return {
    tokensAfter(input: Usd, { output }: Price): number {
      const left = new Decimal(budgetUsd).minus(atMost).minus(input);
      if (left.lt(0)) return 0;
      return output === "0" ? Number.POSITIVE_INFINITY : left.div(output).times(1_000_000).floor().toNumber();
    },
    count(estimate: Usd, cost: Usd | null, used: Tokens): void {
      calls += 1;
      atMost = atMost.plus(cost ?? estimate);
      tokens.input_tokens += used.input_tokens;
      tokens.cached_input_tokens += used.cached_input_tokens;
      tokens.output_tokens += used.output_tokens;
    },
    /** Only a refused call is certainly not billed. */
    fail(estimate: Usd, { reason }: ModelFailed): void {
      calls += 1;
      if (reason === "unauthorized" || reason === "rate_limited") return;
      isExact = false;
      atMost = atMost.plus(estimate);
    },
    report(hasPrice: boolean): Pick<ModelProbe, "calls" | "tokens" | "cost_usd" | "at_most_usd"> {
      const sum = atMost.toFixed();
      return { calls, tokens: { ...tokens }, cost_usd: hasPrice && isExact ? sum : null, at_most_usd: sum };
    },
  };
}

const common = {
  agent: "market",
  round: 1,
  depth: "quick",
  instrument: { symbol: "TEST", name: "Test", assetType: "stock", currency: "USD" },
  asOf: "2019-06-03T20:00:00.000Z",
  tradeDate: "2019-06-03",
  evidence: [],
  transcript: [],
  answer: AnalystAnswer,
  steps: [],
  seed: 1,
} as const satisfies Partial<Brief<AnalystAnswer>>;

const answerBrief: Brief<AnalystAnswer> = {
  ...common,
  ask: 'This is a test of the connection and no debate. In `text`, write the numbers from one to sixty as words, separated by spaces. Give `score` 1 and a single point with the claim "test", no evidence and the side "context".',
  tools: [],
};

const toolBrief: Brief<AnalystAnswer> = {
  ...common,
  ask: "This is a test of the tools and no debate. Ask for the tool `price_history` with 20 sessions, and do not answer before it.",
  tools: [
    {
      name: "price_history",
      description: "Closes of the last sessions.",
      input: z.object({ sessions: z.int().describe("how many sessions back") }),
    },
  ],
};
