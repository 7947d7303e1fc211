import { parseFeed } from "feedsmith";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ChainHeads } from "#src/contract/signals/chains.ts";
import { insertDay } from "#src/product/signals/queries/signal-days.ts";
import { noteHeads } from "#src/product/signals/queries/signals.ts";
import { noteSettlementHead } from "#src/product/signals/queries/chains.ts";
import { chainTransfers } from "#src/product/ledger/ledger.ts";
import { systemContext } from "#tests/support/contexts.ts";
import { newAccount } from "#tests/support/ledger.ts";
import { openTestApp, type FrontDoor, type TestApp } from "#tests/support/front-door.ts";
import { emptyHouseList, publish } from "#tests/support/signals.ts";

let testApp: TestApp;
let door: FrontDoor;
beforeAll(async () => {
  testApp = await openTestApp();
  door = await testApp.open({ access: { open: false, loopback: false } });
});
afterAll(() => testApp.drop());

test("the heads of the record are there for everybody, with those of each day, as JSON and as a feed", async () => {
  const ask = (path: string) => fetch(`${door.url}/api/signal-engine/${path}`);
  const genesis = "0".repeat(64);
  expect(await (await ask("heads")).json()).toMatchObject({ number: 0, hash: genesis, settlement: { number: 0 } });
  await emptyHouseList(testApp);
  const at = Date.parse("2025-06-02T20:31:00Z");
  await publish(testApp, "AAA", "Buy", { at });
  const price = { open: 100, close: 101.5 };
  await insertDay(testApp.db, "AAA", { session: "2025-06-02", opensAt: at, price, split: 1, dividend: 0 }, "own", at);
  const end = Date.parse("2025-06-03T00:00:00Z");
  await noteHeads(testApp.db.sql, "2025-06-02", end, end);
  await noteSettlementHead(testApp.db.sql, "2025-06-02", end, end);
  await newAccount(testApp, "ann", { balanceMinor: 100 });
  await chainTransfers({ ...systemContext(testApp), clock: { now: () => at } });

  const heads = ChainHeads.parse(await (await ask("heads")).json());
  const { rows } = await testApp.db.pool.query(
    "select (select hash from signal_entries) as signals, (select hash from settlement_entries) as settlement, (select hash from ledger_chain) as ledger",
  );
  const { signals, settlement, ledger } = rows[0];
  expect(heads).toEqual({
    list: "house",
    number: 1,
    hash: signals,
    days: [{ day: "2025-06-02", number: 1, hash: signals }],
    settlement: { number: 1, hash: settlement, days: [{ day: "2025-06-02", number: 1, hash: settlement }] },
    ledger: { hash: ledger, days: [{ day: "2025-06-02", hash: ledger }] },
  });

  const feed = await ask("heads.xml");
  expect(feed.headers.get("content-type")).toBe("application/atom+xml; charset=utf-8");
  const read = parseFeed(await feed.text());
  if (read.format !== "atom") throw new Error(`a feed of the kind ${read.format}`);
  expect(read.feed.entries).toMatchObject([
    { title: { value: "Chain heads of 2025-06-02" }, id: `${door.url}/api/signal-engine/heads.xml#2025-06-02` },
  ]);
  const text = JSON.stringify(read.feed.entries);
  expect(text).toContain(signals);
  expect(text).toContain(settlement);
  expect(text).toContain(ledger);
});
