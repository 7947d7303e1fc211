import { createHmac } from "node:crypto";
import { Scope } from "#src/contract/accounts/plans.ts";
import type { Opinion } from "#src/contract/jobs/analysis.ts";
import {
  ChainBody,
  genesis,
  type DecidedCondition,
  type Signal,
  type Tombstone,
} from "#src/contract/signals/signals.ts";
import type { Database } from "#src/core/db/database.ts";
import type { StoredEntry } from "#src/product/signals/queries/chains.ts";
import { appendEntry, type NewEntry } from "#src/product/signals/queries/signals.ts";
import { canonicalJson, sha256 } from "#src/core/hash.ts";
import { newId } from "#src/core/ids.ts";
import { systemClock, type Instant } from "#src/core/clock.ts";
import type { KnownSymbols } from "#src/product/signals/lib/watchlist.ts";
import { saveWatchlist } from "#src/product/signals/watchlists.ts";
import { testSecret } from "./database.ts";
import { customerContext } from "#tests/support/contexts.ts";

/** A house list that runs nothing, beside which lists of people's own are run. */
export const houseOff = {
  instruments: [],
  runs: 1,
  threshold: 0.6,
  dailyBudgetUsd: "0",
  runBudgetUsd: "0",
  slots: 1,
  delayMs: 0,
  origin: "http://localhost",
};

/** What a signal says, without its place in a chain. */
export function signalEntry(
  symbol: string,
  rating: Opinion,
  changes: Partial<Omit<Signal, "kind">> = {},
): Extract<NewEntry, { kind: "signal" }> {
  const id = changes.id ?? newId("sig");
  return {
    kind: "signal",
    symbol,
    name: `${symbol} for a test`,
    asset_type: "stock",
    currency: "USD",
    session: "2025-06-02",
    as_of: "2025-06-02T20:00:00.000Z",
    rating,
    previous_rating: null,
    changed: false,
    entry: null,
    stop: null,
    target: null,
    confidence: 0.6,
    horizon_days: 30,
    agreement: { runs: 1, agreeing: 1, ratings: [rating] },
    reasoner: "rules",
    analysis_id: "ana_1",
    report: `/signals/${id}`,
    ...changes,
    id,
  };
}

/** A signal in a place of its own, for what looks at one alone. */
export function signalOf(symbol: string, rating: Opinion, changes: Partial<Omit<Signal, "kind">> = {}): Signal {
  const place = { version: 1, list: "house", number: 1, published_at: "2025-06-02T20:40:00.000Z", previous: genesis };
  const read = ChainBody.parse({ ...place, ...signalEntry(symbol, rating, changes), ...changes });
  if (read.kind !== "signal") throw new Error("no signal");
  return read;
}

/** A chain as the table holds it. */
export function chainOfEntries(entries: readonly NewEntry[], list = "house"): StoredEntry[] {
  let previous = genesis;
  return entries.map((entry, index) => {
    const place = { version: 1, list, number: index + 1, published_at: "2025-06-02T20:40:00.000Z", previous };
    const body = canonicalJson(ChainBody.parse({ ...entry, ...place }));
    previous = sha256(body);
    return { number: index + 1, body, hash: previous };
  });
}

export function tombstone(of: number, signalId: string): Omit<Tombstone, keyof typeof place> {
  return { kind: "tombstone", of, signal_id: signalId, reason: "wrong data" };
}
const place = { version: 0, list: 0, number: 0, published_at: 0, previous: 0 };

/** That a condition of a signal is decided. */
export function decidedCondition(
  signal: number,
  signalId: string,
  changes: Partial<DecidedCondition> = {},
): Omit<DecidedCondition, keyof typeof place> {
  const watched = { measure: "close", comparator: "below", threshold: 90.5, unit: "USD" } as const;
  const decided = { outcome: "broken", decided_on: "2025-06-06", value: 80.25 } as const;
  return { kind: "condition", signal, signal_id: signalId, condition: "C1", ...watched, ...decided, ...changes };
}

/** Publishes a signal as the engine does. */
export async function publish(
  { db }: { readonly db: Database },
  symbol: string,
  rating: Opinion = "Buy",
  { list = "house", at = systemClock.now() }: { readonly list?: string; readonly at?: Instant } = {},
): Promise<number> {
  return db.transaction(async (tx) => (await appendEntry(tx, list, signalEntry(symbol, rating), at)).number);
}

/** So many users with a plan and a session each, made in the database. @returns their `Cookie` headers */
export async function subscribers(
  { db }: { readonly db: Database },
  count: number,
  plan: "free" | "signals" = "signals",
): Promise<string[]> {
  const batch = newId("u");
  await db.pool.query(
    `with made as (
       insert into users (id, name, email, email_verified, created_at, updated_at)
       select $1 || n, 'Ada', $1 || n || '@example.com', true, now(), now() from generate_series(1, $2::int) as n
       returning id)
     insert into sessions (id, user_id, token, expires_at, created_at, updated_at)
     select id, id, 'token-' || id, now() + interval '1 day', now(), now() from made`,
    [batch, count],
  );
  await db.pool.query("update accounts set plan = $2 where starts_with(id, $1)", [batch, plan]);
  return Array.from({ length: count }, (_, index) => {
    const token = `token-${batch}${index + 1}`;
    const signature = createHmac("sha256", testSecret).update(token).digest("base64");
    return `conclave.session_token=${encodeURIComponent(`${token}.${signature}`)}`;
  });
}

/** The house list with nothing to run, so that something can be published in it. */
export async function emptyHouseList({ db }: { readonly db: Database }): Promise<void> {
  await db.pool.query(
    `insert into signal_lists (id, owner, name, instruments, schedule, runs, created_at, starts_at)
     values ('house', null, 'House list', '[]', '{"kind":"close"}', 1, '2020-01-01', '2020-01-01')`,
  );
}

/** As where online sources are asked and do not answer: each symbol stands as it is written. */
export const anySymbol: KnownSymbols = {
  read: (text) => ({ ok: true, symbol: text.toUpperCase(), lastSession: "2025-06-02" }),
  coverageOf: () => ({ status: "unchecked" }),
  lookUp: async () => ({ status: "unanswered" }),
};

/** A list of a user's own, as the user's plan Elite allows it. @returns its id */
export async function newWatchlist({ db }: { readonly db: Database }, owner: string, symbol = "AAPL"): Promise<string> {
  const ctx = customerContext({ db, actor: { owner, plan: "elite", scopes: Scope.options } });
  const instruments = [{ symbol, asset_type: "stock" as const }];
  const { list } = await saveWatchlist(ctx, {
    environment: anySymbol,
    watchlist: { id: null, name: "Mine", instruments, schedule: { kind: "close" }, runs: 1 },
  });
  return list.id;
}
