import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { BacktestResult } from "#src/contract/backtests/backtest.ts";
import { askingModel, conclaveHome } from "#tests/support/conclave.ts";
import { conclaveScript } from "#tests/support/model-script.ts";
import { startModelServer, type ModelCall } from "#tests/support/model-server.ts";

const demo = ["backtest", "--symbols", "DEMO", "--from", "2018-01-02"];

const linesOf = (folder: string): number => {
  const path = join(folder, "decisions.jsonl");
  return existsSync(path) ? readFileSync(path, "utf8").split("\n").length - 1 : 0;
};

test("a backtest with rules writes its files, and the same command gives the same bytes", async () => {
  const cli = conclaveHome();
  const command = [...demo, "--to", "2018-03-29", "--reasoner", "rules"];
  const first = await cli.run(...command, "--out", join(cli.home, "one"), "--json");
  expect(first).toMatchObject({ code: 0 });
  const result = BacktestResult.parse(JSON.parse(first.out));
  expect(result.decisions).toHaveLength(13);
  expect(result.portfolio.strategies.map(({ strategy }) => strategy)).toEqual([
    "debate",
    "debate_levels",
    "buy_and_hold",
    "always_buy",
    "macd",
    "kdj_rsi",
    "zmr",
    "sma_cross",
    "random",
  ]);
  expect(first.err).toContain("100%  13/13 decisions");
  const second = await cli.call(...command, "--out", join(cli.home, "two"));
  expect(second).toMatchObject({ code: 0, out: expect.stringContaining("Debate (rules)") });
  for (const name of ["result.json", "trades.csv", "equity.csv", "report.md"])
    expect(readFileSync(join(cli.home, "two", name), "utf8")).toBe(readFileSync(join(cli.home, "one", name), "utf8"));
  const other = await cli.call(...demo, "--to", "2018-02-28", "--reasoner", "rules", "--out", join(cli.home, "one"));
  expect(other).toMatchObject({
    code: 2,
    err: expect.stringContaining("contains a backtest with other settings (to"),
  });
});

test("Ctrl-C in the middle, and the same command goes on to the bytes of one that was never stopped", async () => {
  const cli = conclaveHome();
  const command = [...demo, "--to", "2018-02-28", "--every", "1d", "--reasoner", "rules"];
  const sessions = 40;
  const folder = join(cli.home, "stopped");
  const { child, ended } = cli.start(...command, "--out", folder);
  await expect.poll(() => linesOf(folder), { interval: 5 }).toBeGreaterThan(10);
  child.kill("SIGINT");
  const stopped = await ended;
  expect(stopped.code).toBe(130);
  expect(stopped.err.trim().split("\n").at(-1)).toBe(
    "conclave: stopped. Decisions so far are saved. Run the same command again to continue.",
  );
  const kept = linesOf(folder);
  expect(kept).toBeLessThan(sessions);
  expect(existsSync(join(folder, "result.json"))).toBe(false);
  // As a crash leaves it: a line that was cut off.
  writeFileSync(
    join(folder, "decisions.jsonl"),
    `${readFileSync(join(folder, "decisions.jsonl"), "utf8")}{"symbol":"DEMO","ses`,
  );
  const resumed = await cli.run(...command, "--out", folder, "--json");
  expect(resumed).toMatchObject({ code: 0, err: expect.stringContaining(`${kept} of them already decided`) });
  const whole = await cli.call(...command, "--out", join(cli.home, "whole"), "--json");
  expect(resumed.out).toBe(whole.out);
  expect(linesOf(folder)).toBe(sessions);
});

