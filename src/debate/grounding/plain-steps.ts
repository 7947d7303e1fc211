import { plain } from "./operands.ts";
import { firstIn, occurs } from "./pattern-search.ts";
import { alike, idsOfAll, lead, namedBy, sign } from "./step-names.ts";
import { figure, money, type Step, type Told } from "./step.ts";
import { valueNamesIn } from "./value-names.ts";

/*
 * Steps in everyday words: "1.2 % of room lies between the price and its 20-session mean", "the gross margin leaves 60 % for
 * costs", "two ATRs come to $4.98", "the margin was 37.9 % a year earlier".
 */

const parted =
  /^ ?(?:%|percent|per cent|points?|dollars?|USD)?(?: (?:of )?(?:room|space|distance|air|daylight))? (?:(?:lies?|stands?|sits?|(?:is|are)(?: left| missing)?) between|separates?|parts?|divides?) (?:the |its |our |my )?([\w\-’' ]{3,48}?)(?: (?:of|at) [$€£]?[\d.,]*\d)?(?: \[[^\]]*\])? (?:and|from) (?:the |its |our |my )?([\w\-’' ]{3,56}?)(?: (?:of|at) [$€£]?[\d.,]*\d)?(?=[.,;:)]|$| \[)/i;

function between(told: Told, unit: string | null): Step | null {
  const found = firstIn(parted, `${unit === "%" ? "%" : ""}${told.ahead}`);
  if (found === null || /\d[^.;,]*$/.test(told.lead)) return null;
  const [a, b] = [namedBy(found[1] ?? "", told), namedBy(found[2] ?? "", told)];
  if (a === null || b === null || a.name === b.name || !alike(a, b) || b.value === 0) return null;
  return {
    expression: unit === "%" ? `${a.name} / ${b.name} - 1` : `${a.name} - ${b.name}`,
    ids: idsOfAll(a, b),
    value: Math.abs(unit === "%" ? a.value / b.value - 1 : a.value - b.value),
    quantity: unit === "%" ? plain : a.quantity,
  };
}

const leaves = lead(
  String.raw`(gross|operating|net|free cash flow) (?:profit )?margin(?:,? (?:of|at|which is) [\d.,]+ ?(?:%|percent|per cent)?,?)?(?: \[[^\]]*\])? (?:leaves|left|leaving) `,
);
const forCosts = /^ ?(?:%|percent|per cent)?(?: of (?:revenue|sales|turnover))? (?:for|to cover|to pay|as)\b/i;

/** What a margin leaves of the revenue. */
function leftFor(told: Told): Step | null {
  const found = firstIn(leaves, told.lead);
  const key = (found?.[1] ?? "").toLowerCase().replace("free cash flow", "fcf");
  const margin = found === null || !occurs(forCosts, told.ahead) ? null : figure(told, `${key}_margin_ttm`);
  return margin === null
    ? null
    : { expression: `100 - ${margin.name}`, ids: margin.ids, value: 1 - margin.value / 100, quantity: plain };
}

const counts: ReadonlyMap<string, number> = new Map([
  ["one and a half", 1.5],
  ["two and a half", 2.5],
  ["two", 2],
  ["three", 3],
  ["four", 4],
  ["five", 5],
]);
const ranges =
  /\b(one and a half|two and a half|two|three|four|five|\d(?:\.\d{1,2})?)(?: times the|x)? (?:ATRs?|average true ranges?)(?: \[[^\]]*\])?(?: (?:away|of distance|of room|wide|from (?:the |our )?(?:entry|close|price)))*,? (?:is|are|come to|comes to|make|makes|amount to|amounts to|equal|equals|would be|would sit|sits?|would lie|lies?|means?|measures?|that is|i\.e\.)(?: (?:about|roughly|some|at))* ?[$€£]?$/i;

/** Whether a number only says how many average true ranges another one is. */
export function isOfRanges(written: string, from: number, to: number): boolean {
  const ahead = /^[^;]{0,96}?[$€£]?(?=\d+\.\d)/.exec(written.slice(to));
  if (ahead === null) return false;
  const found = firstIn(ranges, written.slice(0, to) + ahead[0]);
  return found !== null && found.index === from;
}

function timesRange(told: Told): Step | null {
  const found = firstIn(ranges, told.lead);
  const range = found === null || /^ ?(?:below|above|under|over)\b/i.test(told.ahead) ? null : figure(told, "atr_14");
  if (found === null || range === null) return null;
  const by = counts.get((found[1] ?? "").toLowerCase()) ?? Number(found[1]);
  return { expression: `${by} * ${range.name}`, ids: range.ids, value: by * range.value, quantity: money };
}

const wasThen = lead(String.raw`(gross|operating|net) (?:profit )?margin (?:was|stood at|came to|had been|ran at) `);
const yearBefore =
  /^ ?(?:%|percent|per cent)? (?:a|one) year (?:earlier|before|ago)\b|^ ?(?:%|percent|per cent)? (?:twelve|12) months (?:earlier|before|ago)\b/i;
const yearAhead = new RegExp(
  String.raw`\b(?:a|one) year (?:earlier|before|ago),? (?:the |its )?(gross|operating|net) (?:profit )?margin (?:was|stood at|came to|had been|ran at) (?:about |only )?${sign}$`,
  "i",
);

/** "The gross margin was 37.9 % a year earlier": what it is now less its change. */
function marginThen(told: Told): Step | null {
  const found = firstIn(yearAhead, told.lead) ?? (occurs(yearBefore, told.ahead) ? firstIn(wasThen, told.lead) : null);
  const key = (found?.[1] ?? "").toLowerCase();
  const [now, change] = [figure(told, `${key}_margin_ttm`), figure(told, `${key}_margin_change_yoy`)];
  if (found === null || now === null || change === null) return null;
  return {
    expression: `${now.name} - ${change.name}`,
    ids: idsOfAll(now, change),
    value: now.value - change.value,
    quantity: now.quantity,
  };
}

/** The step of a number that is told in such words. */
export function plainStep(told: Told, unit: string | null): Step | null {
  const isName = valueNamesIn(told.lead).length > 0;
  return unit === "%"
    ? (between(told, unit) ?? leftFor(told) ?? marginThen(told))
    : unit === "x" || unit === "fold"
      ? null
      : (timesRange(told) ?? (isName ? null : between(told, unit)));
}
