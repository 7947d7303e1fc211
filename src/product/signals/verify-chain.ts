import type { ChainBody } from "#src/contract/signals/signals.ts";
import type { ChainVerdict, SignalChainVerdict } from "#src/contract/signals/chains.ts";
import type { Sql } from "#src/core/db/database.ts";
import type { Head } from "./queries/chains.ts";
import { entriesAfter, entryPageSize, findHead, listHeads } from "./queries/signals.ts";
import { NotFound } from "#src/core/errors.ts";
import type { SystemContext } from "../context.ts";
import { noHeads, settlementName, type KeptHeads } from "./public/head-file.ts";
import { verifySettlement } from "./lib/verify-settlement.ts";
import { checkChain } from "./lib/check-signals.ts";

/** Three years: each head fixes every entry before it. */
const mostHeads = 1100;

/**
 * Against its heads, and those kept elsewhere.
 * @param input `noted` hashes must be entries; `outside` heads were kept outside
 * @throws NotFound
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
    // One snapshot; later entries wait for the next time.
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
