import { afterAll, describe, expect, test } from "vitest";
import { z } from "zod";
import {
  AnalystAnswer,
  PlanAnswer,
  ProposalAnswer,
  ResearcherAnswer,
  RiskAnswer,
  VerdictAnswer,
} from "#src/contract/answers.ts";
import { createLlmReasoner } from "#src/reasoners/llm/llm-reasoner.ts";
import type { AnswerBase, Brief, Spoken } from "#src/reasoners/reasoner.ts";
import { analystBrief } from "#tests/support/llm-brief.ts";
import { conclaveScript } from "#tests/support/model-script.ts";
import { startModelServer } from "#tests/support/model-server.ts";

const server = await startModelServer({ script: conclaveScript({ proseLength: 900, lookUps: 1 }) });
afterAll(() => server.close());
const reasoner = createLlmReasoner({
  provider: "openai-compatible",
  settings: { baseUrl: server.url },
  models: { deep: "m", quick: "m" },
});

function speak<A extends AnswerBase>(answer: z.ZodType<A>, over: Partial<Brief<A>> = {}): Promise<Spoken<A>> {
  return reasoner.speak(
    { ...analystBrief(), answer, ...over },
    { signal: new AbortController().signal, onDelta: () => {} },
  );
}

describe("the scripted model", () => {
  test.each<[string, z.ZodType<AnswerBase>]>([
    ["analyst", AnalystAnswer],
    ["researcher", ResearcherAnswer],
    ["research manager", PlanAnswer],
    ["trader", ProposalAnswer],
    ["risk voice", RiskAnswer],
    ["portfolio manager", VerdictAnswer],
  ])("answers as %s, in form, and every figure it quotes is the evidence it cites", async (_role, schema) => {
    const spoken = await speak(schema);
    if (spoken.kind !== "statement") throw new Error("no statement");
    expect(spoken.problem).toBeNull();
    expect(spoken.text.length).toBeGreaterThanOrEqual(900);
    const values = new Map(analystBrief().evidence.map((item) => [item.id, item.value]));
    const quoted = [...spoken.text.matchAll(/at (-?[\d.]+) ?\S* \[([A-Z]\d+)\]/g)];
    expect(quoted.length).toBeGreaterThan(10);
    for (const [, value, id] of quoted) expect(values.get(id ?? "")).toBe(Number(value));
  });

  test("proposes levels on the right sides of the close, some ranges away", async () => {
    const spoken = await speak(ProposalAnswer);
    expect(spoken).toMatchObject({ answer: { action: "buy", entry: 201.7, stop: 193.46, target: 214.06 } });
  });

  test("looks something up as often as told, with input that fits, and then answers", async () => {
    const Input = z.object({ sessions: z.int().min(2).max(250) });
    const tools = [{ name: "price_history", description: "Closes.", input: Input }];
    const asked = await speak(AnalystAnswer, { tools });
    if (asked.kind !== "tools") throw new Error("no look-up");
    expect(Input.parse(asked.calls[0]?.input)).toEqual({ sessions: 2 });
    const results = asked.calls.map(({ id }) => ({ id, evidence: [], note: "nothing found" }));
    expect(await speak(AnalystAnswer, { tools, steps: [{ calls: asked.calls, results }] })).toMatchObject({
      kind: "statement",
      problem: null,
    });
  });

  test("is the same when it is not streamed", async () => {
    const body = {
      model: "m",
      messages: [{ role: "user", content: "[M1] Close: 201.7 USD (2025-06-02)" }],
      response_format: { type: "json_schema", json_schema: { schema: { properties: { text: { type: "string" } } } } },
    };
    const response = await fetch(`${server.url}/chat/completions`, { method: "POST", body: JSON.stringify(body) });
    const Completion = z.object({
      choices: z.array(z.object({ message: z.object({ content: z.string() }), finish_reason: z.literal("stop") })),
      usage: z.object({ prompt_tokens: z.int().positive(), completion_tokens: z.int().positive() }),
    });
    expect(Completion.parse(await response.json()).choices[0]?.message.content).toContain("201.7 USD [M1]");
  });
});
