import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { BacktestResult } from "#src/contract/backtest.ts";
import { askingModel, conclaveHome } from "#tests/support/conclave.ts";
import { conclaveScript } from "#tests/support/model-script.ts";
import { startModelServer } from "#tests/support/model-server.ts";

const demo = ["backtest", "--symbols", "DEMO", "--from", "2018-01-02"];

const linesOf = (folder: string): number => {
  const path = join(folder, "decisions.jsonl");
  return existsSync(path) ? readFileSync(path, "utf8").split("\n").length - 1 : 0;
};

test(
  "a backtest with rules writes its files, and the same command gives the same bytes",
  { timeout: 60_000 },
  async () => {
    const cli = conclaveHome();
    const command = [...demo, "--to", "2018-06-29", "--reasoner", "rules"];
    const first = await cli.run(...command, "--out", join(cli.home, "one"), "--json");
    expect(first).toMatchObject({ code: 0 });
    const result = BacktestResult.parse(JSON.parse(first.out));
    expect(result.decisions).toHaveLength(25);
    expect(result.portfolio.strategies.map(({ strategy }) => strategy)).toEqual([
      "debate",
      "buy_and_hold",
      "always_buy",
      "macd",
      "kdj_rsi",
      "zmr",
      "sma_cross",
      "random",
    ]);
    expect(first.err).toContain("100%  25/25 decisions");
    const second = await cli.run(...command, "--out", join(cli.home, "two"));
    expect(second).toMatchObject({ code: 0, out: expect.stringContaining("Debate (rules)") });
    for (const name of ["result.json", "trades.csv", "equity.csv", "report.md"])
      expect(readFileSync(join(cli.home, "two", name), "utf8")).toBe(readFileSync(join(cli.home, "one", name), "utf8"));
    const other = await cli.run(...demo, "--to", "2018-05-31", "--reasoner", "rules", "--out", join(cli.home, "one"));
    expect(other).toMatchObject({
      code: 2,
      err: expect.stringContaining("contains a backtest with other settings (to"),
    });
  },
);

test(
  "Ctrl-C in the middle, and the same command goes on to the bytes of one that was never stopped",
  { timeout: 120_000 },
  async () => {
    const cli = conclaveHome();
    const command = [...demo, "--to", "2018-12-31", "--every", "1d", "--reasoner", "rules"];
    const folder = join(cli.home, "stopped");
    const { child, ended } = cli.start(...command, "--out", folder);
    await expect.poll(() => linesOf(folder), { timeout: 30_000, interval: 5 }).toBeGreaterThan(20);
    child.kill("SIGINT");
    const stopped = await ended;
    expect(stopped.code).toBe(130);
    expect(stopped.err.trim().split("\n").at(-1)).toBe(
      "conclave: stopped. Decisions so far are saved. Run the same command again to continue.",
    );
    const kept = linesOf(folder);
    expect(kept).toBeLessThan(251);
    expect(existsSync(join(folder, "result.json"))).toBe(false);
    // As a crash leaves it: a line that was cut off.
    writeFileSync(
      join(folder, "decisions.jsonl"),
      `${readFileSync(join(folder, "decisions.jsonl"), "utf8")}{"symbol":"DEMO","ses`,
    );
    const resumed = await cli.run(...command, "--out", folder, "--json");
    expect(resumed).toMatchObject({ code: 0, err: expect.stringContaining(`${kept} of them already decided`) });
    const whole = await cli.run(...command, "--out", join(cli.home, "whole"), "--json");
    expect(resumed.out).toBe(whole.out);
    expect(linesOf(folder)).toBe(251);
  },
);

