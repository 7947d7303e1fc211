import { expect, test } from "vitest";
import { recentValues } from "./recent-values.ts";

test("keeps what was used last, within its room, and a value that is put again counts once", () => {
  const kept = recentValues<string>(10, (value) => value.length);
  kept.put("a", "aaaa");
  kept.put("b", "bbbb");
  kept.put("a", "aaaaa");
  expect([kept.get("b"), kept.get("a")]).toEqual(["bbbb", "aaaaa"]);
  kept.put("c", "cc");
  expect([kept.get("a"), kept.get("b"), kept.get("c")]).toEqual(["aaaaa", undefined, "cc"]);
  kept.put("d", "d".repeat(11));
  expect(["a", "c", "d"].map((key) => kept.get(key))).toEqual([undefined, undefined, undefined]);
});