test("with a model: a stopped backtest asks no finished question again, and a second run asks none at all", async () => {
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
  await expect.poll(() => model.finished()).toBe(30);
  await expect.poll(() => model.calls.filter(({ outcome }) => outcome === "open").length).toBe(4);
  child.kill("SIGINT");
  expect(await ended).toMatchObject({ code: 130, err: expect.stringContaining("Run the same command again") });
  hanging = false;
  const resumed = await cli.call(...command, "--out", folder, "--json");
  expect(resumed).toMatchObject({ code: 0 });
  expect(model.repeatedFinishedCalls()).toEqual([]);
  const { usage, decisions } = BacktestResult.parse(JSON.parse(resumed.out));
  expect(decisions).toHaveLength(8);
  expect(model.finished()).toBe(usage.calls);

  const asked = model.calls.length;
  const again = await cli.call(...command, "--out", join(cli.home, "again"), "--json");
  expect(again.err).toContain("0 calls were made");
  expect(model.calls.length).toBe(asked);
  expect(again.out).toBe(resumed.out);
  expect(Number(usage.cost_usd)).toBeGreaterThan(0);
  await model.close();
});

test("with --mask-ticker no prompt names the instrument", async () => {
  const model = await startModelServer({ script: conclaveScript({ lookUps: 1 }) });
  const cli = conclaveHome(askingModel(model.url));
  const command = [...demo, "--to", "2018-01-10"];
  expect(await cli.call(...command)).toMatchObject({ code: 0 });
  const open = model.calls.length;
  const named = /\bdemo\b/i;
  const sent = (from: number, to: number) => model.calls.slice(from, to).map(({ body }) => JSON.stringify(body));
  expect(sent(0, open).filter((text) => named.test(text)).length).toBe(open);
  const masked = await cli.call(...command, "--mask-ticker", "--json");
  expect(masked).toMatchObject({ code: 0 });
  expect(model.calls.length).toBeGreaterThan(open);
  expect(sent(open, model.calls.length).filter((text) => named.test(text))).toEqual([]);
  expect(BacktestResult.parse(JSON.parse(masked.out)).masking).toMatchObject({ on: true });
  await model.close();
});

test("wrong input is one line that names the flag, and nothing is written", async () => {
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
    const ended = await cli.call("backtest", "--reasoner", "rules", ...args);
    expect(ended).toMatchObject({ code: 2, out: "", err: expect.stringContaining(said) });
    expect(ended.err.trim().split("\n")).toHaveLength(1);
  }
  expect(existsSync(join(cli.home, "backtests"))).toBe(false);
});

/** Whether a call decides without a debate before it. */
const isSingle = ({ prompt, schema }: Pick<ModelCall, "prompt" | "schema">): boolean =>
  JSON.stringify(schema).includes('"thesis"') && !prompt.includes("SAID SO FAR");

