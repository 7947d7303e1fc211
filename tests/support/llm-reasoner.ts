import { expect, onTestFinished } from "vitest";
import type { AnalystAnswer } from "#src/contract/run/answers.ts";
import { ModelFailed } from "#src/core/errors.ts";
import { createLlmReasoner, type LlmOptions } from "#src/debate/reasoners/llm/llm-reasoner.ts";
import type { AnswerBase, Brief, Reasoner, Spoken } from "#src/debate/reasoners/reasoner.ts";
import { analystBrief } from "./llm-brief.ts";
import { startModelServer, type ModelServer, type ModelServerOptions } from "./model-server.ts";

const price = { input: "2", cached_input: "0.2", output: "10" };

/** A reasoner on a model server of its own, for as long as the test runs. */
export async function startReasoner(
  server: ModelServerOptions = {},
  options: Partial<LlmOptions> = {},
): Promise<{ server: ModelServer; reasoner: Reasoner }> {
  const running = await startModelServer(server);
  onTestFinished(() => running.close());
  const reasoner = createLlmReasoner({
    provider: "openai-compatible",
    settings: { baseUrl: running.url, apiKey: "sk-secret-0123456789abcdef" },
    models: { deep: "big", quick: "small" },
    prices: { big: price, small: price },
    ...options,
  });
  return { server: running, reasoner };
}

export async function speak<A extends AnswerBase>(
  reasoner: Reasoner,
  brief: Brief<A>,
  signal = new AbortController().signal,
): Promise<{ spoken: Spoken<A>; deltas: string[] }> {
  const deltas: string[] = [];
  const spoken = await reasoner.speak(brief, { signal, onDelta: (text) => deltas.push(text) });
  return { spoken, deltas };
}

/** How a call fails; no key stands in it. */
export async function failure(reasoner: Reasoner, brief: Brief<AnalystAnswer> = analystBrief()): Promise<ModelFailed> {
  const error: unknown = await reasoner.speak(brief, { signal: new AbortController().signal, onDelta: () => {} }).then(
    () => null,
    (reason: unknown) => reason,
  );
  if (!(error instanceof ModelFailed)) throw new Error(`expected ModelFailed, got ${String(error)}`);
  expect(error.message).not.toContain("secret");
  return error;
}

export const retrySoon = { "retry-after-ms": "5" };
