import { expect, test } from "vitest";
import { z } from "zod";
import type { Checkpoint } from "#src/debate/checkpoint.ts";
import { StoredCall, callKey, isCallKey, keptCalls } from "#src/debate/turns/model-call.ts";
import { testVault } from "#tests/support/database.ts";
import { sealedSteps } from "./analysis-run.ts";

/** Keeps steps as JSON, as the engine does. */
function journal(kept: Map<string, unknown>): Checkpoint {
  return {
    kept: new Map(kept),
    async step(key, schema, run) {
      if (!kept.has(key)) kept.set(key, JSON.parse(JSON.stringify(await run())));
      return schema.parse(kept.get(key));
    },
  };
}

const tokens = { input_tokens: 10, cached_input_tokens: 0, output_tokens: 5 };
const said = {
  prompt: "hash of a prompt on 7319.6428 shares",
  spoken: {
    kind: "statement" as const,
    text: "sell 7319.6428",
    answer: null,
    problem: null,
    call: { model: "deep", tokens, costUsd: "0.25" },
  },
};

test("a worker that takes over asks nothing again, the bill counts it, and the journal says nothing of it", async () => {
  const kept = new Map<string, unknown>();
  const first = sealedSteps(journal(kept), testVault, "ana_1");
  expect(await first.step(callKey("trader/1"), StoredCall, async () => said)).toEqual(said);
  await first.step("figures", z.object({ value: z.string() }), async () => ({ value: "7319.6428" }));
  expect(JSON.stringify([...kept])).not.toContain("7319.6428");

  const second = sealedSteps(journal(kept), testVault, "ana_1");
  const again = second.step(callKey("trader/1"), StoredCall, () => Promise.reject(new Error("asked again")));
  expect(await again).toEqual(said);
  expect(second.kept.get("figures")).toEqual({ value: "7319.6428" });
  // Kept before the run goes on, as every call that is paid for.
  expect([...kept.keys()].map(isCallKey)).toEqual([true, false]);
  const bill = [{ agent: "trader", model: "deep", tokens, cost_usd: "0.25" }];
  expect(keptCalls(kept)).toEqual(bill);
  expect(keptCalls(second.kept)).toEqual(bill);
  expect(() => sealedSteps(journal(kept), testVault, "ana_2")).toThrow("belongs to another row");
});
