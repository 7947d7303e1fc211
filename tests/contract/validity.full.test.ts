import { afterAll, beforeAll, expect, test } from "vitest";
import { deflatedSharpe, momentsOf } from "#src/backtest/validity/deflated-sharpe.ts";
import { returnsOf } from "#src/backtest/validity/section.ts";
import type { BacktestAsked } from "#src/contract/backtests/backtests.ts";
import type { BacktestValidity, ValiditySection } from "#src/contract/backtests/validity.ts";
import { listTrials } from "#src/product/backtests/queries/backtests.ts";
import { NotFound } from "#src/core/errors.ts";
import { deleteAccount } from "#src/product/accounts/account-data.ts";
import {
  deleteBacktest,
  getBacktest,
  getBacktestResult,
  startBacktest,
  uploadBacktest,
  getValidity,
  orderValidity,
} from "#src/product/backtests/backtests.ts";
import type { Context } from "#src/product/context.ts";
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

const order = demoOrder("2018-03-01", "2018-05-31", 25);

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
