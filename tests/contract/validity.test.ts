import { afterAll, beforeAll, expect, test } from "vitest";
import { dailyReturns } from "#src/backtest/metrics.ts";
import { deflatedSharpe, sharpeOf } from "#src/backtest/validity/deflated-sharpe.ts";
import { momentsOf } from "#src/backtest/validity/moments.ts";
import { returnsOf } from "#src/backtest/validity/input.ts";
import { trialOf } from "#src/backtest/validity/trials.ts";
import type { BacktestAsked } from "#src/contract/backtests.ts";
import type { BacktestValidity, ValiditySection } from "#src/contract/validity.ts";
import { listTrials, noteTrial } from "#src/db/queries/trials.ts";
import { Conflict, NotFound } from "#src/platform/errors.ts";
import { seededRandom } from "#src/platform/random.ts";
import { deleteAccount } from "#src/services/accounts/delete-account.ts";
import { countTrial } from "#src/services/backtests/count-trial.ts";
import { deleteBacktest } from "#src/services/backtests/delete-backtest.ts";
import { failAbandonedValidity } from "#src/services/backtests/fail-abandoned-validity.ts";
import { getBacktest } from "#src/services/backtests/get-backtest.ts";
import { getBacktestResult } from "#src/services/backtests/get-backtest-result.ts";
import { getValidity } from "#src/services/backtests/get-validity.ts";
import { orderValidity } from "#src/services/backtests/order-validity.ts";
import { startBacktest } from "#src/services/backtests/start-backtest.ts";
import { uploadBacktest } from "#src/services/backtests/upload-backtest.ts";
import type { Context } from "#src/services/context.ts";
import { demoOrder, smallResult, somebody } from "#tests/support/backtests.ts";
import { customerContext } from "#tests/support/contexts.ts";
import { openTestApp, type TestApp } from "#tests/support/front-door.ts";
import { startMailWorker, until, type MailWorker } from "#tests/support/mail-worker.ts";

let testApp: TestApp;
let worker: MailWorker;
let ann: Context;
beforeAll(async () => {
  testApp = await openTestApp();
  worker = startMailWorker(testApp);
  ann = await contextOf();
});
afterAll(async () => {
  worker.stop();
  await testApp.drop();
});

const contextOf = async (): Promise<Context> =>
  customerContext({ ...testApp, actor: await somebody(testApp.db, "elite") });

async function backtested(ctx: Context, asked: BacktestAsked): Promise<string> {
  const id = await startBacktest(ctx, { asked, decisions: 6 });
  await until(`the end of ${id}`, async () => {
    const { state, error } = await getBacktest(ctx, id);
    if (state === "failed") throw new Error(error ?? "failed");
    return state === "succeeded" ? true : null;
  });
  return id;
}

async function judged(ctx: Context, id: string): Promise<BacktestValidity> {
  await orderValidity(ctx, id);
  return until(`the report of ${id}`, async () => {
    const validity = await getValidity(ctx, id);
    return validity?.finished_at == null ? null : validity;
  });
}

function sectionOf({ report }: BacktestValidity, id: string): ValiditySection {
  const found = report?.sections.find((section) => section.id === id);
  if (found === undefined) throw new Error(`no section ${id}`);
  return found;
}
const valueOf = (validity: BacktestValidity, section: string, key: string): number | null | undefined =>
  sectionOf(validity, section).figures.find((figure) => figure.key === key)?.value;

const order = demoOrder("2018-01-02", "2018-05-31", 25);

test("a backtest is judged on a worker, every configuration of its owner counts, and no deletion takes one back", async () => {
  const first = await backtested(ann, order);
  expect(await getValidity(ann, first), "by the rules, it is made when it is asked for").toBeNull();
  const alone = await judged(ann, first);
  expect(alone).toMatchObject({ status: "succeeded", error: null });
  expect(sectionOf(alone, "temporal_integrity")).toMatchObject({ verdict: "pass", reason: "twins_alike" });
  expect(sectionOf(alone, "numerical_execution").verdict).not.toBe("cannot_tell");
  expect(valueOf(alone, "deflated_sharpe", "trials")).toBe(1);
  expect(sectionOf(alone, "overfitting").reason).toBe("one_configuration");

  const second = await backtested(ann, { ...order, every: 20 });
  await backtested(ann, order);
  const both = await judged(ann, first);
  expect(valueOf(both, "deflated_sharpe", "trials"), "made again it is the same trial").toBe(2);
  expect(valueOf(both, "overfitting", "pbo_configurations")).toBe(2);
  const sharpes = (await listTrials(ann.db.sql, ann.actor.owner)).map(({ sharpe }) => sharpe ?? 0);
  const { result } = await getBacktestResult(ann, first);
  const moments = momentsOf(returnsOf(result, "debate"));
  if (moments === null) throw new Error("nothing moved");
  expect(valueOf(both, "deflated_sharpe", "deflated_sharpe")).toBeCloseTo(deflatedSharpe(moments, sharpes).deflated, 6);

  await deleteBacktest(ann, second);
  expect(valueOf(await judged(ann, first), "deflated_sharpe", "trials"), "deleted, not forgotten").toBe(2);
  const ben = await contextOf();
  await expect(getValidity(ben, first)).rejects.toThrow(NotFound);
  await expect(orderValidity(ben, first)).rejects.toThrow(NotFound);
  expect(await listTrials(ben.db.sql, ben.actor.owner)).toEqual([]);
  await deleteAccount(ann);
  expect(await listTrials(ann.db.sql, ann.actor.owner)).toEqual([]);
});

