import { Decimal } from "decimal.js";
import { Tokens } from "#src/contract/jobs/usage.ts";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { AnalystAnswer } from "#src/contract/run/answers.ts";
import { promptText, renderPrompt } from "#src/debate/reasoners/prompt.ts";
import { analystBrief, managerBrief } from "#tests/support/llm-brief.ts";
import { failure, speak, startReasoner } from "#tests/support/llm-reasoner.ts";
import { conclaveScript } from "#tests/support/model-script.ts";

describe("a structured answer", () => {
  test("comes back parsed, with its prose as it arrived and its cost", async () => {
    const { server, reasoner } = await startReasoner({ script: conclaveScript({ proseLength: 1500 }), pieceLength: 7 });
    const { spoken, deltas } = await speak(reasoner, analystBrief());
    if (spoken.kind !== "statement") throw new Error("no statement");
    expect(spoken.problem).toBeNull();
    expect(AnalystAnswer.parse(spoken.answer)).toMatchObject({
      score: 1,
      points: [{ side: "for", evidence: ["M1"] }, { side: "against" }, { side: "context" }],
    });
    expect(spoken.text).toContain("201.7 USD [M1]");
    expect(deltas.length).toBeGreaterThan(100);
    expect(deltas.join("")).toBe(spoken.text);
    const { input_tokens, output_tokens, cached_input_tokens } = spoken.call.tokens;
    expect(spoken.call.model).toBe("small");
    expect(cached_input_tokens).toBe(0);
    expect(spoken.call.costUsd).toBe(
      new Decimal(input_tokens).times(2).plus(new Decimal(output_tokens).times(10)).div(1e6).toFixed(),
    );
    expect(server.calls[0]).toMatchObject({
      path: "/v1/chat/completions",
      outcome: "finished",
      headers: { authorization: "Bearer sk-secret-0123456789abcdef" },
    });
  });

  test("is asked for with the prompt's exact text, the seed, the limit of the depth and a strict schema without ranges", async () => {
    const { server, reasoner } = await startReasoner({}, { maxOutputTokens: { deep: 900, quick: 300 } });
    await speak(reasoner, analystBrief());
    await speak(reasoner, managerBrief());
    const [quick, deep] = server.calls;
    expect(`${quick?.system}\n\n${quick?.prompt}`).toBe(promptText(renderPrompt(analystBrief())));
    expect(quick?.body).toMatchObject({
      model: "small",
      seed: 7,
      max_tokens: 300,
      stream: true,
      stream_options: { include_usage: true },
    });
    expect(quick?.body).not.toHaveProperty("temperature");
    expect(quick?.body).not.toHaveProperty("tools");
    expect(deep?.body).toMatchObject({ model: "big", max_tokens: 900 });
    expect(quick?.body["response_format"]).toMatchObject({
      type: "json_schema",
      json_schema: { strict: true, name: "answer" },
    });
    expect(JSON.stringify(quick?.schema)).not.toMatch(/minimum|maximum|pattern|format|minLength/);
  });

  test("that is out of range in one field loses that field and says which one", async () => {
    const script = () => ({ text: "Very strong.", score: 9, points: [] });
    const { reasoner } = await startReasoner({ script });
    const { spoken, deltas } = await speak(reasoner, analystBrief());
    expect(spoken).toMatchObject({
      kind: "statement",
      text: "Very strong.",
      answer: { score: null, points: [] },
      problem: expect.stringContaining("score"),
      reading: { steps: ["field_by_field"], missing: ["score"] },
    });
    expect(deltas.join("")).toBe("Very strong.");
  });

  test("with prose around it is found", async () => {
    const { reasoner } = await startReasoner({
      plan: [{ kind: "text", text: "Here you are:\n```json\n$JSON\n```\nGood luck!" }],
    });
    const { spoken, deltas } = await speak(reasoner, analystBrief());
    expect(spoken).toMatchObject({ kind: "statement", problem: null, answer: { score: 1 } });
    expect(spoken).toHaveProperty("text", deltas.join(""));
  });

  test("that is plain prose is kept as text, with the problem said and the tokens billed", async () => {
    const { reasoner } = await startReasoner({ plan: [{ kind: "text", text: "I would **buy**, for {reasons}." }] });
    const { spoken, deltas } = await speak(reasoner, analystBrief());
    expect(spoken).toMatchObject({
      kind: "statement",
      text: "I would **buy**, for {reasons}.",
      answer: null,
      problem: expect.stringMatching(/broken/),
    });
    expect(deltas.join("")).toBe("I would **buy**, for {reasons}.");
    expect(Number(spoken.call.costUsd)).toBeGreaterThan(0);
    expect(spoken.call.tokens.output_tokens).toBeGreaterThan(0);
  });

  test("that was cut off shows its prose and says so", async () => {
    const { reasoner } = await startReasoner({
      plan: [{ kind: "text", text: '{"text":"The trend is \\"up\\" and', finishReason: "length" }],
    });
    const { spoken } = await speak(reasoner, analystBrief());
    expect(spoken).toMatchObject({
      text: 'The trend is "up" and',
      answer: { text: 'The trend is "up" and', score: null },
      problem: expect.stringContaining("limit of output tokens"),
      reading: { steps: ["repaired", "converted", "field_by_field"], is_cut: true },
    });
  });

  test.each([
    ["empty", { kind: "text", text: "  \n" }],
    ["no answer within", { kind: "text", text: "", finishReason: "length" }],
    ["nothing but thoughts", { kind: "text", text: "<think>Buy? Sell?</think>" }],
  ] as const)("that is nothing is said to be nothing: %s", async (words, behaviour) => {
    const { reasoner } = await startReasoner({ plan: [behaviour] });
    const { spoken, deltas } = await speak(reasoner, analystBrief());
    expect(spoken).toMatchObject({ text: "", answer: null, problem: expect.stringContaining(words) });
    expect(deltas).toEqual([]);
  });

  test.each([
    ["refused", "content filter", { kind: "text", text: "I cannot", finishReason: "content_filter" }],
    ["malformed", "read", { kind: "garbage" }],
  ] as const)("is a failure (%s) when it is nothing: %s", async (reason, words, behaviour) => {
    const { reasoner } = await startReasoner({ plan: [behaviour] });
    const error = await failure(reasoner);
    expect(error.reason).toBe(reason);
    expect(error.message).toContain(words);
  });
});

