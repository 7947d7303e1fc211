import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { Scope, type Plan } from "#src/contract/accounts/plans.ts";
import { rankingCsv, inOrder } from "#src/product/instruments/public/rank.ts";
import { readInstrument, readPublicInstrument, readRanking } from "#src/product/instruments/reading.ts";
import { conditionState } from "#src/contract/run/conditions.ts";
import { insertReadings, insertWatch } from "#src/product/conditions/queries/condition-watches.ts";
import { readChanges, readOwnTrackRecord, noteVisit, readFollowed } from "#src/product/dashboard/dashboard.ts";
import { followInstrument, listWatchlists, saveWatchlist } from "#src/product/signals/watchlists.ts";
import { listSignals, readSignalPath } from "#src/product/signals/reading.ts";
import type { Coverage } from "#src/contract/signals/instruments.ts";
import { customerContext, systemContext } from "#tests/support/contexts.ts";
import { finishedAnalysis, listWithPast } from "#tests/support/followed-list.ts";
import { openTestApp, type TestApp } from "#tests/support/front-door.ts";
import { housePast } from "#tests/support/house-past.ts";
import { anySymbol, emptyHouseList } from "#tests/support/signals.ts";
import { systemClock } from "#src/core/clock.ts";

/* What everybody, a customer and a subscriber know of an instrument, and what is new to them. */

const dayMs = 86_400_000;
let testApp: TestApp;

beforeAll(async () => {
  testApp = await openTestApp();
  await emptyHouseList(testApp);
  await housePast(testApp);
  for (const [id, plan] of [
    ["ann", "signals"],
    ["ben", "free"],
    ["cat", "signals"],
    ["dan", "signals"],
  ] as const) {
    await testApp.db.pool.query(
      `insert into users (id, name, email, email_verified, created_at, updated_at)
       values ($1, 'A', $1 || '@example.com', true, now(), now())`,
      [id],
    );
    await testApp.db.pool.query("update accounts set plan = $2 where id = $1", [id, plan]);
  }
});
afterAll(() => testApp.drop());

const anybody = () => systemContext({ db: testApp.db, clock: systemClock });
const as = (owner: string, plan: Plan) =>
  customerContext({ ...testApp, actor: { owner, plan, scopes: Scope.options } });
const symbolsIn = (all: readonly { readonly symbol: string }[]): string[] => all.map(({ symbol }) => symbol);

describe("an instrument", () => {
  test("is open to everybody with what the record shows, and with nothing that is sealed", async () => {
    const ups = await readPublicInstrument(anybody(), "UPS");
    expect(ups).toMatchObject({ name: "UPS for a test", asset_type: "stock", tracks: [{ name: "House list" }] });
    expect(ups?.closes).toHaveLength(60);
    expect(ups?.tracks[0]?.ratings).toHaveLength(9);
    expect(ups?.tracks[0]?.ratings[0]).toMatchObject({ rating: "Overweight", outcome: "right", href: null });
    expect(ups?.hits.find(({ horizon }) => horizon === 5)).toMatchObject({ settled: 9, hits: 9 });
    expect((await readPublicInstrument(anybody(), "MAYBE"))?.tracks[0]?.ratings.at(-1)?.rating).toBe("REVIEW");
    for (const closed of ["FRESH", "HIDDEN", "NEVER"]) expect(await readPublicInstrument(anybody(), closed)).toBeNull();
  });

  test("shows subscribers what is sealed, and others what is public", async () => {
    const fresh = { symbol: "FRESH", assetType: "stock" } as const;
    expect((await readInstrument(as("ann", "signals"), fresh)).tracks[0]?.ratings).toMatchObject([
      { rating: "Buy", outcome: "open", href: expect.stringContaining("/signals/") },
    ]);
    expect(await readInstrument(as("ben", "free"), fresh)).toMatchObject({ tracks: [], signals: [], name: null });
    const ups = await readInstrument(as("ben", "free"), { symbol: "UPS", assetType: "stock" });
    expect(ups.signals).toHaveLength(9);
    expect(ups.evidence).toEqual([]);
  });

  test("has the ratings of one's own analyses and lists, and nobody else's", async () => {
    await finishedAnalysis(testApp, "ben");
    const demo = { symbol: "DEMO", assetType: "stock" } as const;
    const own = await readInstrument(as("ben", "free"), demo);
    expect(own.tracks).toMatchObject([{ name: "Your analyses", ratings: [{ session: "2019-06-03" }] }]);
    expect(own.name).toContain("Demo Instruments");
    expect(own.closes.length).toBeGreaterThan(100);
    expect((await readInstrument(as("cat", "signals"), demo)).tracks).toEqual([]);
  });
});

