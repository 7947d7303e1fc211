import { describe, expect, test } from "vitest";
import { recentValues, sharedLookup } from "./lookup.ts";

/** A look-up whose queries end when they are told to. */
function held(mostKeys?: number) {
  const queries: {
    readonly keys: readonly string[];
    readonly end: () => void;
    readonly fail: (error: Error) => void;
  }[] = [];
  const lookup = sharedLookup<string>((keys) => {
    const { promise, resolve, reject } = Promise.withResolvers<ReadonlyMap<string, string>>();
    queries.push({
      keys,
      end: () => resolve(new Map(keys.filter((key) => key !== "none").map((key) => [key, `value of ${key}`]))),
      fail: reject,
    });
    return promise;
  }, mostKeys);
  return { queries, lookup };
}

describe("sharedLookup", () => {
  test("asks at once when nothing is out, and gathers what comes meanwhile", async () => {
    const { queries, lookup } = held();
    const all = ["a", "b", "c", "d", "c", "none"].map((key) => lookup(key));
    expect(queries.map(({ keys }) => keys)).toEqual([["a"], ["b"]]);
    queries[0]?.end();
    await all[0];
    expect(queries.map(({ keys }) => keys)).toEqual([["a"], ["b"], ["c", "d", "none"]]);
    for (const { end } of queries) end();
    expect(await Promise.all(all)).toEqual([
      "value of a",
      "value of b",
      "value of c",
      "value of d",
      "value of c",
      null,
    ]);
  });

  test("never answers with what was asked before: the same key is asked anew once its query is out", async () => {
    const { queries, lookup } = held();
    const [first, second] = [lookup("a"), lookup("a")];
    expect(queries.map(({ keys }) => keys)).toEqual([["a"], ["a"]]);
    for (const { end } of queries) end();
    expect(await Promise.all([first, second])).toEqual(["value of a", "value of a"]);
  });

  test("what is too much for one query goes with those after it, in the order of asking", async () => {
    const { queries, lookup } = held(2);
    const all = ["a", "b", "c", "d", "e", "c"].map((key) => lookup(key));
    for (let at = 0; at < 5; at += 1) {
      queries[at]?.end();
      await new Promise(setImmediate);
    }
    expect(queries.map(({ keys }) => keys)).toEqual([["a"], ["b"], ["c", "d"], ["e"]]);
    expect(await Promise.all(all)).toEqual(["a", "b", "c", "d", "e", "c"].map((key) => `value of ${key}`));
  });

  test("a query that fails fails for those who asked with it, and the next goes on", async () => {
    const { queries, lookup } = held();
    const failing = [lookup("a"), lookup("b")];
    const waiting = lookup("c");
    for (const { fail } of queries) fail(new Error("gone"));
    for (const one of failing) await expect(one).rejects.toThrow("gone");
    queries[2]?.end();
    expect(await waiting).toBe("value of c");
  });
});

test("keeps what was used last, within its room, and a value that is put again counts once", () => {
  const kept = recentValues<{ readonly text: string }>(10, ({ text }) => text.length);
  const textOf = (key: string) => kept.get(key)?.text;
  kept.set("a", { text: "aaaa" });
  kept.set("b", { text: "bbbb" });
  kept.set("a", { text: "aaaaa" });
  expect([textOf("b"), textOf("a")]).toEqual(["bbbb", "aaaaa"]);
  kept.set("c", { text: "cc" });
  expect([textOf("a"), textOf("b"), textOf("c")]).toEqual(["aaaaa", undefined, "cc"]);
  kept.set("a", { text: "a".repeat(11) });
  expect(["a", "b", "c"].map(textOf)).toEqual([undefined, undefined, "cc"]);
});
