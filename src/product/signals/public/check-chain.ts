import type { ChainVerdict } from "#src/contract/signals/chains.ts";
import { genesis } from "#src/contract/signals/signals.ts";
import type { Head, StoredEntry } from "#src/product/signals/queries/chains.ts";
import { sha256 } from "#src/core/hash.ts";

/** A chain as it is looked through, entry by entry. */
export interface ChainCheck<Entry extends StoredEntry> {
  /** @returns why the chain breaks there; `null`: it holds */
  readonly next: (entry: Entry) => Extract<ChainVerdict, { ok: false }> | null;
  /** After the last entry. */
  readonly end: () => ChainVerdict;
}

/** What an entry says of its place. @returns why it cannot be read */
type ReadPlace<Entry> = (entry: Entry) => { readonly ok: true; readonly previous: string } | string;

/**
 * From the first entry on, against shown heads: changed, removed and inserted entries are found.
 * @param heads without any, a cut end cannot be told
 */
export function checkEntries<Entry extends StoredEntry>(
  heads: readonly Head[],
  read: ReadPlace<Entry>,
): ChainCheck<Entry> {
  let before: Head = { number: 0, hash: genesis };
  const byNumber = Map.groupBy(heads, ({ number }) => number);
  const broken = (number: number, reason: string) => ({ ok: false, number, reason }) as const;
  const otherHead = ({ number, hash }: Head) => {
    const other = byNumber.get(number)?.find((head) => head.hash !== hash);
    return other === undefined
      ? null
      : broken(number, `the hash differs from the one that was ${other.noted ?? "shown"}`);
  };
  const faultOf = (entry: Entry): string | null => {
    if (entry.number !== before.number + 1) return `the next entry is number ${entry.number}`;
    if (sha256(entry.body) !== entry.hash) return "the entry does not match its hash";
    const place = read(entry);
    if (typeof place === "string") return place;
    return place.previous === before.hash ? null : "the entry does not follow the one before it";
  };
  return {
    next(entry) {
      const reason = faultOf(entry);
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
        : broken(
            before.number + 1,
            `entries up to ${missing.number} were ${missing.noted ?? "shown"} and are now missing`,
          );
    },
  };
}

/** JSON, or `null` for what is none. */
export function jsonOf(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return null;
  }
}