describe("the ranking", () => {
  test("has the newest public opinions; REVIEW stands apart, and what was never public is not named", async () => {
    const ranking = await readRanking(anybody(), { actor: null });
    const ordered = inOrder(ranking.opinions, "conviction");
    expect(symbolsIn(ordered)).toEqual(["DOWNS", "UPS"]);
    expect(ordered[0]).toMatchObject({ rating: "Sell", hits: { horizon: 21, hits: expect.any(Number) } });
    expect(ranking.reviews).toMatchObject([{ symbol: "MAYBE", before: "Hold" }]);
    const lines = rankingCsv({ ...ranking, opinions: ordered })
      .trimEnd()
      .split("\r\n");
    expect(lines.map((line) => line.split(",").length)).toEqual([10, 10, 10, 10]);
    expect(lines.at(-1)).toMatch(/^MAYBE,MAYBE for a test,REVIEW,/);
    const { actor } = as("ben", "free");
    expect(await readRanking(anybody(), { actor })).toEqual(ranking);
  });

  test("is live for subscribers", async () => {
    const { live, opinions, reviews } = await readRanking(anybody(), { actor: as("ann", "signals").actor });
    expect(live).toBe(true);
    expect(symbolsIn(inOrder(opinions, "symbol"))).toEqual(["DOWNS", "FRESH", "UPS"]);
    expect(symbolsIn(reviews)).toEqual(["HIDDEN", "MAYBE"]);
  });
});

describe("the dashboard", () => {
  test("tells what changed since the visit before, and of the instruments that are followed", async () => {
    const ctx = as("ann", "signals");
    await listWithPast(testApp, "ann", ["Hold", "Overweight", "Buy", "REVIEW", "Overweight"]);
    const since = systemClock.now() - dayMs;
    const changes = await readChanges(ctx, since);
    expect(changes).toMatchObject({ ratings: 2, stops: 1, targets: 0, finished: 1 });
    expect(changes.news[0]).toMatchObject({ kind: "level", level: "stop", price: 95, list: "Morning coffee" });
    expect(await readChanges(ctx, systemClock.now())).toMatchObject({ ratings: 0, stops: 0, finished: 0, news: [] });

    await breakCondition("ann");
    const broken = await readChanges(ctx, since);
    expect(broken.broken).toBe(1);
    expect(broken.news).toContainEqual(
      expect.objectContaining({ kind: "condition", symbol: "DEMO", list: null, session: "2019-06-04" }),
    );
    expect((await readChanges(as("ben", "free"), since)).broken, "nobody else's").toBe(0);
    expect((await readChanges(ctx, systemClock.now())).broken).toBe(0);

    const [group] = await readFollowed(ctx);
    expect(group).toMatchObject({ name: "Morning coffee", total: 2 });
    const [demo, coin] = group?.instruments ?? [];
    // Ann's own analysis, then what her list came to.
    expect(demo?.history[0]).toMatchObject({ session: "2019-06-03", href: expect.stringMatching(/^\/analyses\/ana_/) });
    const ratings = ["Hold", "Hold", "Overweight", "Buy", "REVIEW", "Overweight"];
    expect(demo?.history.map(({ rating }) => rating)).toEqual(ratings);
    expect(demo?.closes).toHaveLength(60);
    expect(demo?.thesis).toMatch(/\w/);
    expect(coin).toMatchObject({ symbol: "BTC-USD", history: [], closes: [], thesis: null });
    expect((await readOwnTrackRecord(ctx)).find(({ horizon }) => horizon === 1)).toMatchObject({ settled: 3, hits: 0 });

    const { signals } = await listSignals(ctx, {
      list: group?.id ?? "",
      symbol: null,
      rating: "Buy",
      changed: false,
      before: null,
      limit: 1,
    });
    const signal = signals[0]?.signal;
    if (signal === undefined) throw new Error("there is no signal");
    const path = await readSignalPath(ctx, { signal });
    expect(path.entry).toEqual({ session: "2025-05-23", price: 97 });
    expect(path.closes[0]).toEqual({ session: "2025-05-22", close: 97.5 });
    expect(path.hit).toMatchObject({ level: "stop", session: "2025-05-25" });
    await expect(readSignalPath(as("ben", "free"), { signal })).rejects.toThrow("no such watchlist");
  });

  test("without a list has what was analysed last", async () => {
    expect(await readFollowed(as("ben", "free"))).toMatchObject([
      { id: null, instruments: [{ symbol: "DEMO", history: [{ session: "2019-06-03" }] }] },
    ]);
    expect(await readFollowed(as("cat", "signals"))).toEqual([]);
  });

  test("counts a visit until half an hour has gone by, and moves on once for it", async () => {
    let now = Date.parse("2026-01-01T08:00:00Z");
    const ctx = { ...as("cat", "signals"), clock: { now: () => now } };
    const look = (minutes: number) => {
      now += minutes * 60_000;
      return noteVisit(ctx);
    };
    expect(await look(0)).toBeNull();
    expect(await look(29)).toBeNull();
    const left = now;
    expect(await look(31)).toBe(left);
    expect(await look(10)).toBe(left);
    expect(await Promise.all([look(20), look(0), look(0)])).toEqual([left, left, left]);
    const later = now;
    expect(await Promise.all([look(60), look(0), look(0)])).toEqual([later, later, later]);
  });
});

