import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { z } from "zod";
import { Attribution } from "#src/contract/jobs/attribution.ts";
import { BacktestResult } from "#src/contract/backtests/backtest.ts";
import { Run } from "#src/contract/run/run.ts";
import { RunDiff } from "#src/report/text/diff.ts";
import { ValidityReport } from "#src/contract/backtests/validity.ts";
import { conclaveHome } from "#tests/support/conclave.ts";
import { emptyDatabase } from "#tests/support/database.ts";
import { smallArchive } from "#tests/support/archive-folder.ts";

/* What can be done with the command line, once each; as a process in tests/e2e/command-line.test.ts. */

const analyze = ["analyze", "DEMO", "--reasoner", "rules", "--offline"];

test("a run is made, stopped and resumed, replayed, compared, watched and taken apart", async () => {
  const cli = conclaveHome();
  const [june, july] = [join(cli.home, "june"), join(cli.home, "july")];
  const { out } = await cli.call(...analyze, "--date", "2019-06-03", "--out", june, "--json");
  const run = Run.parse(JSON.parse(out));
  expect(run.result.rating).not.toBe("REVIEW");
  expect((await cli.call(...analyze, "--date", "2019-07-01", "--out", july)).code).toBe(0);

  // As it would be had it been stopped after five steps, in a home that does not know how it ended.
  const elsewhere = conclaveHome();
  const stopped = join(elsewhere.home, "june");
  cpSync(june, stopped, { recursive: true });
  const steps = readFileSync(join(june, "steps.jsonl"), "utf8").split("\n");
  writeFileSync(join(stopped, "steps.jsonl"), `${steps.slice(0, 6).join("\n")}\n`);
  for (const name of ["result.json", "report.md", "report.html"]) rmSync(join(stopped, name));
  expect(await elsewhere.call("replay", stopped)).toMatchObject({ code: 1 });
  expect(await elsewhere.call("resume", stopped)).toMatchObject({
    code: 0,
    err: expect.stringContaining("5 steps done"),
  });
  const resultIn = (folder: string): unknown => JSON.parse(readFileSync(join(folder, "result.json"), "utf8"));
  expect(resultIn(stopped)).toEqual(resultIn(june));
  for (const [home, folder] of [
    [cli, june],
    [elsewhere, stopped],
  ] as const)
    expect(await home.call("replay", folder)).toMatchObject({ code: 0, out: expect.stringContaining("identical") });
  // What came to another end than is known here is told.
  expect(await cli.call("replay", stopped)).toMatchObject({ code: 1, out: expect.stringContaining("it differs from") });

  const diff = RunDiff.parse(JSON.parse((await cli.call("diff", june, july, "--json")).out));
  expect(diff.setting).toContainEqual({ name: "trade_date", before: "2019-06-03", after: "2019-07-01" });

  const watched = await cli.call("conditions", june, "--json");
  const { since, states } = z
    .object({ since: z.string(), states: z.array(z.unknown()).min(1) })
    .parse(JSON.parse(watched.out));
  expect([watched.code, since, states.length > 0]).toEqual([0, "2019-06-03", true]);

  const taken = await cli.call("attribute", june, "--agents", "bull", "--evidence", "M1", "--json");
  const { lines, cost_usd } = Attribution.parse(JSON.parse(taken.out));
  expect([taken.code, cost_usd, lines.map(({ change }) => change.kind).includes("without_agent")]).toEqual([
    0,
    "0",
    true,
  ]);
});

test("a backtest is made and judged", async () => {
  const cli = conclaveHome();
  const folder = join(cli.home, "made");
  const dates = ["--symbols", "DEMO", "--from", "2018-03-01", "--to", "2018-05-31", "--every", "20d"];
  const made = await cli.call("backtest", ...dates, "--reasoner", "rules", "--out", folder);
  expect(made).toMatchObject({ code: 0, out: expect.stringContaining("Debate (rules)") });
  expect(readdirSync(folder)).toEqual(expect.arrayContaining(["result.json", "report.md"]));
  const { decisions } = BacktestResult.parse(JSON.parse(readFileSync(join(folder, "result.json"), "utf8")));
  expect(decisions).toHaveLength(4);
  const judged = await cli.call("validity", folder, "--sample", "1", "--json");
  const { sections } = ValidityReport.parse(JSON.parse(judged.out));
  expect(sections[0]).toMatchObject({ id: "temporal_integrity", verdict: "pass" });
});

test("archives are checked", async () => {
  const cli = conclaveHome();
  const check = (dir: string) => cli.call("archive", "check", dir);
  expect(await check(smallArchive())).toMatchObject({ code: 0 });
  expect(await check(smallArchive({ "bars/ABC.csv": "date\n" }))).toMatchObject({
    code: 1,
    out: expect.stringContaining("bars/ABC.csv"),
  });
});

test("a database is given its tables, and says what it would remove", async () => {
  const { url, drop } = await emptyDatabase();
  onTestFinished(drop);
  const cli = conclaveHome({ DATABASE_URL: url, RETENTION_DAYS: "events=30" });
  for (let time = 0; time < 2; time += 1)
    expect(await cli.call("migrate")).toMatchObject({ code: 0, out: "The database is up to date.\n" });
  expect((await cli.call("retention")).out).toContain("events: kept for 30 days; the next clean-up removes this for 0");
});
