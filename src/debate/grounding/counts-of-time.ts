/* How many of a unit of time words tell. */

const ones =
  "one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen".split(
    " ",
  );
const tens = "twenty thirty forty fifty sixty seventy eighty ninety".split(" ");
/** How many of a unit number words tell, up to the hundreds. */
export const words: ReadonlyMap<string, number> = new Map([
  ...ones.map((word, at) => [word, at + 1] as const),
  ...tens.flatMap((word, at) => [
    [word, (at + 2) * 10] as const,
    ...ones.slice(0, 9).map((one, unit) => [`${word}-${one}`, (at + 2) * 10 + unit + 1] as const),
  ]),
  ["a couple of", 2],
  ["a hundred", 100],
  ["two hundred", 200],
  ["half a", 0.5],
  ["half", 0.5],
]);
export const counts = String.raw`\d{1,4}|(?:a |two )hundred|a couple of|half a|half(?=-year)|(?:${tens.join("|")})(?:-(?:${ones.slice(0, 9).join("|")}))?|${ones.toReversed().join("|")}`;
