import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { chooseReasoner, noWish } from "#src/server/compose/models/choose-reasoner.ts";
import { composeReasoner } from "#src/server/compose/models/compose-reasoner.ts";
import { modelServers, type ModelServer } from "#src/core/config/model-servers.ts";
import { readSettings } from "#src/core/config/config.ts";
import { Price, priceOf } from "#src/debate/reasoners/llm/pricing.ts";
import { addressOf } from "#src/debate/reasoners/llm/providers.ts";
import { ProviderName } from "#src/debate/reasoners/llm/provider-names.ts";
import { analystBrief } from "#tests/support/llm-brief.ts";
import { startModelServer } from "#tests/support/model-server.ts";

const rows: readonly ModelServer[] = modelServers;
const page = readFileSync(join(import.meta.dirname, "../../docs/models.md"), "utf8");
const key = "sk-secret-0123456789abcdef";

describe.each(rows)("the server $name", (row) => {
  const models = row.models ?? { deep: "big", quick: "small" };
  const env = {
    SERVICE_LLM_PROVIDER: row.name,
    ...(row.local !== true && { SERVICE_LLM_API_KEY: key }),
    ...(row.models === null && { SERVICE_DEEP_THINK_LLM: "big", SERVICE_QUICK_THINK_LLM: "small" }),
  };

  test("is asked by its name, at another address where one is set, with its key and its models", async () => {
    const server = await startModelServer();
    try {
      const settings = readSettings({ ...env, SERVICE_LLM_BASE_URL: server.url });
      const reasoner = await composeReasoner(await chooseReasoner(noWish, settings), settings);
      expect(reasoner).toMatchObject({ provider: row.name, models });
      const options = { signal: new AbortController().signal, onDelta: () => {} };
      expect(await reasoner.speak(analystBrief(), options)).toMatchObject({ problem: null, answer: { score: 1 } });
      const [call] = server.calls;
      expect(call).toMatchObject({ path: "/v1/chat/completions", model: models.quick });
      expect(call?.headers.authorization).toBe(row.local === true ? undefined : `Bearer ${key}`);
      expect(call?.body).toMatchObject(
        row.lacks?.includes("schema") === true ? {} : { response_format: { type: "json_schema" } },
      );
      expect("seed" in (call?.body ?? {})).toBe(row.lacks?.includes("seed") !== true);
      expect(JSON.stringify(settings)).not.toContain(key);
    } finally {
      await server.close();
    }
  });

  test("has an address of its own, a source for each fact, and its name in the docs", async () => {
    expect(addressOf(ProviderName.parse(row.name), {})).toBe(row.address);
    expect(new URL(row.address).protocol).toBe(row.local === true ? "http:" : "https:");
    expect(row.sources.length).toBeGreaterThan(0);
    for (const source of row.sources) expect(new URL(source).protocol).toBe("https:");
    for (const price of Object.values(row.prices ?? {})) Price.parse(price);
    if (row.local === true) expect(priceOf(ProviderName.parse(row.name), "any")).toMatchObject({ output: "0" });
    expect(page).toContain(`\`${row.name}\``);
  });

  test("without its key says which variable is missing", async () => {
    if (row.local === true) return;
    const settings = readSettings({ ...env, SERVICE_LLM_API_KEY: "" });
    const choice = await chooseReasoner(noWish, settings);
    await expect(composeReasoner(choice, settings)).rejects.toThrow(
      `${row.name} needs a key: set ${row.name}=KEY in SERVICE_LLM_API_KEY`,
    );
  });
});

test("a key alone chooses a server where its models are known, and not where the user has to name them", async () => {
  const choose = (env: Record<string, string>) =>
    chooseReasoner(noWish, readSettings({ SERVICE_LLM_BASE_URL: "ollama=http://127.0.0.1:9", ...env }));
  expect(await choose({ SERVICE_LLM_API_KEY: `moonshot=${key}` })).toMatchObject({ provider: "moonshot" });
  expect(await choose({ SERVICE_LLM_API_KEY: `groq=${key},moonshot=${key}` })).toMatchObject({ provider: "groq" });
  expect(await choose({ SERVICE_LLM_API_KEY: `huggingface=${key}` })).toMatchObject({ provider: "rules" });
});
