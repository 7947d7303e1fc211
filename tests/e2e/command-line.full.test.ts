import { cpSync, existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { Run } from "#src/contract/run/run.ts";
import { archivePath } from "#tests/support/archives.ts";
import { askingModel, conclaveHome } from "#tests/support/conclave.ts";
import { startModelServer } from "#tests/support/model-server.ts";

const demo = ["analyze", "DEMO", "--date", "2019-06-03"];
const djia = archivePath("djia-2025");

describe("analyze", () => {
  test("^GSPC works from the archive that ships and is not marked as made up", async () => {
    const { code, out } = await conclaveHome().call("analyze", "^GSPC", "--date", "2019-06-03");
    expect(code).toBe(0);
    expect(out).not.toContain("Synthetic");
  });

  test.skipIf(djia === null)("a real archive answers alone, and the options shape the run", async () => {
    const what = ["analyze", "AAPL", "--date", "2025-06-02", "--archive", djia ?? "", "--analysts", "market,news"];
    const how = ["--rounds", "2", "--risk-rounds", "2", "--asset-type", "stock", "--reasoner", "rules", "--json"];
    const { code, out } = await conclaveHome().call(...what, ...how, "--seed", "7");
    expect(code).toBe(0);
    const run = Run.parse(JSON.parse(out));
    expect(run.manifest.data.sources).toEqual(["archive:djia-2025"]);
    expect(run.manifest.seed).toBe(7);
    expect(run.manifest.config).toMatchObject({
      max_debate_rounds: 2,
      max_risk_discuss_rounds: 2,
      online_tools: false,
    });
    // 2 analysts, 2 × 2 debaters, 2 × 3 risk voices, 3 others.
    expect(run.usage.calls).toBe(2 + 4 + 6 + 3);
  });

  test("a date in the future is REVIEW with a reason and no call, and not a failure", async () => {
    const { code, out } = await conclaveHome().call("analyze", "DEMO", "--date", "2090-06-03", "--json");
    expect(code).toBe(0);
    const run = Run.parse(JSON.parse(out));
    expect(run.result).toMatchObject({ rating: "REVIEW", is_review: true, decision: null });
    expect(JSON.stringify(run.result.reports)).toContain("is in the future");
    expect(run.usage.calls).toBe(0);
  });

  test("a language model argues through a whole run, and its cost is told by agent", async () => {
    const model = await startModelServer();
    const { code, out, err } = await conclaveHome(askingModel(model.url)).call(...demo, "--json");
    expect({ code, err }).toMatchObject({ code: 0 });
    expect(err.split("\n")[0]).toContain("openai-compatible deep");
    const run = Run.parse(JSON.parse(out));
    expect(run.usage.calls).toBe(12);
    expect(Number(run.usage.cost_usd)).toBeGreaterThan(0);
    expect(run.usage.agents.find(({ agent }) => agent === "portfolio_manager")?.model).toBe("deep");
    await model.close();
  });
});

describe("a failed run", () => {
  test("that would cross its budget keeps what was said, in one line and exit code 1", async () => {
    const model = await startModelServer();
    const cli = conclaveHome(askingModel(model.url));
    const { code, out, err } = await cli.call(...demo, "--budget-usd", "0.11", "--json", "--out", "report");
    expect(code).toBe(1);
    expect(out).toBe("");
    expect(err).toMatch(/^conclave: .*the budget of \$0\.11 does not cover/m);
    expect(err).not.toContain("    at ");
    expect(readFileSync(join(cli.home, "report/report.md"), "utf8")).toContain("Market analyst");
    await model.close();
  });
});

describe("wrong input is one line and exit code 2", () => {
  test.each([
    [["analyze", "DEMO", "--date", "2025-02-30"], "--date"],
    [["analyze", "../../etc/passwd", "--date", "2019-06-03"], "ticker"],
    [["analyze", "$DEMO", "--date", "2019-06-03", "--offline"], "did you mean DEMO?"],
    [["analyze", "DEMO", "--date", "1899-12-31"], "1899-12-31 is before 1900-01-01, where the calendar begins"],
    [[...demo, "--analysts", "market,astrology"], "--analysts"],
    [[...demo, "--risk-rounds", "0"], "--risk-rounds"],
    [[...demo, "--seed", "-1"], "--seed"],
    [[...demo, "--asset-type", "bond"], "--asset-type"],
    [[...demo, "--reasoner", "oracle"], "--reasoner"],
    [[...demo, "--reasoner", "llm"], "--reasoner llm"],
    [[...demo, "--provider", "acme"], "provider"],
    [[...demo, "--provider", "openai"], "OPENAI_API_KEY"],
    [[...demo, "--budget-usd", "lots"], "--budget-usd"],
    [[...demo, "--archive", "nowhere"], "nowhere"],
    [[...demo, "--what"], "--what"],
    [["analyze", "DEMO", "2019-06-03"], "--date 2019-06-03"],
  ])("%j", async (args, named) => {
    const { code, out, err } = await conclaveHome().call(...args);
    expect({ code, out }).toEqual({ code: 2, out: "" });
    expect(err.trim().split("\n")).toHaveLength(1);
    expect(err).toContain(named);
  });
});

test("replay of an unknown run is one line", async () => {
  expect(await conclaveHome().call("replay", "NOBODY-1")).toMatchObject({
    code: 1,
    err: expect.stringMatching(/^conclave: .*no run.*\n$/),
  });
});

test("a later run sees an earlier decision once it is settled, and an earlier run never", async () => {
  const cli = conclaveHome();
  const decisions = async (date: string): Promise<string[]> => {
    const { out } = await cli.call("analyze", "DEMO", "--date", date, "--json");
    return Run.parse(JSON.parse(out)).manifest.evidence.flatMap((item) =>
      item.id.startsWith("D") ? [item.label] : [],
    );
  };
  expect(await decisions("2019-03-01")).toEqual([]);
  expect(await decisions("2019-03-05")).toEqual([]);
  const later = await decisions("2019-06-03");
  expect(later.join()).toContain("2019-03-01");
  expect(await decisions("2019-02-01")).toEqual([]);
});

describe("archive check", () => {
  test.skipIf(djia === null)("finds nothing wrong with a good archive", async () => {
    expect(await conclaveHome().call("archive", "check", djia ?? "")).toMatchObject({ code: 0 });
  });

  test("names file and line of what is broken", async () => {
    const cli = conclaveHome();
    const bad = join(cli.home, "bad");
    cpSync(join(import.meta.dirname, "../../demo"), bad, { recursive: true });
    const bars = join(bad, "bars/DEMO.csv");
    const lines = readFileSync(bars, "utf8").split("\n");
    lines[9] = "2016-01-15,1,2,x,1,1";
    writeFileSync(bars, lines.join("\n"));
    const { code, out } = await cli.call("archive", "check", bad);
    expect(code).toBe(1);
    expect(out).toMatch(/bars\/DEMO\.csv:10/);
  });

  test("of no archive is wrong input", async () => {
    const cli = conclaveHome();
    mkdirSync(join(cli.home, "empty"));
    expect(existsSync(join(cli.home, "empty"))).toBe(true);
    expect((await cli.call("archive", "check", "nowhere")).code).toBe(2);
  });
});

test("no key stands in any output or file", async () => {
  const secret = "sk-very-secret-8f3a";
  const model = await startModelServer();
  const cli = conclaveHome({
    ...askingModel(model.url),
    SERVICE_LLM_API_KEY: secret,
    MARKET_ACCESS: `finnhub=${secret}`,
  });
  const analyzed = await cli.call(...demo, "--out", "report");
  const doctor = await cli.call("doctor");
  expect(analyzed.code).toBe(0);
  expect(model.calls[0]?.headers.authorization).toContain(secret);
  const files = readdirSync(join(cli.home, "report")).map((name) =>
    readFileSync(join(cli.home, "report", name), "utf8"),
  );
  for (const text of [analyzed.out, analyzed.err, doctor.out, doctor.err, ...files]) expect(text).not.toContain(secret);
  await model.close();
});
