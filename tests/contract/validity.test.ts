import { afterAll, beforeAll, expect, test } from "vitest";
import { Conflict, NotFound } from "#src/core/errors.ts";
import { failAbandoned } from "#src/product/jobs/jobs.ts";
import { getValidity, orderValidity, startBacktest, uploadBacktest } from "#src/product/backtests/backtests.ts";
import type { Context } from "#src/product/context.ts";
import { demoOrder, smallResult, somebody } from "#tests/support/backtests.ts";
import { customerContext } from "#tests/support/contexts.ts";
import { openTestApp, type TestApp } from "#tests/support/front-door.ts";

let testApp: TestApp;
beforeAll(async () => {
  testApp = await openTestApp();
});
afterAll(() => testApp.drop());

const contextOf = async (): Promise<Context> =>
  customerContext({ ...testApp, actor: await somebody(testApp.db, "elite") });

const order = demoOrder("2018-03-01", "2018-05-31", 25);

test("one report of an owner's is under way at a time, and one whose workflow is gone fails", async () => {
  const kim = await contextOf();
  const brought = new TextEncoder().encode(JSON.stringify(await smallResult()));
  const [one, other] = [await uploadBacktest(kim, brought), await uploadBacktest(kim, brought)];
  const { pool } = testApp.db;
  await orderValidity(kim, one);
  expect(await orderValidity(kim, one), "it is that one").toMatchObject({ status: "queued", report: null });
  await expect(orderValidity(kim, other)).rejects.toThrow(Conflict);
  const ben = await contextOf();
  await expect(getValidity(ben, one)).rejects.toThrow(NotFound);
  await expect(orderValidity(ben, one)).rejects.toThrow(NotFound);
  await pool.query(
    "update dbos.workflow_status set status = 'ERROR' where workflow_uuid = (select id from jobs where backtest_id = $1)",
    [one],
  );
  await failAbandoned(kim);
  expect(await getValidity(kim, one)).toMatchObject({
    status: "failed",
    error: "something went wrong on our side; make the report again",
  });
  const queued = await startBacktest(kim, { asked: order, decisions: 6 });
  await pool.query("update jobs set state = 'cancelled', finished_at = now() where id = $1", [queued]);
  await expect(orderValidity(kim, queued)).rejects.toThrow("no result yet");
});