describe("tools", () => {
  const tools = [
    {
      name: "search_news",
      description: "News.",
      input: z.object({ query: z.string().min(2), days: z.int().min(1).max(90) }),
    },
  ];

  test("are offered without being run: one speak is one call", async () => {
    const { server, reasoner } = await startReasoner({
      script: () => ({ toolCalls: [{ name: "search_news", input: { query: "china", days: 30 } }] }),
    });
    const { spoken } = await speak(reasoner, analystBrief({ tools }));
    expect(spoken).toMatchObject({
      kind: "tools",
      calls: [{ name: "search_news", input: { query: "china", days: 30 } }],
    });
    expect(Number(spoken.call.costUsd)).toBeGreaterThan(0);
    expect(server.calls).toHaveLength(1);
    expect(server.calls[0]?.body).toMatchObject({
      tool_choice: "auto",
      tools: [{ function: { name: "search_news" } }],
    });
    expect(JSON.stringify(server.calls[0]?.tools)).not.toMatch(/minimum|minLength/);
  });

  test("open, a model may answer at once", async () => {
    const { reasoner } = await startReasoner();
    const { spoken } = await speak(reasoner, analystBrief({ tools }));
    expect(spoken).toMatchObject({ kind: "statement", problem: null });
  });

  test("input that breaks its schema is handed on, for the debate to refuse in words", async () => {
    const { reasoner } = await startReasoner({
      script: () => ({ toolCalls: [{ name: "search_news", input: { days: "many" } }] }),
    });
    const { spoken } = await speak(reasoner, analystBrief({ tools }));
    expect(spoken).toMatchObject({ kind: "tools", calls: [{ name: "search_news", input: { days: "many" } }] });
  });

  test("asked for while none are open are no answer", async () => {
    const { reasoner } = await startReasoner({ script: () => ({ toolCalls: [{ name: "search_news", input: {} }] }) });
    const { spoken } = await speak(reasoner, analystBrief());
    expect(spoken).toMatchObject({ text: "", answer: null, problem: "the answer was a look-up, and none were open" });
  });
});

