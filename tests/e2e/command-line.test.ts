import { spawnSync } from "node:child_process";
import { cpSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { Run } from "#src/contract/run/run.ts";
import { RunDiff } from "#src/report/text/diff.ts";
import { askingModel, conclaveHome } from "#tests/support/conclave.ts";

/* The command line as somebody types it. What there is besides is in command-line.full.test.ts. */

const root = join(import.meta.dirname, "../..");
const demo = ["analyze", "DEMO", "--date", "2019-06-03"];

test("with nothing configured, DEMO works from the archive that ships, is marked as made up, and replays", async () => {
  const cli = conclaveHome();
  const { code, out, err } = await cli.run(...demo, "--out", "report");
  expect(code).toBe(0);
  expect(err.split("\n")[0]).toContain("reasoner: rules (a rules engine, no language model)");
  expect(err.split("\n")[0]).toContain("included archive");
  expect(err + out).not.toContain("\u001B");
  expect(out).toMatch(/^Rating\s+(Buy|Overweight|Hold|Underweight|Sell)/m);
  expect(out).toContain("Synthetic data");
  // What README shows of it is what it prints.
  const [, shown = ""] = /```text\n([^]*?)```/.exec(readFileSync(join(root, "README.md"), "utf8")) ?? [];
  for (const line of shown.trimEnd().split("\n")) expect(out.split("\n")).toContain(line);
  const files = ["manifest.json", "report.html", "report.md", "result.json", "steps.jsonl"];
  expect(readdirSync(join(cli.home, "report")).toSorted()).toEqual(files);
  for (const file of ["report.md", "report.html"])
    expect(readFileSync(join(cli.home, "report", file), "utf8")).toContain("Synthetic data");

  expect(await cli.run("replay", "./report")).toMatchObject({ code: 0, out: expect.stringContaining("identical") });
  for (const file of ["result.json", "steps.jsonl"]) {
    cpSync(join(cli.home, "report"), join(cli.home, file), { recursive: true });
    const path = join(cli.home, file, file);
    const text = readFileSync(path, "utf8");
    const at = text.lastIndexOf("a");
    writeFileSync(path, `${text.slice(0, at)}b${text.slice(at + 1)}`);
    expect((await cli.call("replay", `./${file}`)).code, file).toBe(1);
  }
  expect(await cli.run(...demo, "--out", "report"), "a run is not written over").toMatchObject({ code: 2 });

  await cli.call("analyze", "DEMO", "--date", "2019-09-03", "--out", "september");
  const diff = RunDiff.parse(JSON.parse((await cli.call("diff", "./report", "./september", "--json")).out));
  expect(diff.setting).toContainEqual({ name: "trade_date", before: "2019-06-03", after: "2019-09-03" });
  expect(diff.evidence.changed.map(({ key }) => key)).toContain("close");
  expect(diff.arguments.length).toBeGreaterThan(0);
});

test("--json prints one object of the contract and nothing else; what is not known is REVIEW with a reason", async () => {
  const { code, out } = await conclaveHome().call("analyze", "ZZZZ", "--date", "2019-06-03", "--offline", "--json");
  expect(code).toBe(0);
  expect(out.trim().split("\n")).toHaveLength(1);
  expect(Object.keys(JSON.parse(out)).toSorted()).toEqual(["manifest", "request", "result", "usage"]);
  const run = Run.parse(JSON.parse(out));
  expect(run.result).toMatchObject({ rating: "REVIEW", is_review: true, decision: null });
  expect(JSON.stringify(run.result.reports)).toContain("is not known");
  expect(run.usage.calls).toBe(0);
});

test("a REVIEW fails only when asked to, today is a date, and help has examples and fits a screen", async () => {
  const { call } = conclaveHome();
  const unknown = ["analyze", "ZZZZ", "--date", "today", "--offline"];
  expect((await call(...unknown)).code).toBe(0);
  expect((await call(...unknown, "--fail-on-review")).code).toBe(4);
  expect((await call(...demo, "--fail-on-review")).code).toBe(0);
  expect((await call("analyze", "--help")).out).toContain("conclave analyze AAPL --date today");
  const lines = (await call("--help")).out.split("\n");
  expect(lines.length).toBeLessThanOrEqual(24);
  for (const line of lines) expect(line.length, line).toBeLessThanOrEqual(80);
  const verbs = ["analyze", "resume", "replay", "diff", "backtest", "prove", "verify", "up", "worker", "doctor"];
  expect(lines.flatMap((line) => /^ {2}(\S+)/.exec(line)?.[1] ?? []).slice(0, verbs.length)).toEqual(verbs);
  // By its noun, and as it was called before.
  for (const words of [["study", "memory"], ["memory"], ["service", "backup"], ["http"]])
    expect((await call(...words, "--help")).out).toContain(`Usage: conclave ${words.join(" ")}`);
});

test("bash completes commands and options", async () => {
  const { out } = await conclaveHome().call("completion", "bash");
  const complete = (...words: string[]): string =>
    spawnSync("bash", [
      "-c",
      `${out}\nCOMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _conclave; echo "\${COMPREPLY[@]}"`,
      "bash",
      "conclave",
      ...words,
    ]).stdout.toString();
  expect(complete("an")).toBe("analyze\n");
  expect(complete("analyze", "DEMO", "--da")).toBe("--date\n");
  expect(complete("jobs", "st")).toBe("start\n");
  expect(complete("jobs", "start", "DEMO", "--web")).toBe("--webhook-url --webhook-secret\n");
  expect((await conclaveHome().call("completion", "fish")).out).toContain("complete -c conclave");
  expect((await conclaveHome().call("completion", "tcsh")).code).toBe(2);
});

test.each([
  [["analyze", "DEMO"], "--date"],
  [["analyze", "EURUSD", "--date", "2019-06-03"], "a pair of currencies is neither a stock nor a coin"],
  [[...demo, "--rounds", "11"], "--rounds"],
  [["frobnicate"], "frobnicate"],
])("wrong input is one line and exit code 2: %j", async (args, named) => {
  const { code, out, err } = await conclaveHome().call(...args);
  expect({ code, out }).toEqual({ code: 2, out: "" });
  expect(err.trim().split("\n")).toHaveLength(1);
  expect(err).toContain(named);
});

test("a failed run is one line and exit code 1", async () => {
  const { code, err } = await conclaveHome(askingModel("http://127.0.0.1:9/v1")).run(...demo);
  expect(code).toBe(1);
  expect(err).toMatch(/^conclave: .*(deep|quick)/m);
  expect(err).not.toContain("    at ");
});

test("doctor says what each model would take, and that rules will be used", async () => {
  const { code, out } = await conclaveHome().run("doctor");
  expect(code).toBe(0);
  expect(out).toMatch(/· openai +needs a key: set OPENAI_API_KEY/);
  expect(out).toMatch(/→ will be used +rules/);
});

test("doctor tells names that nobody reads, and which way each model and vendor is asked", async () => {
  const proxied = conclaveHome({
    SERVICE_RUN_BUGDET_USD: "1",
    ANTHROPIC_API_KEY: "k",
    SERVICE_DEEP_LLM_PROVIDER: "openai-compatible",
    SERVICE_LLM_BASE_URL: "openai-compatible=https://models.inner.example/v1",
    HTTPS_PROXY: "http://me:hush@proxy.example:3128",
    NO_PROXY: "inner.example,sec.gov",
  });
  const { code, out } = await proxied.run("doctor");
  expect(code).toBe(1);
  expect(out).toMatch(
    /✗ setting +SERVICE_RUN_BUGDET_USD in the environment is not a setting and is ignored; did you mean SERVICE_RUN_BUDGET_USD\?/,
  );
  expect(out).toMatch(/to anthropic +api\.anthropic\.com, through the proxy proxy\.example:3128/);
  expect(out).toMatch(/to openai-compatible +models\.inner\.example, directly/);
  expect(out).toMatch(/to yahoo +query2\.finance\.yahoo\.com, through the proxy proxy\.example:3128/);
  expect(out).toMatch(/to edgar +data\.sec\.gov, directly/);
  expect(out).not.toContain("hush");
  expect((await conclaveHome().call("doctor")).out).toMatch(
    /· proxy +none set: models and vendors are reached directly/,
  );
});
