import type { Instant } from "#src/core/clock.ts";
import type { Sql } from "#src/core/db/database.ts";

export interface FoundSymbol {
  readonly symbol: string;
  /** As the source has it. */
  readonly name: string;
}

/** Names of the symbols among these that an online source knew. */
export async function foundSymbols(db: Sql, symbols: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (symbols.length === 0) return new Map();
  const rows = await db
    .selectFrom("found_symbols")
    .select(["symbol", "name"])
    .where("symbol", "in", [...symbols])
    .execute();
  return new Map(rows.map(({ symbol, name }) => [symbol, name]));
}

/** The last answer counts. */
export async function recordFound(db: Sql, found: readonly FoundSymbol[], at: Instant): Promise<void> {
  if (found.length === 0) return;
  await db
    .insertInto("found_symbols")
    .values(
      // In one order against deadlocks.
      found
        .toSorted((a, b) => (a.symbol < b.symbol ? -1 : 1))
        .map(({ symbol, name }) => ({ symbol, name, found_at: new Date(at) })),
    )
    .onConflict((conflict) =>
      conflict
        .column("symbol")
        .doUpdateSet(({ ref }) => ({ name: ref("excluded.name"), found_at: ref("excluded.found_at") })),
    )
    .execute();
}

export async function forgetFound(db: Sql, before: Instant): Promise<void> {
  await db.deleteFrom("found_symbols").where("found_at", "<", new Date(before)).execute();
}
