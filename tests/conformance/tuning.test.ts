import { afterEach, describe, expect, test } from "vitest";
import { chooseReasoner, noWish, type ReasonerWish } from "#src/compose/choose-reasoner.ts";
import { composeReasoner } from "#src/compose/compose-reasoner.ts";
import { readSettings } from "#src/platform/config.ts";
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

async function made(env: Record<string, string>, wish: Partial<ReasonerWish> = {}) {
  const settings = readSettings(env);
  const reasoner = await composeReasoner(await chooseReasoner({ ...noWish, ...wish }, settings), settings);
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
    const set = { ...plain(told.url), SERVICE_REASONING_EFFORT: "high", SERVICE_MODEL_TEMPERATURE: "0.3" };
    const run = await made(set, { effort: "low" });
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
    const set = { ...plain(model.url), SERVICE_REASONING_EFFORT: "high", SERVICE_MODEL_TEMPERATURE: "0.3" };
    expect((await made(set)).result.rating).toBe("Overweight");
    expect(model.calls.at(-1)?.body).not.toHaveProperty("temperature");
  });

  test.each([
    ["SERVICE_REASONING_EFFORT", "much"],
    ["SERVICE_MODEL_TEMPERATURE", "2.5"],
    ["SERVICE_MODEL_TEMPERATURE", "warm"],
  ])("%s=%s is refused", (name, value) => {
    expect(() => readSettings({ [name]: value })).toThrow(`${name} must be`);
  });
});

describe("another provider for the managers", () => {
  test("is asked for the managers' turns alone, at its own address, and stands in the manifest", async () => {
    const [all, managers] = [await server(), await server()];
    const key = "sk-managers-0123456789abcdef";
    const env = {
      ...plain(all.url),
      SERVICE_DEEP_LLM_PROVIDER: "moonshot",
      SERVICE_DEEP_LLM_BASE_URL: managers.url,
      MOONSHOT_API_KEY: key,
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
    const settings = readSettings({ SERVICE_DEEP_LLM_PROVIDER: "moonshot", MOONSHOT_API_KEY: "k", GROQ_API_KEY: "k" });
    expect(await chooseReasoner({ ...noWish, provider: "groq" }, settings)).not.toHaveProperty("deepProvider");
    const { models: chosen } = await composeReasoner(await chooseReasoner(noWish, settings), settings);
    expect(chosen).toEqual({ deep: "kimi-k3", quick: "openai/gpt-oss-120b" });
  });
});
