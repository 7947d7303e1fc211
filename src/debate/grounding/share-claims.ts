import type { Evidence } from "#src/contract/evidence.ts";
import { itemOf, needing, type Reader } from "./claim-reader.ts";
import type { EvidenceIndex } from "./evidence-index.ts";
import { measureNamed } from "./measure-pairs.ts";
import { findNumbers } from "./numbers.ts";
import { allIn, firstIn, occurs } from "./pattern-search.ts";

/* What words state of shares and of ratios that have a natural line: good news against bad, one for one. */

const good = "positive|good|favou?rable|upbeat|bullish|optimistic|friendly|cheerful";
const bad = "negative|bad|unfavou?rable|downbeat|bearish|pessimistic|hostile|gloomy|critical";
const goodOnes = `(?:${good}) (?:news|items|stories|headlines|posts|voices|messages|takes|coverage)|the (?:good|positive|favou?rable|bullish)|(?:the )?(?:bulls|optimists)|(?:good|positive|favou?rable)`;
const badOnes = `(?:${bad}) (?:news|items|stories|headlines|posts|voices|messages|takes|coverage)|the (?:bad|negative|unfavou?rable|bearish)|(?:the )?(?:bears|pessimists)|(?:bad|negative|unfavou?rable)`;
const beats =
  "outnumber(?:s|ed)?|outweigh(?:s|ed)?|exceed(?:s|ed)?|outstrip(?:s|ped)?|dominate(?:s|d)?(?: over)?|prevail(?:s|ed)? over|are ahead of|dwarf(?:s|ed)?|drown(?:s|ed)? out";
const against = new RegExp(
  String.raw`(?<![\w-])(?:(${goodOnes}) (${beats}) (?:the |all )?(?:${badOnes})|(?:${badOnes}) (${beats}) (?:the |all )?(?:${goodOnes}))(?![\w-])`,
  "i",
);
const social = /\b(?:posts?|chatter|social|crowd|messages|tweets|bulls|bears)\b/i;
const press = /\b(?:news|headlines?|items|articles?|stories|press|coverage)\b/i;

/** The positive share that a part speaks of: of posts or of news, or the only one there is. */
function shareIn(clause: string, index: EvidenceIndex, cited: ReadonlySet<string>): Evidence | null {
  const both = [itemOf(index, "news_positive_share_7d"), itemOf(index, "social_positive_share_7d")] as const;
  const own = both.find((item) => item !== null && cited.has(item.id));
  if (own !== undefined) return own;
  const [news, posts] = both;
  if (occurs(press, clause) && !occurs(social, clause)) return news;
  if (occurs(social, clause) && !occurs(press, clause)) return posts;
  return null;
}

const outdone = new RegExp(
  String.raw`(?<![\w-])(?:(?:${goodOnes})|(${badOnes})) (?:are|were|is|was) ((?:outnumbered|outweighed|drowned out|dwarfed|exceeded) by)\b`,
  "i",
);

/** "Bulls are outnumbered by bears". */
const outweighed = needing([outdone], (clause, index, cited) => {
  const found = firstIn(outdone, clause);
  const item = found === null ? null : shareIn(clause, index, cited);
  if (found === null || item?.value == null || item.value === 50) return null;
  const verb = found[2] ?? "";
  const start = found.index + found[0].length - verb.length;
  return { start, end: start + verb.length, holds: item.value > 50 === (found[1] !== undefined), items: [item] };
});

/** "Bad news outweighs good", "bulls outnumber bears among the posts". */
const outweighs = needing([against], (clause, index, cited) => {
  const found = firstIn(against, clause);
  const item = found === null ? null : shareIn(clause, index, cited);
  if (found === null || item?.value == null || item.value === 50) return null;
  const verb = found[2] ?? found[3] ?? "";
  const start = found.index + found[0].indexOf(verb);
  return { start, end: start + verb.length, holds: item.value > 50 === (found[1] !== undefined), items: [item] };
});