test("beside a model's debates stand its single calls and the rules, and what the debate adds is a line", async () => {
  const plain = conclaveScript();
  const model = await startModelServer({
    // A model that is wrong by itself and right after a debate: the prices rise in this window.
    script: (request) => {
      const answer = plain(request);
      if (typeof answer === "string" || !("rating" in answer)) return answer;
      return { ...answer, rating: isSingle(request) ? "Sell" : "Buy" };
    },
    plan: (call) =>
      isSingle(call) && call.prompt.includes("trade date 2018-02-22")
        ? { kind: "status", status: 400 }
        : { kind: "answer" },
  });
  const cli = conclaveHome(askingModel(model.url));
  const command = [...demo, "--to", "2018-03-09", "--short"];
  const ended = await cli.call(...command, "--json");
  expect(ended).toMatchObject({ code: 0 });
  const result = BacktestResult.parse(JSON.parse(ended.out));
  expect(result.portfolio.strategies.map(({ strategy }) => strategy).slice(0, 5)).toEqual([
    "debate",
    "debate_levels",
    "single_call",
    "rules",
    "buy_and_hold",
  ]);
  const singles = result.decisions.map(({ session, baselines }) => [session, baselines?.single_call]);
  expect(singles).toHaveLength(10);
  for (const [session, single] of singles)
    expect(single).toMatchObject(
      session === "2018-02-22"
        ? { rating: "REVIEW", review_reason: expect.stringContaining("the model gave no answer"), calls: 0 }
        : { rating: "Sell", review_reason: null, calls: 1 },
    );
  // All that was paid for stands on the bill, and each single call read what the analysts read, once.
  expect(result.usage.calls).toBe(model.finished());
  const asked = model.calls.filter(isSingle);
  expect(asked.filter(({ outcome }) => outcome === "finished")).toHaveLength(9);
  expect(new Set(asked.map(({ model: name }) => name))).toEqual(new Set(["deep"]));
  const [first] = asked;
  const day = first?.prompt.match(/trade date (\S+)\./)?.[1] ?? "";
  const read = (prompt: string): string[] => prompt.match(/^\[[MSNFD]\d+\].*$/gm) ?? [];
  const byAnalysts = model.calls.filter(
    ({ prompt, schema }) => prompt.includes(`trade date ${day}.`) && JSON.stringify(schema).includes('"score"'),
  );
  expect(read(first?.prompt ?? "")).toEqual(
    [...new Set(byAnalysts.flatMap(({ prompt }) => read(prompt)))].toSorted(byId),
  );

  const [overSingle, overRules] = result.debate_excess ?? [];
  const returnOf = (name: string): number =>
    result.portfolio.strategies.find(({ strategy }) => strategy === name)?.metrics.cumulative_return ?? 0;
  expect(overSingle).toMatchObject({ over: "single_call", same_ratings: 0, decisions: 10 });
  expect(overSingle?.cumulative_return).toBeCloseTo(returnOf("debate") - returnOf("single_call"), 8);
  expect(overSingle?.cumulative_return).toBeGreaterThan(0);
  expect(overRules).toMatchObject({ over: "rules", calls: result.usage.calls - 9 });
  // The rules beside a model say what a backtest of theirs says.
  const byRules = await cli.call(...command, "--reasoner", "rules", "--json");
  const alone = BacktestResult.parse(JSON.parse(byRules.out));
  expect(result.decisions.map(({ baselines }) => baselines?.rules)).toEqual(
    alone.decisions.map(({ rating, review_reason, confidence }) => ({ rating, review_reason, confidence })),
  );
  expect(returnOf("rules")).toBe(alone.portfolio.strategies[0]?.metrics.cumulative_return);

  const shown = await cli.call(...command);
  expect(shown.out).toMatch(/^Debate over single call: \+\d+% return .*same rating in 0 of 10, \$0\.\d+ more$/m);
  expect(readFileSync(shown.out.match(/\S+report\.md/)?.[0] ?? "", "utf8")).toContain("## What the debate adds");
  // Without it nothing is asked anew, and the line is gone.
  const calls = model.calls.length;
  const without = await cli.call(...command, "--no-single-call", "--json");
  expect(model.calls).toHaveLength(calls);
  const rest = BacktestResult.parse(JSON.parse(without.out));
  expect(rest.debate_excess?.map(({ over }) => over)).toEqual(["rules"]);
  expect(rest.usage.calls).toBe(result.usage.calls - 9);
  await model.close();
});

