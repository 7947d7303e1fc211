import type { Spot } from "./number-in-context.ts";
import { occurs } from "./pattern-search.ts";

/* Units and scales that a sentence prints once for several numbers. */

/** Units of change of the cited numbers next to one that has none. */
export function unitsBeside({ number, numbers, before, after, ids, sentence, text }: Spot): string[] {
  const isParallel =
    before?.unit === "bps" &&
    /^(?:[^;.]{0,40}, |,? (?:more|less|higher|lower) than the )$/.test(
      text.slice(before.offset + before.text.length, number.offset),
    );
  if (
    number.unit !== null ||
    (ids.size === 0 && !isParallel) ||
    occurs(timeAhead, text.slice(number.offset + number.text.length))
  )
    return [];
  // "By 185, 137 and 97 basis points": the last of a series tells it for all.
  const series = numbers.filter((one) => {
    const [end, start] = [number.offset + number.text.length, one.offset];
    return (
      start >= end &&
      start - end < 48 &&
      /^(?:,| and|, and|\/|[\d. ])*$/.test(text.slice(end, start).replaceAll(/[+$−-]/g, ""))
    );
  });
  const units = [before, after, ...series].flatMap((one) =>
    one !== undefined &&
    one.offset >= sentence.start &&
    one.offset < sentence.end &&
    (one.unit === "bps" || one.unit === "%")
      ? [one.unit]
      : [],
  );
  return [...new Set(units)];
}

const timeAhead = /^[ -](?:trading |calendar )?(?:days?|sessions?|weeks?|months?|quarters?|years?)\b/i;

/** Scales of other amounts of the sentence, for a number that is printed with decimals and none. */
export function scalesBeside({ number, numbers, ids, text, sentence, mentions }: Spot): number[] {
  if (number.unit === "%" || number.unit === "x" || number.unit === "fold" || number.unit === "bps") return [];
  if (!/\.\d+$/.test(number.text)) return [];
  // "34.204/53.244 = 64 % [F15, F16]", in whatever the cited amounts are told in.
  const isPaired =
    text.slice(0, number.offset).endsWith("/") ||
    /^ ?\/ ?[$€£₹]?\d/.test(text.slice(number.offset + number.text.length, number.offset + number.text.length + 5));
  if (ids.size > 0 && (isPaired || /\((?:bn|mn|billion|million)\)/.test(text.slice(sentence.start, sentence.end))))
    return [1e9, 1e6];
  if (ids.size > 0 && number.text.replace(/\D/g, "").length >= 4) return [1e9, 1e6];
  const isPair =
    isPaired || occurs(joined, text.slice(Math.max(0, number.offset - 24), number.offset + number.text.length + 24));
  if (isPair && mentions.filter(({ end }) => end <= number.offset).length > 1) return [1e9, 1e6];
  const sizes = numbers.flatMap((one) =>
    [1e12, 1e9, 1e6].filter((scale) => one.value >= scale && one.value < scale * 1000 && !/\.?\d$/.test(one.text)),
  );
  const printed = numbers.flatMap((one) =>
    /million$/i.test(one.text) ? [1e6] : /billion$/i.test(one.text) ? [1e9] : [],
  );
  return [...new Set([...sizes, ...printed])];
}

/** "3,052.3 to 395.8", "2,836.0 less 1,050.0". */
const joined = /\d [−–-] ?[$€£]?\d|\d (?:to|over|less|minus|against|divided by) [$€£]?\d/i;
