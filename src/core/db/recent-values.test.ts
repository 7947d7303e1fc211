import { expect, test } from "vitest";
import { recentValues } from "./recent-values.ts";

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
