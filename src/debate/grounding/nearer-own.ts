import type { Grounds } from "./grounds.ts";
import type { Judgement, Spot } from "./number-in-context.ts";
import { firstIn } from "./pattern-search.ts";

/* "Our confidence is nearer 70 % than 80 %": of two marks the one that an agent's own figure is nearer to. */

const amount = String.raw`[$€£]?(\d+(?:\.\d+)?) ?(?:%|percent|per cent|days|sessions)?`;
const nearer = new RegExp(
  String.raw`\b(confidence|conviction|(?:position )?size|stake|allocation|horizon)\b[^.;,]{0,32}? (?:(?:nearer|closer)(?: to)?) ${amount} than (?:to )?${amount}`,
  "i",
);

export function ofNearer({ number, text, sentence, ids }: Spot, { proposals, language }: Grounds): Judgement | null {
  if (language !== undefined || ids.size > 0) return null;
  const written = text.slice(sentence.start, sentence.end);
  const found = firstIn(nearer, written);
  const at = number.offset - sentence.start;
  if (found === null || at < found.index || at >= found.index + found[0].length) return null;
  const word = (found[1] ?? "").toLowerCase();
  const role = /conf|conv/.test(word) ? "confidence" : word === "horizon" ? "horizon" : "size";
  const own = proposals.all.find((one) => one.role === role)?.value;
  if (own === undefined) return null;
  const [near, far] = [Number(found[2]), Number(found[3])];
  const value = role === "confidence" && near > 1 && own <= 1 ? own * 100 : own;
  return Math.abs(value - near) < Math.abs(value - far)
    ? { verdict: "proposal", evidence: [], cited: false, basis: `trader ${role}` }
    : { verdict: "unsupported", evidence: [], cited: false, basis: null };
}