test("a result that was brought is judged by its own figures where the archives differ", async () => {
  const eve = await contextOf();
  const id = await uploadBacktest(eve, new TextEncoder().encode(JSON.stringify(await smallResult())));
  const validity = await judged(eve, id);
  expect(validity).toMatchObject({ status: "succeeded" });
  expect(sectionOf(validity, "temporal_integrity").reason).toBe("no_archives");
  expect(valueOf(validity, "deflated_sharpe", "trials")).toBe(1);
});

test("the best of 200 random strategies does not pass with the trials that were made", async () => {
  const joe = await contextOf();
  const made = await smallResult();
  const { equity_sessions: sessions } = made.portfolio;
  const tried = Array.from({ length: 200 }, (_, index) => randomEquity(`random ${index}`, sessions.length));
  const sharpes = tried.map((equity) => sharpeIn(equity));
  const luckiest = sharpes.indexOf(Math.max(...sharpes));
  const strategies = made.portfolio.strategies.map((one) =>
    one.strategy === "debate" ? { ...one, equity: tried[luckiest] ?? [] } : one,
  );
  const best = { ...made, portfolio: { ...made.portfolio, strategies } };
  const environment = { trialOf };
  const id = await uploadBacktest(joe, new TextEncoder().encode(JSON.stringify(best)));
  await countTrial(joe, { id, environment });
  expect(valueOf(await judged(joe, id), "deflated_sharpe", "trials")).toBe(1);
  expect(sectionOf(await judged(joe, id), "deflated_sharpe"), "alone it looks good").toMatchObject({
    verdict: "pass",
  });
  // The others were tried and deleted.
  const trial = trialOf(best);
  await joe.db.transaction(async (tx) => {
    for (const [index, sharpe] of sharpes.entries())
      if (index !== luckiest)
        await noteTrial(
          tx,
          { owner: joe.actor.owner, backtest: "bt_gone" },
          { ...trial, id: `tried ${index}`, sharpe },
        );
  });
  const whole = await judged(joe, id);
  expect(valueOf(whole, "deflated_sharpe", "trials")).toBe(200);
  expect(valueOf(whole, "deflated_sharpe", "probabilistic_sharpe")).toBeGreaterThan(0.95);
  expect(sectionOf(whole, "deflated_sharpe")).toMatchObject({ verdict: "fail", reason: "within_luck" });
});

/** Without any skill: a coin is thrown for each session. */
function randomEquity(seed: string, sessions: number): number[] {
  const random = seededRandom(seed);
  const equity = [1];
  while (equity.length < sessions) equity.push((equity.at(-1) ?? 1) * (1 + 0.02 * (random() - 0.5)));
  return equity;
}

function sharpeIn(equity: readonly number[]): number {
  const moments = momentsOf(dailyReturns(equity));
  return moments === null ? 0 : sharpeOf(moments);
}

test("one report of an owner's is under way at a time, and one whose workflow is gone fails", async () => {
  const kim = await contextOf();
  const brought = new TextEncoder().encode(JSON.stringify(await smallResult()));
  const [one, other] = [await uploadBacktest(kim, brought), await uploadBacktest(kim, brought)];
  const { pool } = testApp.db;
  // As one that no worker knows.
  await pool.query(
    "insert into backtest_validity (backtest, job, state, created_at) values ($1, 'val_none', 'queued', now())",
    [one],
  );
  expect(await orderValidity(kim, one), "it is that one").toMatchObject({ status: "queued", report: null });
  await expect(orderValidity(kim, other)).rejects.toThrow(Conflict);
  await failAbandonedValidity(kim, new Map([["val_none", "ERROR"]]));
  expect(await getValidity(kim, one)).toMatchObject({
    status: "failed",
    error: "something went wrong on our side; make the report again",
  });
  const queued = await startBacktest(kim, { asked: order, decisions: 6 });
  await pool.query("update backtests set state = 'cancelled', finished_at = now() where id = $1", [queued]);
  await expect(orderValidity(kim, queued)).rejects.toThrow("no result yet");
});
