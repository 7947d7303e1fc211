import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { homedir, platform, tmpdir } from "node:os";
import { delimiter, join, resolve } from "node:path";
import { inspect, parseEnv } from "node:util";
import { describe, expect, test } from "vitest";
import { readSettings } from "./config.ts";
import { variableNames } from "./variables.ts";
import { InvalidInput } from "../errors.ts";

const example = readFileSync(join(import.meta.dirname, "../../../.env.example"), "utf8");

describe(".env.example", () => {
  test("names every variable that is read, and no other; they are at most 60", () => {
    const named = example.split("\n").flatMap((line) => /^([A-Z_]+)=/.exec(line)?.[1] ?? []);
    expect(named.toSorted()).toEqual([...variableNames].toSorted());
    expect(named.length).toBeLessThanOrEqual(60);
  });

  test("its values are the defaults", () => {
    const { home: _home, ...settings } = readSettings(parseEnv(example));
    const { home: _usual, ...usual } = readSettings({});
    expect(settings).toEqual(usual);
  });
});

describe("readSettings", () => {
  test("an empty value counts as unset", () => {
    expect(readSettings({ OPENAI_API_KEY: "", SERVICE_MAX_DEBATE_ROUNDS: "" })).toMatchObject({
      keys: { models: {} },
      rounds: 1,
    });
  });

  test("what came along around a value when it was copied is no part of it", () => {
    const settings = readSettings({
      OPENAI_API_KEY: "\u200bsk-1\r\n",
      SERVICE_LLM_API_KEY: " tk\u00a0",
      SERVICE_LLM_PROVIDER: " Groq ",
      SERVICE_MAX_DEBATE_ROUNDS: "2\n",
      SERVICE_ONLINE_TOOLS: "False",
      SERVICE_DEEP_THINK_LLM: " ",
    });
    expect(settings).toMatchObject({
      keys: { models: { openai: "sk-1", groq: "tk" } },
      reasoner: { provider: "groq", deep: null },
      rounds: 2,
      onlineTools: false,
    });
  });

  test("what others were sealed with stays as it is", () => {
    const secret = " a secret of tests alone with 32 characters and more\n";
    const read = readSettings({ AUTH_SECRET: secret, BACKUP_PASSPHRASE: ` ${secret}` });
    expect([read.signIn.secret, read.backup.passphrase]).toEqual([secret, ` ${secret}`]);
  });

  test("reads the service's settings", () => {
    expect(
      readSettings({
        DATABASE_URL: "postgresql://u:p@db:5433/c?sslmode=require",
        PORT: "80",
        SERVICE_JOB_TIMEOUT_SECONDS: "90",
        WEBHOOK_ALLOW_PRIVATE: "1",
        PUBLIC_URL: "https://Conclave.example/",
        TRUSTED_PROXIES: "10.0.0.0/8, ::1",
        SECURITY_CONTACT: "security@conclave.example",
      }).service,
    ).toMatchObject({
      databaseUrl: "postgresql://u:p@db:5433/c?sslmode=require",
      port: 80,
      host: "127.0.0.1",
      auth: null,
      jobTimeoutMs: 90_000,
      webhookAllowPrivate: true,
      publicUrl: "https://conclave.example",
      trustedProxies: ["10.0.0.0/8", "::1"],
      securityContact: "mailto:security@conclave.example",
    });
  });

  test("reads lists, switches, vendors and prices", () => {
    const settings = readSettings({
      MARKET_ARCHIVES: ["a", "/b"].join(delimiter),
      MARKET_VENDORS: "bars=archive, yahoo; news=finnhub,gdelt",
      SERVICE_ONLINE_TOOLS: "false",
      SERVICE_MODELS: '{"m": {"input": "0.5", "output": "1.5", "cutoff": "2025-03-31"}, "n": {"cutoff": "2024-01-31"}}',
      SERVICE_MODEL_TIMEOUT_SECONDS: "7.5",
      SERVICE_LLM_BASE_URL: "http://127.0.0.1:8000/v1, ollama=http://gpu:11434",
      RETENTION_DAYS: "events=30,results=365",
      SIGN_IN_WITH: "github=id:secret:with=signs",
      NOWPAYMENTS_API_KEY: "https://key@api-sandbox.nowpayments.io",
      BTCPAY_URL: "https://pay.example/shop/stores/store1",
      TELEGRAM_BOT_TOKEN: "http://127.0.0.1:8081/bot123456:abcdefghijklmnopqrstuvwxyz",
    });
    expect(settings).toMatchObject({
      archives: [resolve("a"), "/b"],
      vendors: { bars: ["archive", "yahoo"], news: ["finnhub", "gdelt"] },
      onlineTools: false,
      reasoner: {
        prices: { m: { input: "0.5", output: "1.5" } },
        cutoffs: { m: "2025-03-31", n: "2024-01-31" },
        idleMs: 1500,
        baseUrl: "http://127.0.0.1:8000/v1",
      },
      ollamaBaseUrl: "http://gpu:11434",
      retention: { events: 30, journals: null, results: 365 },
      signIn: { github: { clientId: "id", clientSecret: "secret:with=signs" }, google: null },
      payments: {
        nowpayments: { apiKey: "key", url: "https://api-sandbox.nowpayments.io" },
        btcpay: { url: "https://pay.example/shop", storeId: "store1" },
      },
      channels: { telegramToken: "123456:abcdefghijklmnopqrstuvwxyz", telegramUrl: "http://127.0.0.1:8081" },
    });
  });

  test.each([
    ["SERVICE_MAX_DEBATE_ROUNDS", "11"],
    ["SERVICE_MAX_RISK_DISCUSS_ROUNDS", "one"],
    ["SERVICE_ONLINE_TOOLS", "maybe"],
    ["SERVICE_RUN_BUDGET_USD", "-1"],
    ["SERVICE_MONTHLY_BUDGET_USD", "50.00"],
    ["SERVICE_LLM_BASE_URL", "file:///etc/passwd"],
    ["SERVICE_MAX_DEBATE_ROUNDS", "0x1"],
    ["SERVICE_MODEL_TIMEOUT_SECONDS", "0"],
    ["SERVICE_LLM_BASE_URL", "ollama=ollama"],
    ["SERVICE_LLM_API_KEY", "sk-whose"],
    ["SERVICE_LLM_API_KEY", "deepseak=sk-1"],
    ["SERVICE_LLM_API_KEY", "groq=sk-1,groq=sk-2"],
    ["RETENTION_DAYS", "events=0"],
    ["RETENTION_DAYS", "30"],
    ["SIGN_IN_WITH", "github=id"],
    ["BTCPAY_URL", "https://pay.example"],
    ["AUTH_SECRET", `${"s".repeat(32)},short`],
    ["SERVICE_MODELS", "{"],
    ["SERVICE_MODELS", '{"m": {"input": "1", "output": "1", "cached": "1"}}'],
    ["SERVICE_MODELS", '{"m": {"input": 1}}'],
    ["SERVICE_MODELS", '{"m": {"cutoff": "last spring"}}'],
    ["DATABASE_URL", "mysql://db/conclave"],
    ["PORT", "65536"],
    ["LOG_LEVEL", "loud"],
    ["SERVICE_AUTH", "none"],
    ["SERVICE_MAX_CONCURRENCY", "0"],
    ["MARKET_VENDORS", "bars=bloomberg"],
    ["MARKET_VENDORS", "tea=yahoo"],
    ["MARKET_VENDORS", "bars="],
    ["MARKET_VENDORS", ";"],
    ["MARKET_VENDORS", "bars=yahoo=ccxt"],
    ["MARKET_VENDORS", "bars=yahoo,yahoo"],
    ["MARKET_VENDORS", "bars=yahoo;bars=ccxt"],
    ["MARKET_ACCESS", "edgar=nobody"],
    ["SECURITY_CONTACT", "http://conclave.example/security"],
    ["SECURITY_CONTACT", "https://conclave.example/\nContact: mailto:evil@example.test"],
    ["PUBLIC_URL", "https://conclave.example/app"],
    ["PUBLIC_URL", "conclave.example"],
    ["TRUSTED_PROXIES", "10.0.0.0/33"],
    ["TRUSTED_PROXIES", "10.0.0.1/8/8"],
    ["TRUSTED_PROXIES", "everybody"],
  ])("refuses %s=%s by name", (name, value) => {
    expect(() => readSettings({ [name]: value })).toThrow(InvalidInput);
    expect(() => readSettings({ [name]: value })).toThrow(name);
  });

  test("a refusal does not print the value, which may be a secret", () => {
    for (const name of ["SERVICE_LLM_BASE_URL", "DATABASE_URL"])
      expect(() => readSettings({ [name]: "s3cret" })).toThrow(
        expect.objectContaining({ message: expect.not.stringContaining("s3cret") }),
      );
  });

  test("every broken rule is named at once", () => {
    expect(() => readSettings({ SERVICE_MAX_DEBATE_ROUNDS: "11", MARKET_ACCESS: "edgar=nobody" })).toThrow(
      "SERVICE_MAX_DEBATE_ROUNDS must be a whole number from 1 to 10; MARKET_ACCESS must be an email address: edgar=you@example.com",
    );
  });

  test("printed or stored settings hold no key", () => {
    const settings = readSettings({ OPENAI_API_KEY: "s3cret", MARKET_ACCESS: "fred=s3cret" });
    expect(settings.keys.models["openai"]).toBe("s3cret");
    for (const shown of [JSON.stringify(settings), inspect(settings, { depth: 9 }), String(settings.keys)])
      expect(shown).not.toContain("s3cret");
  });
});

