import { createServer } from "node:http";
import { once } from "node:events";
import { afterEach, describe, expect, test } from "vitest";
import { ModelProbe, type ProbeCheckName } from "#src/contract/jobs/model-checks.ts";
import { systemClock } from "#src/core/clock.ts";
import { Cancelled } from "#src/core/errors.ts";
import { contextNeeded } from "#src/debate/reasoners/llm/probe-checks.ts";
import { probeModel, type ProbeOptions } from "#src/debate/reasoners/llm/probe.ts";
import { analystBrief } from "#tests/support/llm-brief.ts";
import { conclaveScript } from "#tests/support/model-script.ts";
import { startModelServer, type ModelServer, type ModelServerOptions } from "#tests/support/model-server.ts";

const key = "sk-secret-0123456789abcdef";
const prices = { small: { input: "1", cached_input: "0.1", output: "5" } };
const servers: ModelServer[] = [];

afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.close()));
});

async function probed(
  server: ModelServerOptions,
  options: Partial<ProbeOptions> = {},
): Promise<{ probe: ModelProbe; server: ModelServer; ok: Partial<Record<ProbeCheckName, boolean | null>> }> {
  const running = await startModelServer(server);
  servers.push(running);
  const probe = await probeModel({
    provider: "openai-compatible",
    settings: { baseUrl: running.url, apiKey: key },
    model: "small",
    prices,
    turn: analystBrief(),
    budgetUsd: "0.10",
    clock: systemClock,
    signal: new AbortController().signal,
    ...options,
  });
  expect(ModelProbe.parse(probe)).toEqual(probe);
  expect(JSON.stringify(probe)).not.toContain("secret");
  return { probe, server: running, ok: Object.fromEntries(probe.checks.map(({ name, ok }) => [name, ok])) };
}

const withLookUp = { script: conclaveScript({ lookUps: 1 }) };
const fine = {
  reach: true,
  schema: true,
  tools: true,
  streaming: true,
  usage: true,
  speed: true,
  price: true,
  turn: true,
};

function found({ checks }: ModelProbe, name: ProbeCheckName) {
  const check = checks.find((one) => one.name === name);
  if (check === undefined) throw new Error(`no check ${name}`);
  return check;
}

describe("a model that does all that is asked", () => {
  test("passes every check in three calls, which are counted and paid for", async () => {
    const { probe, server, ok } = await probed(withLookUp);
    expect(ok).toEqual({ ...fine, context: null });
    expect(server.calls).toHaveLength(3);
    expect(probe).toMatchObject({ is_usable: true, calls: 3, refused: [], budget_usd: "0.10" });
    expect(Number(probe.cost_usd)).toBeGreaterThan(0);
    expect(probe.at_most_usd).toBe(probe.cost_usd);
    expect(probe.checks.every(({ costs, mend }) => costs === null && mend === null)).toBe(true);
    expect(found(probe, "turn").found).toMatch(/words, score 1, 3 points, cites \d+ of 44 records/);
    expect(found(probe, "context").found).toMatch(/does not tell it; a prompt of [\d,]+ tokens was read whole/);
  });

  test("is tried with two short calls where no turn is given", async () => {
    const { turn: _, ...rest } = fine;
    const running = await startModelServer(withLookUp);
    servers.push(running);
    const probe = await probeModel({
      provider: "openai-compatible",
      settings: { baseUrl: running.url },
      model: "small",
      prices,
      budgetUsd: "0.10",
      clock: systemClock,
      signal: new AbortController().signal,
    });
    expect(Object.fromEntries(probe.checks.map(({ name, ok }) => [name, ok]))).toEqual({ ...rest, context: null });
    expect(probe.calls).toBe(2);
  });
});

