import { afterEach, describe, expect, test } from "vitest";
import type { ReasonerChoice } from "#src/server/compose/models/choices.ts";
import { chooseReasoner, noWish, type ReasonerWish } from "#src/server/compose/models/choose-reasoner.ts";
import { composeReasoner } from "#src/server/compose/models/compose-reasoner.ts";
import { readSettings } from "#src/core/config/config.ts";
import { chainOfCompany, MONDAY } from "#tests/support/company.ts";
import { startModelServer, type ModelServer } from "#tests/support/model-server.ts";
import { finishedRun } from "#tests/support/run-analysis.ts";

const servers: ModelServer[] = [];
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.close()));
});

async function server(options: Parameters<typeof startModelServer>[0] = {}): Promise<ModelServer> {
  const running = await startModelServer(options);
  servers.push(running);
  return running;
}

async function made(
  env: Record<string, string>,
  wish: Partial<ReasonerWish> = {},
  limits: Pick<ReasonerChoice, "maxOutputTokens" | "maxRetries"> = {},
) {
  const settings = readSettings(env);
  const choice = { ...(await chooseReasoner({ ...noWish, ...wish }, settings)), ...limits };
  const reasoner = await composeReasoner(choice, settings);
  return (await finishedRun({ vendors: chainOfCompany(), reasoner, ticker: "AAPL", tradeDate: MONDAY })).outcome.run;
}

const models = { SERVICE_DEEP_THINK_LLM: "big", SERVICE_QUICK_THINK_LLM: "small" };
const plain = (url: string) => ({ SERVICE_LLM_PROVIDER: "openai-compatible", SERVICE_LLM_BASE_URL: url, ...models });

describe("effort and temperature", () => {
  test("are sent and stand in the manifest only where they are set; a flag counts before the setting", async () => {
    const quiet = await server();
    const { manifest } = await made(plain(quiet.url));
    expect(Object.keys(manifest.config)).toEqual([
      "llm_provider",
      "deep_think_llm",
      "quick_think_llm",
      "max_debate_rounds",
      "max_risk_discuss_rounds",
      "online_tools",
      "budget_usd",
      "tool_steps",
    ]);
    for (const { body } of quiet.calls) {
      expect(body).not.toHaveProperty("temperature");
      expect(body).not.toHaveProperty("reasoning_effort");
    }
    const told = await server();
    const set = { ...plain(told.url), SERVICE_REASONING_EFFORT: "high" };
    const run = await made(set, { effort: "low", temperature: 0.3 });
    expect(run.manifest.config).toMatchObject({ reasoning_effort: "low", temperature: 0.3 });
    for (const { body } of told.calls) expect(body).toMatchObject({ reasoning_effort: "low", temperature: 0.3 });
  });

  test("that a server refuses are left out after its first answer", async () => {
    const model = await server({
      plan: ({ body }) =>
        "temperature" in body
          ? { kind: "status", status: 400, message: "Unsupported value: 'temperature' does not support 0.3" }
          : "reasoning_effort" in body
            ? { kind: "status", status: 400, message: "Unrecognized request argument supplied: reasoning_effort" }
            : { kind: "answer" },
    });
    const set = { ...plain(model.url), SERVICE_REASONING_EFFORT: "high" };
    expect((await made(set, { temperature: 0.3 })).result.rating).toBe("Overweight");
    expect(model.calls.at(-1)?.body).not.toHaveProperty("temperature");
  });

  test("an answer's limit and the retries stand in the manifest", async () => {
    const told = await server({
      plan: ({ index }) => (index === 0 ? { kind: "status", status: 503, message: "busy" } : { kind: "answer" }),
    });
    const run = await made(plain(told.url), {}, { maxOutputTokens: 2000, maxRetries: 1 });
    expect(run.manifest.config).toMatchObject({ max_output_tokens: 2000, max_retries: 1 });
    for (const { body } of told.calls) expect(body["max_tokens"]).toBe(2000);
  });

  test("thoughts that use up the limit are asked for once more with twice as many tokens", async () => {
    const limits: unknown[] = [];
    const thinking = await server({
      plan: ({ body }) => {
        limits.push(body["max_tokens"]);
        return Number(body["max_tokens"]) < 4000
          ? { kind: "text", text: "", finishReason: "length" }
          : { kind: "answer" };
      },
    });
    const run = await made(plain(thinking.url), {}, { maxOutputTokens: 2000 });
    expect(run.result.rating).toBe("Overweight");
    expect(new Set(limits)).toEqual(new Set([2000, 4000]));
  });

  test("an effort that is none is refused", () => {
    expect(() => readSettings({ SERVICE_REASONING_EFFORT: "much" })).toThrow("SERVICE_REASONING_EFFORT must be");
  });
});

describe("another provider for the managers", () => {
  test("is asked for the managers' turns alone, at its own address, and stands in the manifest", async () => {
    const [all, managers] = [await server(), await server()];
    const key = "sk-managers-0123456789abcdef";
    const env = {
      ...plain(all.url),
      SERVICE_LLM_BASE_URL: `${all.url},moonshot=${managers.url}`,
      SERVICE_DEEP_LLM_PROVIDER: "moonshot",
      SERVICE_LLM_API_KEY: `moonshot=${key}`,
    };
    const { manifest } = await made(env);
    expect(manifest.config).toMatchObject({
      llm_provider: "openai-compatible",
      deep_llm_provider: "moonshot",
      deep_think_llm: "big",
      quick_think_llm: "small",
    });
    expect(managers.calls.map(({ model, headers }) => [model, headers.authorization])).toEqual(
      Array.from({ length: 2 }, () => ["big", `Bearer ${key}`]),
    );
    expect(new Set(all.calls.map(({ model }) => model))).toEqual(new Set(["small"]));
  });

  test("is left out where a flag names a provider for all, and has its default models where none is named", async () => {
    const settings = readSettings({ SERVICE_DEEP_LLM_PROVIDER: "moonshot", SERVICE_LLM_API_KEY: "groq=k,moonshot=k" });
    expect(await chooseReasoner({ ...noWish, provider: "groq" }, settings)).not.toHaveProperty("deepProvider");
    const { models: chosen } = await composeReasoner(await chooseReasoner(noWish, settings), settings);
    expect(chosen).toEqual({ deep: "kimi-k3", quick: "openai/gpt-oss-120b" });
  });
});