describe("the home folder", () => {
  test("is the one that is named, absolute", () => {
    expect(readSettings({ CONCLAVE_HOME: "here" }).home).toBe(resolve("here"));
  });

  test.skipIf(platform() !== "linux")(
    "is in the user's data folder; a relative or empty XDG_DATA_HOME does not count",
    () => {
      const usual = join(homedir(), ".local/share/conclave");
      expect(readSettings({ XDG_DATA_HOME: "/data" }).home).toBe("/data/conclave");
      expect([{}, { XDG_DATA_HOME: "" }, { XDG_DATA_HOME: "data" }].map((env) => readSettings(env).home)).toEqual([
        usual,
        usual,
        usual,
      ]);
    },
  );
});

test("loadSettings fills the environment up from .env and does not overrule it", () => {
  const folder = mkdtempSync(join(tmpdir(), "conclave-env-"));
  try {
    writeFileSync(join(folder, ".env"), "SERVICE_MAX_DEBATE_ROUNDS=3\nSERVICE_MAX_RISK_DISCUSS_ROUNDS=4\n");
    const code = `const { loadSettings } = await import(${JSON.stringify(join(import.meta.dirname, "config.ts"))});
      const { rounds, riskRounds } = loadSettings(${JSON.stringify(folder)});
      console.log(JSON.stringify({ rounds, riskRounds }));`;
    const { stdout } = spawnSync(process.execPath, ["--input-type=module", "-e", code], {
      env: { SERVICE_MAX_RISK_DISCUSS_ROUNDS: "5" },
      encoding: "utf8",
    });
    expect(JSON.parse(stdout)).toEqual({ rounds: 3, riskRounds: 5 });
  } finally {
    rmSync(folder, { recursive: true });
  }
});