describe("a list", () => {
  const held: Coverage = { status: "held", name: "Demo", from: null, to: null, synthetic: true };
  const environment = {
    read: (text: string) =>
      /^[A-Z]+$/i.test(text)
        ? ({ ok: true, symbol: text.toUpperCase(), lastSession: "2025-06-02" } as const)
        : ({ ok: false, reason: "not a symbol" } as const),
    coverageOf: (symbol: string): Coverage => (["DEMO", "UPS"].includes(symbol) ? held : { status: "absent" }),
    lookUp: anySymbol.lookUp,
  };
  const watchlist = (...symbols: readonly string[]) => ({
    id: null,
    name: "Mine",
    instruments: symbols.map((symbol) => ({ symbol, asset_type: "stock" as const })),
    schedule: { kind: "close" as const },
    runs: 1,
  });

  test("is not saved with a symbol that cannot be read or that no source has, and names each", async () => {
    const save = (...symbols: readonly string[]) =>
      saveWatchlist(as("dan", "signals"), { environment, watchlist: watchlist(...symbols) });
    await expect(save("demo", "ZZZZ", "h@")).rejects.toMatchObject({
      kind: "invalid_field",
      field: "stocks",
      message: "ZZZZ: this service has no data on it; h@: not a symbol",
    });
    expect((await save("demo", "ups", "DEMO")).list.instruments).toMatchObject([{ symbol: "DEMO" }, { symbol: "UPS" }]);
  });

  test("takes one more instrument, once, and a new one is made where it is asked for", async () => {
    const ctx = as("dan", "signals");
    const follow = (list: string | null, symbol: string) =>
      followInstrument(ctx, { environment, list, instrument: { symbol, asset_type: "stock" } });
    const made = await follow(null, "UPS");
    expect(made).toMatchObject({ name: "Watchlist", schedule: { kind: "close" } });
    expect((await follow(made.id, "DEMO")).instruments).toHaveLength(2);
    await expect(follow(made.id, "DEMO")).rejects.toThrow("DEMO is already in Watchlist");
    await expect(follow(made.id, "ZZZZ")).rejects.toThrow("no data");
    await expect(follow(made.id, "demo")).rejects.toThrow("already in Watchlist");
    await expect(follow("wl_other", "DEMO")).rejects.toThrow("no such watchlist");
  });

  test("of two instruments that are added at once none is lost", async () => {
    const ctx = as("dan", "signals");
    const all = { ...environment, coverageOf: () => held };
    const {
      list: { id },
    } = await saveWatchlist(ctx, { environment, watchlist: { ...watchlist("UPS"), name: "At once" } });
    const added = ["AAA", "BBB", "CCC", "DDD"];
    await Promise.all(
      added.map((symbol) =>
        followInstrument(ctx, { environment: all, list: id, instrument: { symbol, asset_type: "stock" } }),
      ),
    );
    const kept = (await listWatchlists(ctx)).find((list) => list.id === id);
    expect(kept?.instruments.map(({ symbol }) => symbol).toSorted()).toEqual(["AAA", "BBB", "CCC", "DDD", "UPS"]);
  });
});

/** Of an analysis of theirs: a close met what would break its rating. */
async function breakCondition(owner: string): Promise<void> {
  const analysisId = await finishedAnalysis(testApp, owner);
  const condition = {
    id: "C1",
    place: 1,
    said: "A close below 40",
    measure: "close",
    label: "Last close",
    evidence: "M1",
    value: 43.74,
    at: "2019-06-03",
    comparator: "below",
    threshold: 40,
    unit: "USD",
    scale: "price",
    watch: { at: "close", sessions: 1 },
    deadline: "2019-08-03",
    deadline_from: "horizon",
  } as const;
  const reading = { session: "2019-06-04", values: { close: { value: 39, at: "2019-06-04" } }, split: 1 };
  const watch = {
    analysisId,
    owner,
    published: null,
    symbol: "DEMO",
    assetType: "stock",
    since: "2019-06-03",
  } as const;
  const states = [conditionState(condition, [reading], "2019-06-04")];
  await testApp.db.transaction(async (tx) => {
    await insertWatch(tx, { ...watch, conditions: [condition] }, states, systemClock.now());
    await insertReadings(tx, analysisId, [reading], systemClock.now());
  });
}
