import { expect, test } from "vitest";
import { TypedDecimal, createSubmissions } from "./acting.ts";
import type { Outcome } from "./outcome.ts";

test.each([
  ["2,5", "2.5"],
  [" 5,00 ", "5.00"],
  ["2.5", "2.5"],
  ["1,000", "1,000"],
  ["1.000,50", "1.000,50"],
  ["", ""],
])("%s is read as %s", (typed, read) => {
  expect(TypedDecimal.parse(typed)).toBe(read);
});

test("what is sent twice is done once, unless it failed or was long ago", async () => {
  const submissions = createSubmissions<number>();
  let done = 0;
  const work = async (): Promise<Outcome<number>> => ({ ok: true, value: ++done });
  const both = await Promise.all([submissions.once("a", 0, work), submissions.once("a", 0, work)]);
  expect(both).toEqual([
    { ok: true, value: 1 },
    { ok: true, value: 1 },
  ]);
  expect(await submissions.once("a", 9 * 60_000, work)).toEqual({ ok: true, value: 1 });
  expect(await submissions.once("b", 9 * 60_000, work)).toEqual({ ok: true, value: 2 });
  expect(await submissions.once("a", 11 * 60_000, work)).toEqual({ ok: true, value: 3 });
  const refused: Outcome<number> = { ok: false, message: "It was too late." };
  expect(await submissions.once("c", 0, async () => refused)).toEqual(refused);
  expect(await submissions.once("c", 0, work)).toEqual({ ok: true, value: 4 });
});
