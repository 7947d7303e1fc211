import { readFileSync } from "node:fs";
import { delimiter, join, resolve } from "node:path";
import { parseEnv } from "node:util";
import { describe, expect, test } from "vitest";
import { readSettings, variableNames } from "./config.ts";
import { InvalidInput } from "./errors.ts";

const example = readFileSync(join(import.meta.dirname, "../../.env.example"), "utf8");

describe(".env.example", () => {
  test("names every variable that is read, and no other", () => {
    const named = example.split("\n").flatMap((line) => /^([A-Z_]+)=/.exec(line)?.[1] ?? []);
    expect(named.toSorted()).toEqual([...variableNames].toSorted());
  });

  test("its values are the defaults", () => {
    const { home: _home, ...settings } = readSettings(parseEnv(example));
    const { home: _usual, ...usual } = readSettings({});
    expect(settings).toEqual(usual);
  });
});

describe("readSettings", () => {
  test("an empty value counts as unset", () => {
    expect(readSettings({ OPENAI_API_KEY: "", SERVICE_MAX_DEBATE_ROUNDS: "" })).toMatchObject({ keys: { openai: null }, rounds: 1 });
  });

  test("reads the service's settings", () => {
    expect(readSettings({ DATABASE_URL: "postgresql://u:p@db:5433/c?sslmode=require", PORT: "80", SERVICE_JOB_TIMEOUT_SECONDS: "90", WEBHOOK_ALLOW_PRIVATE: "1" }).service).toMatchObject({
      databaseUrl: "postgresql://u:p@db:5433/c?sslmode=require",
      port: 80,
      host: "127.0.0.1",
      auth: null,
      jobTimeoutMs: 90_000,
      webhookAllowPrivate: true,
    });
  });

  test("reads lists, switches, vendors and prices", () => {
    const settings = readSettings({
      MARKET_ARCHIVES: ["a", "/b"].join(delimiter),
      MARKET_VENDORS: "bars=archive, yahoo; news=finnhub,gdelt",
      SERVICE_ONLINE_TOOLS: "false",
      SERVICE_MODEL_PRICES: '{"m": {"input": "0.5", "output": "1.5"}}',
      SERVICE_MODEL_IDLE_SECONDS: "1.5",
    });
    expect(settings).toMatchObject({
      archives: [resolve("a"), "/b"],
      vendors: { bars: ["archive", "yahoo"], news: ["finnhub", "gdelt"] },
      onlineTools: false,
      reasoner: { prices: { m: { input: "0.5", output: "1.5" } }, idleMs: 1500 },
    });
  });

  test.each([
    ["SERVICE_MAX_DEBATE_ROUNDS", "11"],
    ["SERVICE_MAX_RISK_DISCUSS_ROUNDS", "one"],
    ["SERVICE_ONLINE_TOOLS", "maybe"],
    ["SERVICE_RUN_BUDGET_USD", "-1"],
    ["SERVICE_LLM_BASE_URL", "file:///etc/passwd"],
    ["SERVICE_MODEL_PRICES", "{"],
    ["SERVICE_MODEL_PRICES", '{"m": {"input": 1}}'],
    ["DATABASE_URL", "mysql://db/conclave"],
    ["PORT", "65536"],
    ["LOG_LEVEL", "loud"],
    ["SERVICE_AUTH", "none"],
    ["SERVICE_MAX_CONCURRENCY", "0"],
    ["MARKET_VENDORS", "bars=bloomberg"],
    ["MARKET_VENDORS", "tea=yahoo"],
    ["EDGAR_CONTACT", "nobody"],
  ])("refuses %s=%s by name", (name, value) => {
    expect(() => readSettings({ [name]: value })).toThrow(InvalidInput);
    expect(() => readSettings({ [name]: value })).toThrow(name);
  });

  test("a refusal does not print the value, which may be a secret", () => {
    for (const name of ["SERVICE_LLM_BASE_URL", "DATABASE_URL"])
      expect(() => readSettings({ [name]: "s3cret" })).toThrow(expect.objectContaining({ message: expect.not.stringContaining("s3cret") }));
  });
});
