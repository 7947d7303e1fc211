import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readEnvFile, strayNames } from "./env-file.ts";
import { variableNames } from "./variables.ts";

const text = [
  "# Settings",
  "\u200bexport SERVICE_LLM_PROVIDER=openai",
  "  SERVICE_DEEP_THINK_LLM = gpt-5 ",
  "set SERVICE_QUICK_THINK_LLM=gpt-5-mini",
  "OPENAI_API_KEY=“sk-typographic”",
  'MAIL_FROM="Conclave # one <a@example.com>"  # a remark',
  "LOG_LEVEL=warn # a remark",
  "SERVICE_MODELS='{\n  \"m\": 1\n}'",
  "PORT: 3000",
  "",
].join("\n");
const variables = {
  SERVICE_LLM_PROVIDER: "openai",
  SERVICE_DEEP_THINK_LLM: "gpt-5",
  SERVICE_QUICK_THINK_LLM: "gpt-5-mini",
  OPENAI_API_KEY: "sk-typographic",
  MAIL_FROM: "Conclave # one <a@example.com>",
  LOG_LEVEL: "warn",
  SERVICE_MODELS: '{\n  "m": 1\n}',
};

function bigEndian(bytes: Buffer): Buffer {
  return Buffer.from(bytes).swap16();
}

test.each<[string, (text: string) => Buffer]>([
  ["UTF-8", (all) => Buffer.from(all)],
  ["UTF-8 with a byte order mark", (all) => Buffer.from(`\uFEFF${all}`)],
  ["UTF-16", (all) => Buffer.from(`\uFEFF${all}`, "utf16le")],
  ["UTF-16 of the other order", (all) => bigEndian(Buffer.from(`\uFEFF${all}`, "utf16le"))],
  ["UTF-16 without a mark", (all) => Buffer.from(all, "utf16le")],
  ["lines of Windows", (all) => Buffer.from(all.replaceAll("\n", "\r\n"))],
])("a file in %s is read whole, and what is no setting is told by its line", (_form, encode) => {
  const read = readEnvFile(encode(text));
  const plain = Object.fromEntries(
    Object.entries(read.variables).map(([name, value]) => [name, value.replaceAll("\r\n", "\n")]),
  );
  expect(plain).toEqual(variables);
  expect(read.unread).toEqual([11]);
});

test.each([
  ["SERVICE_LLM_PROVDER", "SERVICE_LLM_PROVIDER"],
  ["service_llm_provider", "SERVICE_LLM_PROVIDER"],
  ["SERVICE_LLM_BASEURL", "SERVICE_LLM_BASE_URL"],
  ["OPENAI_APIKEY", "OPENAI_API_KEY"],
  ["GEMINI_API_KEY", "GOOGLE_GENERATIVE_AI_API_KEY"],
  ["OPENAI_BASE_URL", "SERVICE_LLM_BASE_URL"],
  ["DEEPSEEK_API_KEY", "SERVICE_LLM_API_KEY"],
  ["FINNHUB_API_KEY", "MARKET_ACCESS"],
])("%s in .env is told with %s", (name, near) => {
  expect(strayNames([name], [], variableNames)).toEqual([
    `${name} in .env is not a setting and is ignored; did you mean ${near}?`,
  ]);
});

test("of an environment only a slip is told, and never what others read", () => {
  const others = [
    "PATH",
    "HOME",
    "HTTPS_PROXY",
    "NODE_ENV",
    "GEMINI_API_KEY",
    "SSH_AUTH_SOCK",
    "HOSTNAME",
    "KUBERNETES_PORT",
  ];
  expect(strayNames([], [...others, ...variableNames], variableNames)).toEqual([]);
  expect(strayNames(["HTTPS_PROXY", "NO_PROXY", "TZ", ...variableNames], [], variableNames)).toEqual([]);
  expect(strayNames([], ["SERVICE_A_PORT_80_TCP", "HOME_RUN_BUDGET_USD"], variableNames)).toEqual([]);
  expect(strayNames([], ["SERVICE_RUN_BUDGET", "MARKET_QQQQQQQQQQQQ"], variableNames)).toEqual([
    "SERVICE_RUN_BUDGET in the environment is not a setting and is ignored; did you mean SERVICE_RUN_BUDGET_USD?",
    "MARKET_QQQQQQQQQQQQ in the environment is not a setting and is ignored",
  ]);
  expect(strayNames([], ["SERVICE_RUN_BUGDET_USD"], variableNames)).toEqual([
    "SERVICE_RUN_BUGDET_USD in the environment is not a setting and is ignored; did you mean SERVICE_RUN_BUDGET_USD?",
  ]);
  expect(strayNames(["QQQQ_ZZZZ"], [], variableNames)).toEqual(["QQQQ_ZZZZ in .env is not a setting and is ignored"]);
});

test("a program started with such a file has its settings and says what is lost", () => {
  const folder = mkdtempSync(join(tmpdir(), "conclave-env-"));
  try {
    const file = "SERVICE_MAX_DEBATE_ROUNDS = 3\nSERVICE_MAX_RISK_ROUNDS=4\nPORT\n";
    writeFileSync(join(folder, ".env"), Buffer.from(`\uFEFF${file}`, "utf16le"));
    const code = `const { loadSettings } = await import(${JSON.stringify(join(import.meta.dirname, "config.ts"))});
      const { rounds, notes } = loadSettings(${JSON.stringify(folder)});
      console.log(JSON.stringify({ rounds, notes }));`;
    const { stdout } = spawnSync(process.execPath, ["--input-type=module", "-e", code], { env: {}, encoding: "utf8" });
    expect(JSON.parse(stdout)).toEqual({
      rounds: 3,
      notes: [
        "line 3 of .env is not NAME=value and is ignored",
        "SERVICE_MAX_RISK_ROUNDS in .env is not a setting and is ignored; did you mean SERVICE_MAX_DEBATE_ROUNDS?",
      ],
    });
  } finally {
    rmSync(folder, { recursive: true });
  }
});
