import { fc, test as property } from "@fast-check/vitest";
import { describe, expect, test } from "vitest";
import { Opinion } from "#src/contract/jobs/analysis.ts";
import type { ChainVerdict } from "#src/contract/signals/chains.ts";
import type { NewEntry } from "#src/product/signals/queries/signals.ts";
import type { Head, StoredEntry } from "#src/product/signals/queries/chains.ts";
import { canonicalJson, sha256 } from "#src/core/hash.ts";
import { chainOfEntries, decidedCondition, signalEntry, tombstone } from "#tests/support/signals.ts";
import { checkChain } from "./check-chain.ts";

function verdictOn(entries: readonly StoredEntry[], heads: readonly Head[]): ChainVerdict {
  const check = checkChain("house", heads);
  for (const entry of entries) {
    const fault = check.next(entry);
    if (fault !== null) return fault;
  }
  return check.end();
}

const chains = fc
  .array(
    fc.record({
      symbol: fc.constantFrom("AAPL", "MSFT", "BTC-USD"),
      rating: fc.constantFrom(...Opinion.options),
      confidence: fc.option(fc.double({ min: 0, max: 1, noNaN: true })),
      withdraw: fc.boolean(),
      decided: fc.boolean(),
    }),
    { minLength: 1, maxLength: 12 },
  )
  .map((told) =>
    chainOfEntries(
      told.reduce<NewEntry[]>((entries, { symbol, rating, confidence, withdraw, decided }, index) => {
        const id = `sig_${index}`;
        const number = entries.length + 1;
        entries.push(signalEntry(symbol, rating, { id, confidence }));
        if (decided) entries.push(decidedCondition(number, id));
        if (withdraw) entries.push(tombstone(number, id));
        return entries;
      }, []),
    ),
  );

const headOf = (chain: readonly StoredEntry[]): Head[] => chain.slice(-1).map(({ number, hash }) => ({ number, hash }));

/** Written anew with right numbers and right hashes, as somebody would who has the database. */
function rewritten(chain: readonly StoredEntry[]): StoredEntry[] {
  let previous = "0".repeat(64);
  return chain.map(({ body }, index) => {
    const text = canonicalJson({ ...JSON.parse(body), number: index + 1, previous });
    previous = sha256(text);
    return { number: index + 1, body: text, hash: previous };
  });
}

describe("checkChain", () => {
  property.prop([chains])("a chain as it was published holds", (chain) => {
    expect(verdictOn(chain, headOf(chain))).toEqual({ ok: true, entries: chain.length, hash: chain.at(-1)?.hash });
  });

  property.prop([chains, fc.nat(), fc.constantFrom(...Opinion.options)])(
    "an altered rating is found, also with its hash made anew",
    (chain, at, rating) => {
      const place = at % chain.length;
      const victim = chain[place];
      fc.pre(victim !== undefined && victim.body.includes('"kind":"signal"'));
      const body = victim.body.replace(/"rating":"\w+"/, `"rating":"${rating}"`);
      fc.pre(body !== victim.body);
      const altered = chain.with(place, { ...victim, body });
      expect(verdictOn(altered, headOf(chain)).ok).toBe(false);
      expect(verdictOn(chain.with(place, { ...victim, body, hash: sha256(body) }), headOf(chain)).ok).toBe(false);
      expect(verdictOn(rewritten(altered), headOf(chain)).ok).toBe(false);
    },
  );

  property.prop([chains, fc.nat(), fc.nat()])("a single altered character is found", (chain, at, character) => {
    const place = at % chain.length;
    const victim = chain[place];
    if (victim === undefined) throw new Error("no entry");
    const index = character % victim.body.length;
    const body = `${victim.body.slice(0, index)}${victim.body[index] === "1" ? "2" : "1"}${victim.body.slice(index + 1)}`;
    expect(verdictOn(chain.with(place, { ...victim, body }), headOf(chain)).ok).toBe(false);
  });

  property.prop([chains, fc.nat()])("a removed entry is found, also the last ones", (chain, at) => {
    const place = at % chain.length;
    const without = chain.toSpliced(place, 1);
    expect(verdictOn(without, headOf(chain)).ok).toBe(false);
    expect(verdictOn(rewritten(without), headOf(chain)).ok).toBe(false);
    expect(verdictOn(chain.slice(0, place), headOf(chain)).ok).toBe(false);
  });

  property.prop([chains, fc.nat(), fc.constantFrom(...Opinion.options)])(
    "an entry put in between, or added before an old one, is found",
    (chain, at, rating) => {
      const place = at % chain.length;
      const [forged] = chainOfEntries([signalEntry("XOM", rating, { id: "sig_forged" })]);
      if (forged === undefined) throw new Error("no entry");
      const inserted = chain.toSpliced(place, 0, forged);
      expect(verdictOn(inserted, headOf(chain)).ok).toBe(false);
      expect(verdictOn(rewritten(inserted), headOf(chain)).ok).toBe(false);
    },
  );

  property.prop([chains])("two entries that changed places are found", (chain) => {
    fc.pre(chain.length > 1);
    const [first, second, ...rest] = chain;
    if (first === undefined || second === undefined) throw new Error("no entries");
    expect(verdictOn([second, first, ...rest], headOf(chain)).ok).toBe(false);
  });

  test("says where and why", () => {
    const chain = chainOfEntries([signalEntry("AAPL", "Buy"), signalEntry("AAPL", "Hold")]);
    expect(verdictOn(chain.slice(0, 1), headOf(chain))).toEqual({
      ok: false,
      number: 2,
      reason: "entries up to 2 were shown and are now missing",
    });
    expect(verdictOn(chain.slice(1), headOf(chain))).toEqual({
      ok: false,
      number: 1,
      reason: "the next entry is number 2",
    });
  });

  test("a condition is decided once, of a signal before it", () => {
    const signal = signalEntry("AAPL", "Buy", { id: "sig_1" });
    const [first, second] = [decidedCondition(1, "sig_1"), decidedCondition(1, "sig_1", { outcome: "held" })];
    const verdictOf = (...entries: NewEntry[]) => verdictOn(chainOfEntries(entries), []);
    expect(verdictOf(signal, first, { ...second, condition: "C2" })).toMatchObject({ ok: true, entries: 3 });
    expect(verdictOf(signal, first, second)).toMatchObject({ number: 3, reason: "the condition was decided before" });
    const reason = "the entry is about a signal that is not before it";
    expect(verdictOf(first)).toMatchObject({ number: 1, reason });
    expect(verdictOf(signal, decidedCondition(1, "sig_2"))).toMatchObject({ number: 2, reason });
    expect(verdictOf(decidedCondition(2, "sig_1"), signal)).toMatchObject({ number: 1, reason });
  });

  test("another order of keys, or one more, is not what was published", () => {
    const [entry] = chainOfEntries([signalEntry("AAPL", "Buy")]);
    if (entry === undefined) throw new Error("no entry");
    const more = canonicalJson({ ...JSON.parse(entry.body), also: "Sell" });
    expect(verdictOn([{ ...entry, body: more, hash: sha256(more) }], [])).toMatchObject({
      reason: "the entry is not in its canonical form",
    });
  });

  test("an empty chain holds, unless something was shown of it", () => {
    expect(verdictOn([], [{ number: 0, hash: "0".repeat(64) }])).toMatchObject({ ok: true, entries: 0 });
    expect(verdictOn([], [{ number: 1, hash: "a".repeat(64) }])).toMatchObject({ ok: false, number: 1 });
  });
});
