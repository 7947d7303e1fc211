import { createServer, type IncomingHttpHeaders } from "node:http";
import { once } from "node:events";
import { AwsV4Signer } from "aws4fetch";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { InvalidInput, ModelFailed } from "#src/core/errors.ts";
import { callModel, wireSchema } from "#src/debate/reasoners/llm/call.ts";
import { createLlmReasoner } from "#src/debate/reasoners/llm/llm-reasoner.ts";
import { priceOf } from "#src/debate/reasoners/llm/pricing.ts";
import { defaultModels, ProviderName } from "#src/debate/reasoners/llm/provider-names.ts";
import { loadModel, traitsOf, wireFetch, type ProviderSettings } from "#src/debate/reasoners/llm/providers.ts";
import { renderPrompt } from "#src/debate/reasoners/prompt.ts";
import { analystBrief } from "#tests/support/llm-brief.ts";
import { startModelServer } from "#tests/support/model-server.ts";

const key = "test-key-0123456789";
const noDelta = { signal: new AbortController().signal, onDelta: () => {} };

interface Arrived {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: unknown;
  readonly text: string;
}

/** Takes any request, keeps it, and answers 400. */
async function startCapture(): Promise<{ url: string; arrived: Arrived[]; close: () => Promise<void> }> {
  const arrived: Arrived[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const text = Buffer.concat(chunks).toString("utf8");
      arrived.push({ path: request.url ?? "", headers: request.headers, body: JSON.parse(text), text });
      response
        .writeHead(400, { "content-type": "application/json" })
        .end(JSON.stringify({ error: { message: "no", type: "invalid" }, message: "no" }));
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  return {
    url: `http://127.0.0.1:${address.port}`,
    arrived,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

describe("providers that speak chat completions answer a whole call", () => {
  const warnings: string[] = [];
  const note = (warning: Error) => warnings.push(warning.message);
  beforeEach(() => {
    warnings.length = 0;
    process.on("warning", note);
  });
  afterEach(() => void process.off("warning", note));

  test.each([
    ["openai", "gpt-6.1-terra"],
    ["xai", "grok-4.3"],
    ["deepseek", "deepseek-flash"],
    ["mistral", "mistral-large-2512"],
    ["groq", "openai/gpt-oss-120b"],
    ["openrouter", "some/model"],
    ["ollama", "llama"],
    ["openai-compatible", "local"],
  ] as const)("%s", async (provider, model) => {
    const server = await startModelServer();
    try {
      const reasoner = createLlmReasoner({
        provider,
        settings: { apiKey: key, baseUrl: server.url },
        models: { deep: model, quick: model },
      });
      const spoken = await reasoner.speak(analystBrief(), noDelta);
      expect(spoken).toMatchObject({ kind: "statement", problem: null, answer: { score: 1 }, call: { model } });
      const [call] = server.calls;
      expect(call).toMatchObject({ path: "/v1/chat/completions", model, headers: { authorization: `Bearer ${key}` } });
      expect(call?.system).toContain("UNTRUSTED TEXT");
      await new Promise((done) => void setImmediate(done));
      expect(warnings).toEqual([]);
    } finally {
      await server.close();
    }
  });

  test("DeepSeek, which takes no schema, has it at the end of the prompt and keeps the start free of it", async () => {
    const server = await startModelServer();
    try {
      const reasoner = createLlmReasoner({ provider: "deepseek", settings: { apiKey: key, baseUrl: server.url } });
      await reasoner.speak(analystBrief(), noDelta);
      const [call] = server.calls;
      expect(call?.body["response_format"]).toEqual({ type: "json_object" });
      expect(call?.system).not.toContain("additionalProperties");
      expect(call?.prompt).toMatch(/JSON schema:\n\{"type":"object".*\}$/);
    } finally {
      await server.close();
    }
  });
});

describe("every provider at its own address", () => {
  const access = { apiKey: key };
  const awsKeys = { region: "eu-central-1", accessKeyId: "AKIATEST", secretAccessKey: "very-secret" };
  const cases: [
    ProviderName,
    string,
    ProviderSettings,
    { url: string; headers: Record<string, unknown>; body: object },
  ][] = [
    [
      "openai",
      "gpt-6.1-sol",
      access,
      {
        url: "https://api.openai.com/v1/responses",
        headers: { authorization: `Bearer ${key}` },
        body: { prompt_cache_key: expect.any(String), text: { format: { type: "json_schema", strict: true } } },
      },
    ],
    [
      "anthropic",
      "claude-opus-5-5",
      access,
      {
        url: "https://api.anthropic.com/v1/messages",
        headers: { "x-api-key": key },
        body: { max_tokens: 500, messages: [{ content: [{ cache_control: { type: "ephemeral" } }, {}] }] },
      },
    ],
    [
      "google",
      "gemini-3.8-flash",
      access,
      {
        url: "https://generativelanguage.googleapis.com/v1beta/models/gemini-3.8-flash:streamGenerateContent?alt=sse",
        headers: { "x-goog-api-key": key },
        body: { generationConfig: { seed: 7, responseMimeType: "application/json" } },
      },
    ],
    [
      "xai",
      "grok-4.7",
      access,
      { url: "https://api.x.ai/v1/responses", headers: { authorization: `Bearer ${key}` }, body: {} },
    ],
    [
      "deepseek",
      "deepseek-v4-pro",
      access,
      { url: "https://api.deepseek.com/chat/completions", headers: { authorization: `Bearer ${key}` }, body: {} },
    ],
    [
      "mistral",
      "mistral-large-2512",
      access,
      {
        url: "https://api.mistral.ai/v1/chat/completions",
        headers: { authorization: `Bearer ${key}` },
        body: { random_seed: 7 },
      },
    ],
    [
      "groq",
      "openai/gpt-oss-120b",
      access,
      {
        url: "https://api.groq.com/openai/v1/chat/completions",
        headers: { authorization: `Bearer ${key}` },
        body: { seed: 7 },
      },
    ],
    [
      "openrouter",
      "some/model",
      access,
      {
        url: "https://openrouter.ai/api/v1/chat/completions",
        headers: { authorization: `Bearer ${key}` },
        body: { model: "some/model" },
      },
    ],
    [
      "azure",
      "my-deployment",
      { ...access, resourceName: "res" },
      {
        url: "https://res.openai.azure.com/openai/v1/responses?api-version=v1",
        headers: { "api-key": key },
        body: { model: "my-deployment" },
      },
    ],
    [
      "bedrock",
      "eu.anthropic.claude-opus-4-8",
      { ...access, region: "eu-central-1" },
      {
        url: "https://bedrock-runtime.eu-central-1.amazonaws.com/model/eu.anthropic.claude-opus-4-8/converse-stream",
        headers: { authorization: `Bearer ${key}` },
        body: { messages: [{ content: [{}, { cachePoint: { type: "default" } }, {}] }] },
      },
    ],
    [
      "bedrock",
      "amazon.nova-pro-v1:0",
      awsKeys,
      {
        url: "https://bedrock-runtime.eu-central-1.amazonaws.com/model/amazon.nova-pro-v1%3A0/converse-stream",
        headers: { authorization: expect.stringMatching(/^AWS4-HMAC-SHA256 Credential=AKIATEST\//) },
        body: {},
      },
    ],
    [
      "ollama",
      "llama",
      {},
      {
        url: "http://127.0.0.1:11434/v1/chat/completions",
        headers: { authorization: undefined },
        body: { model: "llama" },
      },
    ],
  ];

  test.each(cases)(
    "%s %s sends the call where it belongs, with the key where it belongs",
    async (provider, model, settings, expected) => {
      const capture = await startCapture();
      const urls: string[] = [];
      // Only the origin is another: path, query, headers and body go over real HTTP as they are.
      const here: typeof fetch = (input, init) => {
        const url = new URL(input instanceof Request ? input.url : input);
        urls.push(url.href);
        return fetch(`${capture.url}${url.pathname}${url.search}`, init);
      };
      try {
        const brief = analystBrief();
        const call = callModel({
          model: await loadModel(provider, model, settings, wireFetch(provider, settings, here)),
          traits: traitsOf(provider, model, settings),
          prompt: renderPrompt(brief),
          schema: wireSchema(brief.answer),
          tools: [],
          seed: brief.seed,
          cacheKey: "AAPL 2025-06-02",
          limits: { maxRetries: 0, totalMs: 10_000, idleMs: 10_000, maxOutputTokens: 500 },
          ...noDelta,
        });
        await expect(call).rejects.toMatchObject({ statusCode: 400 });
        expect(urls).toEqual([expected.url]);
        expect(capture.arrived).toHaveLength(1);
        for (const [name, value] of Object.entries(expected.headers))
          expect(capture.arrived[0]?.headers[name]).toEqual(value);
        expect(capture.arrived[0]?.body).toMatchObject(expected.body);
        expect(JSON.stringify(capture.arrived[0]?.body)).not.toContain("temperature");
      } finally {
        await capture.close();
      }
    },
  );

  test.each([
    ["anthropic", "/messages"],
    ["google", "/models/m:streamGenerateContent?alt=sse"],
    ["azure", "/responses"],
    ["bedrock", "/model/m/converse-stream"],
  ] as const)("%s can be pointed at a gateway", async (provider, path) => {
    const capture = await startCapture();
    try {
      const reasoner = createLlmReasoner({
        provider,
        settings: { apiKey: key, baseUrl: capture.url, region: "eu-central-1" },
        models: { deep: "m", quick: "m" },
        maxRetries: 0,
      });
      await expect(reasoner.speak(analystBrief(), noDelta)).rejects.toBeInstanceOf(ModelFailed);
      expect(capture.arrived.map((request) => request.path)).toEqual([path]);
    } finally {
      await capture.close();
    }
  });
});

describe("a budget for thoughts", () => {
  test.each(["minimal", "low", "medium", "high", "xhigh"] as const)(
    "leaves room for the answer within its limit, at effort %s",
    async (effort) => {
      for (const [provider, model] of [
        ["anthropic", "claude-sonnet-4-5"],
        ["anthropic", "claude-3-7-sonnet-20250219"],
        ["google", "gemini-2.5-pro"],
        ["bedrock", "eu.anthropic.claude-sonnet-4-5-20250929-v1:0"],
        ["bedrock", "anthropic.claude-3-7-sonnet-20250219-v1:0"],
      ] as const) {
        const capture = await startCapture();
        try {
          const reasoner = createLlmReasoner({
            provider,
            settings: { apiKey: key, baseUrl: capture.url, region: "eu-central-1" },
            models: { deep: model, quick: model },
            maxRetries: 0,
            maxOutputTokens: 8000,
            effort,
          });
          await expect(reasoner.speak(analystBrief(), noDelta)).rejects.toBeInstanceOf(ModelFailed);
          const { body, headers } = capture.arrived[0] ?? {};
          const text = JSON.stringify(body);
          expect(Number(/"(?:max_tokens|maxOutputTokens|maxTokens)":(\d+)/.exec(text)?.[1])).toBe(8000);
          const budget = /"(?:budget_tokens|thinkingBudget)":(\d+)/.exec(text)?.[1];
          expect(Number(budget)).toBeLessThanOrEqual(4800);
          expect(Object.keys(headers ?? {}).filter((name) => name.includes("conclave"))).toEqual([]);
        } finally {
          await capture.close();
        }
      }
    },
  );
});

describe("an access key of AWS", () => {
  const settings = { region: "eu-central-1", accessKeyId: "AKIATEST", secretAccessKey: "very-secret" };

  test.each(["high", undefined] as const)("signs what is sent, at effort %s", async (effort) => {
    const capture = await startCapture();
    const unsigned: string[] = [];
    try {
      const reasoner = createLlmReasoner({
        provider: "bedrock",
        settings: { ...settings, baseUrl: capture.url },
        models: {
          deep: "anthropic.claude-3-7-sonnet-20250219-v1:0",
          quick: "anthropic.claude-3-7-sonnet-20250219-v1:0",
        },
        maxRetries: 0,
        maxOutputTokens: 8000,
        effort,
      });
      await expect(reasoner.speak(analystBrief(), noDelta)).rejects.toBeInstanceOf(ModelFailed);
      for (const { path, headers, text } of capture.arrived) {
        const datetime = String(headers["x-amz-date"]);
        const { authorization } = headers;
        const signed = /SignedHeaders=([^,]+)/.exec(authorization ?? "")?.[1]?.split(";") ?? [];
        const again = new AwsV4Signer({
          ...settings,
          service: "bedrock",
          method: "POST",
          url: `${capture.url}${path}`,
          headers: signed.map((name): [string, string] => [name, String(headers[name])]),
          body: text,
          datetime,
        });
        if ((await again.authHeader()) !== authorization) unsigned.push(text);
      }
      expect(capture.arrived.length).toBeGreaterThan(0);
      expect(unsigned).toEqual([]);
    } finally {
      await capture.close();
    }
  });
});

describe("settings", () => {
  test.each([
    ["openai", {}, "an API key"],
    ["anthropic", { apiKey: "" }, "an API key"],
    ["azure", { apiKey: "k" }, "a resource name or a base URL"],
    ["bedrock", { apiKey: "k" }, "a region"],
    ["bedrock", { region: "eu-central-1", accessKeyId: "a" }, "an access key with its secret"],
    ["openai-compatible", {}, "a base URL"],
  ] as const)("%s with %j is told that it needs %s", (provider, settings, what) => {
    const make = () => createLlmReasoner({ provider, settings, models: { deep: "m", quick: "m" } });
    expect(make).toThrow(InvalidInput);
    expect(make).toThrow(what);
  });

  test("a provider without default models says that both must be named", () => {
    expect(() => createLlmReasoner({ provider: "ollama", settings: {} })).toThrow(/deep_think_llm/);
  });

  test("the environment is not asked for a key", () => {
    process.env["OPENAI_API_KEY"] = "from-the-environment";
    try {
      expect(() => createLlmReasoner({ provider: "openai", settings: {} })).toThrow(InvalidInput);
    } finally {
      delete process.env["OPENAI_API_KEY"];
    }
  });

  test("every default model has a known price", () => {
    for (const provider of ProviderName.options) {
      const models = defaultModels[provider];
      if (models === null) continue;
      expect(priceOf(provider, models.deep), `${provider} ${models.deep}`).not.toBeNull();
      expect(priceOf(provider, models.quick), `${provider} ${models.quick}`).not.toBeNull();
    }
  });
});