test(
  "with a model: a stopped backtest asks no finished question again, and a second run asks none at all",
  { timeout: 120_000 },
  async () => {
    let hanging = true;
    const model = await startModelServer({
      script: conclaveScript({ lookUps: 1 }),
      plan: (call) => (hanging && call.index >= 30 ? { kind: "hang" } : { kind: "answer" }),
    });
    const cli = conclaveHome(askingModel(model.url));
    const command = [...demo, "--to", "2018-02-28"];
    const folder = join(cli.home, "stopped");
    const { child, ended } = cli.start(...command, "--out", folder);
    // Thirty answers are there, and what is open hangs: nobody else can speak.
    await expect.poll(() => model.finished(), { timeout: 30_000 }).toBe(30);
    await expect
      .poll(() => model.calls.filter(({ outcome }) => outcome === "open").length, { timeout: 10_000 })
      .toBe(4);
    child.kill("SIGINT");
    expect(await ended).toMatchObject({ code: 130, err: expect.stringContaining("Run the same command again") });
    hanging = false;
    const resumed = await cli.run(...command, "--out", folder, "--json");
    expect(resumed).toMatchObject({ code: 0 });
    expect(model.repeatedFinishedCalls()).toEqual([]);
    const { usage, decisions } = BacktestResult.parse(JSON.parse(resumed.out));
    expect(decisions).toHaveLength(8);
    expect(model.finished()).toBe(usage.calls);

    const asked = model.calls.length;
    const again = await cli.run(...command, "--out", join(cli.home, "again"), "--json");
    expect(again.err).toContain("0 calls were made");
    expect(model.calls.length).toBe(asked);
    expect(again.out).toBe(resumed.out);
    expect(Number(usage.cost_usd)).toBeGreaterThan(0);
    await model.close();
  },
);

test("what is kept costs nothing of the budget, and a budget stops what is not", { timeout: 60_000 }, async () => {
  const model = await startModelServer();
  const cli = conclaveHome(askingModel(model.url));
  const command = [...demo, "--to", "2018-01-12"];
  const poor = await cli.run(...command, "--budget-usd", "0.000001");
  expect(poor).toMatchObject({ code: 1, err: expect.stringContaining("budget") });
  expect(model.calls).toHaveLength(0);
  expect(await cli.run(...command)).toMatchObject({ code: 0 });
  const kept = await cli.run(...command, "--budget-usd", "0.000001", "--out", join(cli.home, "kept"));
  expect(kept).toMatchObject({ code: 0 });
  await model.close();
});

test("with --mask-ticker no prompt names the instrument", { timeout: 60_000 }, async () => {
  const model = await startModelServer({ script: conclaveScript({ lookUps: 1 }) });
  const cli = conclaveHome(askingModel(model.url));
  const command = [...demo, "--to", "2018-01-10"];
  expect(await cli.run(...command)).toMatchObject({ code: 0 });
  const open = model.calls.length;
  const named = /\bdemo\b/i;
  const sent = (from: number, to: number) => model.calls.slice(from, to).map(({ body }) => JSON.stringify(body));
  expect(sent(0, open).filter((text) => named.test(text)).length).toBe(open);
  const masked = await cli.run(...command, "--mask-ticker", "--json");
  expect(masked).toMatchObject({ code: 0 });
  expect(model.calls.length).toBeGreaterThan(open);
  expect(sent(open, model.calls.length).filter((text) => named.test(text))).toEqual([]);
  expect(BacktestResult.parse(JSON.parse(masked.out)).masking).toMatchObject({ on: true });
  await model.close();
});

test("wrong input is one line that names the flag, and nothing is written", { timeout: 60_000 }, async () => {
  const cli = conclaveHome();
  const wrong: readonly (readonly [said: string, ...args: string[]])[] = [
    ["--to: must be a valid date", "--symbols", "DEMO", "--from", "2018-01-02", "--to", "2018-02-30"],
    ["--from: 2019-01-02 is after --to", "--symbols", "DEMO", "--from", "2019-01-02", "--to", "2018-01-02"],
    ["--symbols: NOBODY is not known", "--symbols", "NOBODY", "--from", "2018-01-02", "--to", "2018-02-02"],
    ["--symbols: stocks and coins", "--symbols", "DEMO,BTC-USD", "--from", "2018-01-02", "--to", "2018-02-02"],
    ["--every: must be", "--symbols", "DEMO", "--from", "2018-01-02", "--to", "2018-02-02", "--every", "0d"],
    [
      "--archive: there is no folder",
      "--symbols",
      "DEMO",
      "--from",
      "2018-01-02",
      "--to",
      "2018-02-02",
      "--archive",
      "nowhere",
    ],
  ];
  for (const [said, ...args] of wrong) {
    const ended = await cli.run("backtest", "--reasoner", "rules", ...args);
    expect(ended).toMatchObject({ code: 2, out: "", err: expect.stringContaining(said) });
    expect(ended.err.trim().split("\n")).toHaveLength(1);
  }
  expect(existsSync(join(cli.home, "backtests"))).toBe(false);
});
