import { expect, test } from "vitest";
import type { Tuning } from "#src/contract/jobs/model-keys.ts";
import { createBudget } from "#src/debate/budget.ts";
import type { Reasoner } from "#src/debate/reasoners/reasoner.ts";
import { analystBrief } from "#tests/support/llm-brief.ts";
import { rememberingReasoner, type AnswerStore } from "./remembered-answers.ts";

test("an answer serves the same question alone: not one that is asked with another effort or temperature", async () => {
  const kept = new Map<string, unknown>();
  const store: AnswerStore = {
    read: (key) => Promise.resolve(kept.get(key) ?? null),
    write: (key, value) => Promise.resolve(void kept.set(key, value)),
  };
  let asked = 0;
  const ask = async (tuning?: Tuning): Promise<void> => {
    const reasoner: Reasoner = {
      provider: "scripted",
      models: { deep: "deep", quick: "quick" },
      ...(tuning !== undefined && { tuning }),
      usesTools: false,
      estimate: () => "0",
      speak: () =>
        Promise.resolve({
          kind: "statement",
          text: "Up.",
          answer: null,
          problem: null,
          call: {
            model: "quick",
            tokens: { input_tokens: 1, cached_input_tokens: 0, output_tokens: 1 },
            costUsd: "0",
          },
        }),
    };
    const { signal } = new AbortController();
    await rememberingReasoner(reasoner, store, createBudget(null), "", () => (asked += 1)).speak(analystBrief(), {
      signal,
      onDelta: () => {},
    });
  };
  await ask();
  await ask();
  expect(asked).toBe(1);
  await ask({ temperature: 0.3 });
  await ask({ temperature: 0.3, reasoning_effort: "low" });
  await ask({ temperature: 0.3 });
  expect(asked).toBe(3);
});
