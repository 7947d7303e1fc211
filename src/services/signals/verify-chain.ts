import { ChainBody, genesis, type ChainVerdict } from "#src/contract/signals.ts";
import {
  entriesAfter,
  entryPageSize,
  findHead,
  listHeads,
  type Head,
  type StoredEntry,
} from "#src/db/queries/signals.ts";
import { NotFound } from "#src/platform/errors.ts";
import { canonicalJson, sha256 } from "#src/platform/hash.ts";
import type { Context } from "../context.ts";

/** A chain as it is looked through, entry by entry. */
export interface ChainCheck {
  /** Looks at the next entry. @returns why the chain breaks there; `null` while it holds */
  readonly next: (entry: StoredEntry) => ChainVerdict | null;
  /** After the last entry. */
  readonly end: () => ChainVerdict;
}

/**
 * Whether entries are a chain, from the first on, and whether it still is the one whose heads were shown: an entry
 * that was altered, removed (also from the end) or put in between is found.
 * @param heads that were shown or noted; without any, nobody can tell what was cut off the end
 */
export function checkChain(list: string, heads: readonly Head[]): ChainCheck {
  let before: Head = { number: 0, hash: genesis };
  const shown = Map.groupBy(heads, ({ number }) => number);
  const broken = (number: number, reason: string): ChainVerdict => ({ ok: false, number, reason });
  const otherHead = ({ number, hash }: Head): ChainVerdict | null =>
    shown.get(number)?.every((head) => head.hash === hash) === false
      ? broken(number, "the hash is not the one that was shown")
      : null;
  return {
    next(entry) {
      const reason = faultOf(list, before, entry);
      if (reason !== null) return broken(before.number + 1, reason);
      before = entry;
      return otherHead(entry);
    },
    end() {
      if (before.number === 0) {
        const other = otherHead(before);
        if (other !== null) return other;
      }
      const missing = heads.find(({ number }) => number > before.number);
      return missing === undefined
        ? { ok: true, entries: before.number, hash: before.hash }
        : broken(before.number + 1, `entries up to ${missing.number} were shown and are gone`);
    },
  };
}

function faultOf(list: string, before: Head, { number, body, hash }: StoredEntry): string | null {
  if (number !== before.number + 1) return `the next entry has the number ${number}`;
  if (sha256(body) !== hash) return "the entry is not what its hash says";
  const read = ChainBody.safeParse(parsed(body));
  if (!read.success) return "the entry is none that this version writes";
  // What the schema does not know would be hashed and not shown.
  if (canonicalJson(read.data) !== body) return "the entry is not in its canonical form";
  if (read.data.list !== list || read.data.number !== number) return "the entry belongs elsewhere";
  return read.data.previous === before.hash ? null : "the entry does not follow the one before it";
}

function parsed(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return null;
  }
}

/** Of the newest days, some three years: each of their heads fixes every entry before it, so older ones add nothing. */
const mostHeads = 1100;

/**
 * Looks through a list's whole chain, against its head and those of every day.
 * @param noted hashes that somebody noted down: each must be that of an entry
 * @throws NotFound for a list that there is not
 */
export async function verifyChain(
  { db }: Pick<Context, "db">,
  list: string,
  noted: readonly string[],
): Promise<ChainVerdict> {
  const [head, days] = await Promise.all([findHead(db.sql, list), listHeads(db.sql, list, mostHeads)]);
  if (head === null) throw new NotFound(`there is no list ${list}`);
  const check = checkChain(list, [head, ...days]);
  const wanted = new Set(noted);
  for (let after = 0, more = true; more;) {
    const entries = await entriesAfter(db.sql, list, after);
    // What was published meanwhile is behind the head that was read, and is left to the next time.
    for (const entry of entries.filter(({ number }) => number <= head.number)) {
      const fault = check.next(entry);
      if (fault !== null) return fault;
      wanted.delete(entry.hash);
    }
    after = entries.at(-1)?.number ?? after;
    more = entries.length === entryPageSize && after < head.number;
  }
  const verdict = check.end();
  const [unknown] = wanted;
  if (!verdict.ok || unknown === undefined) return verdict;
  return { ok: false, number: head.number, reason: `no entry has the hash ${unknown}` };
}