describe("many calls", () => {
  test("share the limit of their reasoner, and use it", async () => {
    const { server, reasoner } = await startReasoner({ latencyMs: 30 }, { concurrency: 2 });
    await Promise.all(Array.from({ length: 6 }, (_, index) => speak(reasoner, analystBrief({ round: index + 1 }))));
    expect(server.finished()).toBe(6);
    expect(server.mostAtOnce()).toBe(2);
    expect(server.repeatedFinishedCalls()).toEqual([]);
  });

  test("the server tells when a finished prompt was paid for again", async () => {
    const { server, reasoner } = await startReasoner();
    await speak(reasoner, analystBrief());
    await speak(reasoner, analystBrief());
    expect(server.repeatedFinishedCalls()).toMatchObject([{ times: 2 }]);
  });

  test("with the same start are settled at the price of cached input", async () => {
    const { reasoner } = await startReasoner({ promptCache: true });
    const { spoken: first } = await speak(reasoner, analystBrief());
    const { spoken: second } = await speak(reasoner, analystBrief({ ask: "You are another analyst." }));
    const { input_tokens, cached_input_tokens, output_tokens } = second.call.tokens;
    expect(first.call.tokens.cached_input_tokens).toBe(0);
    expect(cached_input_tokens / input_tokens).toBeGreaterThan(0.8);
    const cost = new Decimal(input_tokens - cached_input_tokens)
      .times("2")
      .plus(new Decimal(cached_input_tokens).times("0.2"))
      .plus(new Decimal(output_tokens).times("10"));
    expect(second.call.costUsd).toBe(cost.div(1e6).toFixed());
  });
});

describe("estimate", () => {
  test("is never less than what the call cost", async () => {
    const { reasoner } = await startReasoner({ script: conclaveScript({ proseLength: 4000 }), countsTokens: true });
    for (const brief of [analystBrief(), analystBrief({ evidence: [] })]) {
      const { spoken } = await speak(reasoner, brief);
      expect(new Decimal(reasoner.estimate(brief) ?? "NaN").gte(spoken.call.costUsd ?? "NaN")).toBe(true);
    }
  });

  test("bounds a provider that counts nothing", async () => {
    const { reasoner } = await startReasoner({ countsTokens: false });
    const { spoken } = await speak(reasoner, analystBrief());
    expect(spoken.call.tokens.input_tokens).toBeGreaterThan(1000);
    expect(Number(spoken.call.costUsd)).toBeGreaterThan(0);
    expect(new Decimal(reasoner.estimate(analystBrief()) ?? "NaN").gte(spoken.call.costUsd ?? "NaN")).toBe(true);
  });

  test.each([
    { prompt_tokens: -5, completion_tokens: -9, total_tokens: -14 },
    { prompt_tokens: 0, completion_tokens: 0, total_tokens: 0 },
    { prompt_tokens: 12.5, completion_tokens: 1.25, total_tokens: 14 },
    { prompt_tokens: 1e300, completion_tokens: 1e300, total_tokens: 1e300 },
    { prompt_tokens: 900, completion_tokens: 90, prompt_tokens_details: { cached_tokens: -900 } },
    { prompt_tokens: 900, completion_tokens: 90, prompt_tokens_details: { cached_tokens: 1e9 } },
  ])("holds for a provider that counts what cannot be: %j", async (usage) => {
    const { reasoner } = await startReasoner({ plan: () => ({ kind: "text", text: "$JSON", usage }) });
    const { spoken } = await speak(reasoner, analystBrief());
    expect(Tokens.safeParse(spoken.call.tokens).success).toBe(true);
    expect(spoken.call.tokens.input_tokens).toBeGreaterThan(0);
    expect(spoken.call.tokens.output_tokens).toBeGreaterThan(0);
    expect(spoken.call.tokens.cached_input_tokens).toBeLessThanOrEqual(spoken.call.tokens.input_tokens);
    const cost = new Decimal(spoken.call.costUsd ?? "NaN");
    expect(cost.gt(0) && cost.lte(reasoner.estimate(analystBrief()) ?? "NaN")).toBe(true);
  });

  test("is null, like the cost, when the price is not known", async () => {
    const { reasoner } = await startReasoner({}, { prices: {} });
    const { spoken } = await speak(reasoner, analystBrief());
    expect(reasoner.estimate(analystBrief())).toBeNull();
    expect(spoken.call.costUsd).toBeNull();
  });
});
