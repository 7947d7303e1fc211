import type { ChainBody } from "#src/contract/signals.ts";
import type { ChainVerdict, SignalChainVerdict } from "#src/contract/chains.ts";
import type { Sql } from "#src/db/database.ts";
import type { Head } from "#src/db/queries/chains.ts";
import { entriesAfter, entryPageSize, findHead, listHeads } from "#src/db/queries/signals.ts";
import { NotFound } from "#src/platform/errors.ts";
import type { SystemContext } from "../context.ts";
import { noHeads, settlementName, type KeptHeads } from "./lib/head-file.ts";
import { verifySettlement } from "./lib/verify-settlement.ts";
import { checkChain } from "./lib/check-signals.ts";

/** Of the newest days, some three years: each of their heads fixes every entry before it, so older ones add nothing. */
const mostHeads = 1100;

/**
 * Looks through a list's whole chain and that of the prices that settle signals, against their heads, those of every
 * day, and those that were kept elsewhere.
 * @param input `noted` are hashes that somebody noted down: each must be that of an entry
 *   `outside` heads that were kept outside the database
 * @throws NotFound for a list that there is not
 */
export async function verifyChain(
  ctx: SystemContext,
  {
    list,
    noted,
    outside = noHeads,
  }: { readonly list: string; readonly noted: readonly string[]; readonly outside?: KeptHeads },
): Promise<SignalChainVerdict> {
  const { db } = ctx;
  return db.transaction(async ({ sql, client }) => {
    // One snapshot, so that what is published or kept meanwhile is left to the next time.
    await client.query("set transaction isolation level repeatable read, read only");
    const { unreadable } = outside;
    if (unreadable !== null)
      return {
        ok: false,
        chain: "heads",
        number: unreadable.line,
        reason: `a line of ${unreadable.path} has been altered`,
      };
    const wanted = new Set(noted);
    const seen = (hash: string): void => void wanted.delete(hash);
    const held = new Map<string, Head>();
    const signals = await verifyList(sql, list, outside.of(list), seen, ({ settlement }) => {
      if (settlement === undefined) return;
      held.set(`${settlement.number} ${settlement.hash}`, { ...settlement, noted: "noted in a later signal" });
    });
    if (!signals.ok) return { ...signals, chain: "signals" };
    const settlement = await verifySettlement(sql, [...held.values(), ...outside.of(settlementName)], seen);
    if (!settlement.ok) return { ...settlement, chain: "settlement" };
    const [unknown] = wanted;
    if (unknown !== undefined)
      return { ok: false, chain: "signals", number: signals.entries, reason: `no entry has the hash ${unknown}` };
    const [first, last] = [outside.days[0], outside.days.at(-1)];
    return {
      ...signals,
      settlement,
      outside: first === undefined || last === undefined ? null : { days: outside.days.length, first, last },
    };
  });
}

async function verifyList(
  sql: Sql,
  list: string,
  noted: readonly Head[],
  seen: (hash: string) => void,
  told: (body: ChainBody) => void,
): Promise<ChainVerdict> {
  const [head, days] = [await findHead(sql, list), await listHeads(sql, list, mostHeads)];
  if (head === null) throw new NotFound(`there is no list ${list}`);
  const check = checkChain(list, [head, ...days, ...noted], told);
  for (let after = 0, more = true; more;) {
    const entries = await entriesAfter(sql, list, after);
    for (const entry of entries) {
      const fault = check.next(entry);
      if (fault !== null) return fault;
      seen(entry.hash);
    }
    after = entries.at(-1)?.number ?? after;
    more = entries.length === entryPageSize;
  }
  return check.end();
}
