import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { ValidityReport, type ValiditySection } from "#src/contract/backtests/validity.ts";
import { askingModel, conclaveHome } from "#tests/support/conclave.ts";
import { conclaveScript } from "#tests/support/model-script.ts";
import { startModelServer } from "#tests/support/model-server.ts";

const demo = ["--symbols", "DEMO", "--from", "2018-01-02"];

function sectionOf(text: string, id: string): ValiditySection {
  const found = ValidityReport.parse(JSON.parse(text)).sections.find((section) => section.id === id);
  if (found === undefined) throw new Error(`no section ${id}`);
  return found;
}

const valueOf = (section: ValiditySection, key: string): number | null | undefined =>
  section.figures.find((figure) => figure.key === key)?.value;

test("a finished backtest is judged, its result stays, and trials cannot be forgotten by deleting their folders", async () => {
  const cli = conclaveHome();
  const folder = join(cli.home, "one");
  const command = ["backtest", ...demo, "--to", "2018-06-29", "--reasoner", "rules"];
  expect(await cli.call(...command, "--out", folder)).toMatchObject({ code: 0 });
  const result = readFileSync(join(folder, "result.json"), "utf8");
  const first = await cli.call("validity", folder, "--sample", "10", "--json");
  expect(first).toMatchObject({ code: 0 });
  expect(sectionOf(first.out, "temporal_integrity")).toMatchObject({ verdict: "pass", reason: "twins_alike" });
  expect(valueOf(sectionOf(first.out, "deflated_sharpe"), "trials")).toBe(1);
  expect(readFileSync(join(folder, "validity.json"), "utf8")).toBe(first.out);
  expect(readFileSync(join(folder, "validity.md"), "utf8")).toContain("## P2 Frictions");
  expect(readFileSync(join(folder, "result.json"), "utf8")).toBe(result);

  const other = join(cli.home, "two");
  expect(await cli.call(...command, "--every", "3d", "--out", other)).toMatchObject({ code: 0 });
  const both = await cli.call("validity", folder, join(other, "result.json"), "--sample", "2", "--json");
  const overfitting = sectionOf(both.out, "overfitting");
  expect(valueOf(overfitting, "pbo_configurations")).toBe(2);
  expect(valueOf(overfitting, "pbo")).toBeGreaterThan(0);
  rmSync(other, { recursive: true });
  const later = await cli.call("validity", folder, "--sample", "2", "--json");
  expect(valueOf(sectionOf(later.out, "deflated_sharpe"), "trials")).toBe(2);
  const again = await cli.call("validity", folder, "--sample", "2", "--json");
  expect(again.out).toBe(later.out);
});

test("with a model it is part of the backtest, asks nothing more, and says what was never asked", async () => {
  const model = await startModelServer({ script: conclaveScript({ lookUps: 1 }) });
  const cli = conclaveHome(askingModel(model.url));
  const folder = join(cli.home, "asked");
  const made = await cli.call("backtest", ...demo, "--to", "2018-02-28", "--out", folder);
  expect(made).toMatchObject({ code: 0, out: expect.stringContaining("P1 Temporal integrity") });
  const asked = model.calls.length;
  const judged = await cli.call("validity", folder, "--json");
  expect(judged).toMatchObject({ code: 0 });
  expect(model.calls.length).toBe(asked);
  expect(judged.out).toBe(readFileSync(join(folder, "validity.json"), "utf8"));
  expect(sectionOf(judged.out, "temporal_integrity")).toMatchObject({ verdict: "pass", reason: "twins_alike" });
  expect(sectionOf(judged.out, "numerical_execution").verdict).not.toBe("cannot_tell");
  expect(sectionOf(judged.out, "counterfactual_robustness")).toMatchObject({
    verdict: "cannot_tell",
    reason: "not_measured",
  });
  rmSync(join(cli.home, "backtests", "answers"), { recursive: true });
  const without = await cli.call("validity", folder, "--json");
  expect(sectionOf(without.out, "temporal_integrity")).toMatchObject({ reason: "answers_not_kept" });
  expect(model.calls.length).toBe(asked);
  await model.close();
});

test("wrong input is one line that says what to do, and nothing is written", async () => {
  const cli = conclaveHome();
  const broken = join(cli.home, "broken.json");
  writeFileSync(broken, '{"version":1');
  const cases: [string[], string][] = [
    [[], "give --symbols, --from and --to to make one"],
    [[join(cli.home, "nowhere")], "name the folder or result.json of a finished backtest"],
    [[broken], "is not the result.json of a backtest"],
    [[cli.home], "cannot be read"],
    [[broken, "--sample", "0"], "--sample: must be a whole number from 1 to 1000"],
    [[broken, "--capital", "-5"], "--capital: must be a whole number"],
    [[broken, "--symbols", "DEMO"], "--symbols: cannot be combined with an existing result"],
    [[broken, "--budget-usd", "1"], "--budget-usd: cannot be combined with an existing result"],
    [["--symbols", "DEMO"], "--from: is required"],
  ];
  for (const [flags, text] of cases)
    expect(await cli.call("validity", ...flags)).toMatchObject({ code: 2, err: expect.stringContaining(text) });
  expect(existsSync(join(cli.home, "backtests"))).toBe(false);
});