test("with several seeds each decision is what most of its runs say, and the agreement is told", async () => {
  const plain = conclaveScript();
  // What the portfolio manager says on each date, run by run.
  const said = new Map([
    ["2018-01-02", ["Buy", "Sell", "Buy"]],
    ["2018-01-09", ["Buy", "Sell", "Hold"]],
    ["2018-01-17", ["Hold", "Hold", "Hold"]],
  ]);
  const spoken = new Map<string, number>();
  const model = await startModelServer({
    script: (request) => {
      const answer = plain(request);
      if (typeof answer === "string" || !("rating" in answer) || isSingle(request)) return answer;
      const date = /trade date (\S+)\./.exec(request.prompt)?.[1] ?? "";
      const at = spoken.get(date) ?? 0;
      spoken.set(date, at + 1);
      return { ...answer, rating: said.get(date)?.[at] };
    },
  });
  const cli = conclaveHome(askingModel(model.url));
  const command = [...demo, "--to", "2018-01-19", "--seeds", "3", "--seed", "7"];
  const ended = await cli.call(...command, "--json");
  expect(ended).toMatchObject({ code: 0 });
  const result = BacktestResult.parse(JSON.parse(ended.out));
  expect(result.settings).toMatchObject({ runs: 3, min_agreement: 0.6 });
  expect(result.decisions.map(({ rating }) => rating)).toEqual(["Buy", "REVIEW", "Hold"]);
  expect(result.decisions.map(({ runs }) => [runs?.agreeing, runs?.agreement, runs?.shown])).toEqual([
    [2, 0.6667, 1],
    [1, 0.3333, 1],
    [3, 1, 1],
  ]);
  expect(result.decisions[0]?.runs?.repetitions.map(({ seed, rating }) => [seed, rating])).toEqual([
    [7, "Buy"],
    [8, "Sell"],
    [9, "Buy"],
  ]);
  expect(result.decisions[1]?.review_reason).toContain("3 runs disagree: ");
  expect(result.agreement).toEqual({ runs: 3, decisions: 3, mean: 0.66666667, unanimous: 1, disagreed: 1 });
  expect(result.usage.calls).toBe(model.finished());
  // One single call for each decision, whatever the number of its runs.
  expect(model.calls.filter(isSingle)).toHaveLength(3);
  const again = await cli.call(...command);
  expect(again.out).toContain("Each decision was made 3 times. On average, 66.7% of the runs gave");
  expect(again.out, "the decisions come out again").toMatch(/P1 Temporal integrity.*/);
  expect(model.finished()).toBe(result.usage.calls);
  expect(await cli.call(...demo, "--to", "2018-01-19", "--reasoner", "rules", "--seeds", "2")).toMatchObject({
    code: 2,
    err: expect.stringContaining("--seeds: the rules engine decides the same every time"),
  });
  await model.close();
});

test("the estimate stands before the first call, and a longer window pays only for what is new", async () => {
  const model = await startModelServer();
  const cli = conclaveHome(askingModel(model.url));
  // A budget that covers no call: what was said by then was said before any.
  const poor = await cli.call(...demo, "--to", "2018-01-12", "--budget-usd", "0.000001", "--seeds", "2");
  expect(model.calls).toHaveLength(0);
  expect(poor).toMatchObject({ code: 1, err: expect.stringContaining("budget") });
  // Each is 2 debates of 20 calls, 2 of them to the dear model, and a single call: 4 × $0.25 + 2 × $0.027.
  expect(poor.err).toContain(
    "Estimate: 2 decisions made 2 times each, about 82 calls for about $1.05 at list prices, with 2 single calls for about $0.05 (--no-single-call leaves them out). The budget is <$0.0001. It may not cover all decisions. Stored answers are free.",
  );
  const short = await cli.call(...demo, "--to", "2018-01-12", "--yes", "--json");
  const made = BacktestResult.parse(JSON.parse(short.out));
  expect(model.finished()).toBe(made.usage.calls);
  // Another backtest, over a longer window and at other costs: the first two dates are not paid again.
  const long = await cli.call(...demo, "--to", "2018-01-26", "--commission-bps", "9", "--json");
  expect(long.err).toContain("Estimate: 4 decisions, about");
  const whole = BacktestResult.parse(JSON.parse(long.out));
  expect(whole.decisions.slice(0, 2)).toEqual(made.decisions);
  expect(model.finished()).toBe(whole.usage.calls);
  expect(model.repeatedFinishedCalls()).toEqual([]);
  // What is decided already is estimated at nothing: it is not asked about.
  const command = [...demo, "--to", "2018-01-26", "--commission-bps", "9"];
  expect((await cli.call(...command)).err).not.toContain("Estimate");
  // Elsewhere its answers are kept, and cost nothing of a budget.
  const kept = await cli.call(...command, "--budget-usd", "0.000001", "--out", join(cli.home, "kept"));
  expect(kept).toMatchObject({ code: 0 });
  await model.close();
});

function byId(a: string, b: string): number {
  const [one = "", other = ""] = [a, b].map((line) => /\[([MSNFD]\d+)\]/.exec(line)?.[1] ?? "");
  const order = "MSNFD";
  return order.indexOf(one.charAt(0)) - order.indexOf(other.charAt(0)) || Number(one.slice(1)) - Number(other.slice(1));
}