describe("what a server lacks", () => {
  test("a schema, tools, streaming and counts are told with what each costs and what mends it", async () => {
    const script = conclaveScript();
    const { probe, ok } = await probed({
      script,
      countsTokens: false,
      plan: ({ body, schema, index }) => {
        if (JSON.stringify(body["response_format"] ?? {}).includes("json_schema"))
          return { kind: "status", status: 400, message: "response_format json_schema is not supported" };
        if (body["tools"] !== undefined)
          return { kind: "status", status: 400, message: "this model does not support tools" };
        const text = JSON.stringify(script({ model: "small", system: "", prompt: "", schema, tools: [] }));
        const message = { role: "assistant", content: text };
        const whole = {
          id: `c${index}`,
          created: 1,
          model: "small",
          choices: [{ index: 0, message, finish_reason: "stop" }],
        };
        return { kind: "raw", contentType: "application/json", pieces: [JSON.stringify(whole)] };
      },
    });
    expect(ok).toMatchObject({ reach: true, schema: false, tools: false, streaming: false, usage: false, speed: null });
    expect(probe.is_usable).toBe(true);
    expect(probe.refused.toSorted()).toEqual(["json_schema", "tools"]);
    for (const name of ["schema", "tools", "streaming", "usage"] as const) {
      const { costs, mend } = found(probe, name);
      expect(costs).toMatch(/^[A-Z].+\.$/);
      expect(mend).not.toBeNull();
    }
    expect(found(probe, "context").found).toBe("the server does not tell it, and counts no tokens");
  });

  test("an answer in another form is named, and so is one that ignores its tools", async () => {
    const { probe, ok } = await probed({ plan: () => ({ kind: "text", text: "Sure!\n```json\n$JSON\n```" }) });
    expect(ok).toMatchObject({ reach: true, schema: false, tools: false, turn: true });
    expect(found(probe, "schema").found).toContain("in a code fence");
    expect(found(probe, "tools").found).toBe("answered without the tool it was told to use");
  });

  test("a model that only talks fails its turn, and is not usable", async () => {
    const { probe, ok } = await probed({ plan: () => ({ kind: "text", text: "I would rather not say." }) });
    expect(ok).toMatchObject({ reach: true, turn: false });
    expect(probe.is_usable).toBe(false);
  });

  test("a context that the server tells is held against what a debate needs", async () => {
    const listing = (context: number) => ({
      data: [
        { id: "small", max_model_len: context },
        { id: "big", max_model_len: 9 },
      ],
    });
    for (const [context, ok] of [
      [8192, false],
      [contextNeeded, true],
    ] as const) {
      const fetch = listed(listing(context));
      const { probe } = await probed(withLookUp, { fetch });
      expect(probe.context_tokens).toBe(context);
      expect(found(probe, "context").ok).toBe(ok);
    }
  });

  test("Ollama tells the context that it has set aside, before what the model could take", async () => {
    const ollama = createServer((request, response) => {
      const answer =
        request.url === "/api/ps"
          ? { models: [{ name: "small", context_length: 4096 }] }
          : { object: "list", data: [{ id: "small", context_length: 131_072 }] };
      response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(answer));
    });
    ollama.listen(0, "127.0.0.1");
    await once(ollama, "listening");
    const address = ollama.address();
    if (address === null || typeof address === "string") throw new Error("no port");
    const fetch: typeof globalThis.fetch = (input, init) =>
      init?.method === "POST"
        ? globalThis.fetch(input, init)
        : globalThis.fetch(new URL(new URL(String(input)).pathname, `http://127.0.0.1:${address.port}`), init);
    const { probe } = await probed(withLookUp, { fetch });
    ollama.close();
    expect(probe.context_tokens).toBe(4096);
    expect(found(probe, "context")).toMatchObject({
      ok: false,
      mend: expect.stringContaining("OLLAMA_CONTEXT_LENGTH"),
    });
  });

  test("a prompt that was cut shows as a context that is too small", async () => {
    const usage = { prompt_tokens: 300, completion_tokens: 20, total_tokens: 320 };
    const { probe, ok } = await probed({
      ...withLookUp,
      plan: ({ index }) => (index === 2 ? { kind: "text", text: "$JSON", usage } : { kind: "answer" }),
    });
    expect(ok).toMatchObject({ reach: true, context: false, turn: false });
    expect(found(probe, "context").found).toMatch(/read only 300 of at least/);
    expect(probe.is_usable).toBe(false);
  });
});

describe("a model that cannot be reached", () => {
  test.each([
    ["a refused key", { kind: "status", status: 401, message: `bad key ${key}` }, "0", /refused the key/],
    [
      "an account without balance",
      { kind: "status", status: 402, message: "insufficient balance" },
      "0",
      /no quota left/,
    ],
    ["no such model", { kind: "status", status: 404, message: "model not found" }, null, /no model "small"/],
    ["garbage", { kind: "garbage" }, null, /small: /],
  ] as const)("%s is told after one call, and nothing else is asked", async (_, behaviour, cost, says) => {
    const { probe, server, ok } = await probed({ plan: () => behaviour });
    expect(server.calls).toHaveLength(1);
    expect(ok).toMatchObject({ reach: false, schema: null, tools: null, turn: null });
    expect(found(probe, "reach")).toMatchObject({
      found: expect.stringMatching(says),
      costs: "No analysis can use this model.",
    });
    expect(probe).toMatchObject({ is_usable: false, calls: 1, cost_usd: cost });
  });

  test("whoever gives up stops the call", async () => {
    const controller = new AbortController();
    const running = probed({ plan: () => ({ kind: "hang" }) }, { signal: controller.signal });
    setTimeout(() => controller.abort(), 50);
    await expect(running).rejects.toThrow(Cancelled);
  });
});

describe("the budget", () => {
  test("is held before each call: one that could cross it is not made", async () => {
    const { probe, server, ok } = await probed(withLookUp, { budgetUsd: "0.0001" });
    expect(server.calls).toHaveLength(0);
    expect(probe).toMatchObject({ is_usable: true, calls: 0, cost_usd: "0", at_most_usd: "0" });
    expect(ok).toMatchObject({ reach: null, turn: null });
  });

  test("trims the room of the turn before it gives the turn up", async () => {
    const { server } = await probed(withLookUp, { budgetUsd: "0.022" });
    expect(server.calls).toHaveLength(3);
    const room = Number(server.calls[2]?.body["max_tokens"]);
    expect(room).toBeGreaterThanOrEqual(1500);
    expect(room).toBeLessThan(8000);
  });

  test("holds a model without a price at the dearest list price, and says that its cost is not known", async () => {
    const { probe } = await probed(withLookUp, { prices: {} });
    expect(probe.cost_usd).toBeNull();
    expect(Number(probe.at_most_usd)).toBeGreaterThan(0);
    expect(Number(probe.at_most_usd)).toBeLessThanOrEqual(0.1);
    expect(found(probe, "price")).toMatchObject({ ok: false, mend: expect.stringContaining('"small"') });
  });
});

/** Answers GET requests with this, and passes everything else on. */
function listed(answer: unknown): typeof globalThis.fetch {
  return async (input, init) =>
    init?.method === "POST" ? globalThis.fetch(input, init) : new Response(JSON.stringify(answer));
}