const told = new RegExp(String.raw`(?<![\w-])(?:(${good})|(?<!\b(?:not|no|nothing) )(${bad}))(?![\w-])`, "gi");

/** "Three quarters of the items were unfavourable" of a share of 75 % that is positive. */
const toldOfShare = needing([told], (clause, index, cited) => {
  const words = allIn(told, clause);
  const [word] = words;
  if (word === undefined || words.some((one) => (one[1] === undefined) !== (word[1] === undefined))) return null;
  const item = shareIn(clause, index, cited);
  if (item?.value == null) return null;
  const isBad = word[1] === undefined;
  const number = findNumbers(clause).find(({ unit, offset }) => unit === "%" && offset < word.index + 40);
  if (number === undefined) return null;
  const reach = Math.max(number.halfUnit, 0.6);
  const [own, other] = [item.value, 100 - item.value].map((value) => Math.abs(value - number.value) <= reach);
  // Right or wrong by the number alone is for the number's own check.
  if (own === other) return null;
  const holds = isBad ? other === true : own === true;
  return { start: word.index, end: word.index + word[0].length, holds, items: [item] };
});

const lines: readonly (readonly [key: string, words: RegExp])[] = [
  ["cash_conversion", /\b(?:convert|turn|conversion|cash)/i],
  ["current_ratio", /\b(?:liquid|current|short-term)/i],
  ["debt_to_equity", /\b(?:debt|leverage|borrow)/i],
];

const oneForOneWords =
  /\b(?:(more|better|higher|above|over)|(less|worse|lower|below|under)) (?:than )?(?:one[- ](?:for|to)[- ]one|1:1|parity|unity)\b/i;

/** "At less than one for one" of the ratio that is cited. */
const oneForOne = needing([oneForOneWords], (clause, index, cited) => {
  const found = firstIn(oneForOneWords, clause);
  const [id, another] = cited;
  const item = id === undefined || another !== undefined ? undefined : index.items.get(id);
  if (found === null || item?.value == null || item.value === 1) return null;
  if (!lines.some(([key, words]) => key === item.key && words.test(clause))) return null;
  return {
    start: found.index,
    end: found.index + found[0].length,
    holds: item.value > 1 === (found[1] !== undefined),
    items: [item],
  };
});

const perUnitWords =
  /\bfor (?:each|every|one) (?:unit|dollar|euro|cent) of (?:the |its )?([^.;,]{3,48}?),? (?:the |its )?([^.;,]{3,48}?) (?:is|was|comes to|came to|amounts to|stands at|runs at) (?:(?:(more than|over|above|at least)|less than|under|below|not even) (?:an?|one|1)(?: (?:unit|dollar|euro|cent))?)(?=[.,;:)]| \[|$)/i;

/** "For each unit of net income, operating cash flow is less than one unit". */
export const perUnit = needing([perUnitWords], (clause, index) => {
  const found = firstIn(perUnitWords, clause);
  if (found === null) return null;
  const [, below = "", above = "", isMore] = found;
  const [base, part] = [measureNamed(below, index), measureNamed(above, index)];
  const conversion =
    /\bnet income\b|\bprofit\b|\bearnings\b/i.test(below) && /\boperating cash\b/i.test(above)
      ? itemOf(index, "cash_conversion")
      : null;
  const isKnown = base !== null && part !== null && base.id !== part.id && base.unit === part.unit && base.value > 0;
  const ratio = conversion?.value ?? (isKnown ? part.value / base.value : null);
  const items = conversion === null ? [part, base].flatMap((item) => item ?? []) : [conversion];
  if (ratio === null || ratio === 1) return null;
  const start = found.index + found[0].lastIndexOf(isMore ?? "");
  return {
    start: isMore === undefined ? found.index : start,
    end: found.index + found[0].length,
    holds: ratio > 1 === (isMore !== undefined),
    items,
  };
});

export const shareReaders: readonly Reader[] = [outweighs, outweighed, toldOfShare, oneForOne];
