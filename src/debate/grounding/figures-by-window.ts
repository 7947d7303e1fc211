import { itemOf, needing, type Reader } from "./claim-reader.ts";
import { spansIn, type EvidenceIndex } from "./evidence-index.ts";
import { firstIn } from "./pattern-search.ts";
import { windowsIn, type Window } from "./windows.ts";
import type { Evidence } from "#src/contract/evidence.ts";

/*
 * Of one measure in two windows which figure is the higher, where the windows stand for the figures: "volatility has
 * picked up: the 21-session figure exceeds the 63-session one", "posts have cooled in tone over 7 days against 30".
 */

const families: readonly (readonly [words: RegExp, keys: readonly string[]])[] = [
  [
    /\bvol(?:atility)?\b|\bswings\b|\bchopp(?:y|ier|iness)\b/i,
    ["volatility_21", "volatility_63", "volatility_30d", "volatility_90d"],
  ],
  [
    /\b(?:news|coverage|headlines|press|stories|articles)\b(?=.*\btone\b)|\btone\b(?=.*\b(?:news|coverage|headlines|press|stories|articles)\b)/i,
    ["news_tone_7d", "news_tone_30d"],
  ],
  [
    /\b(?:posts?|social|chatter|messages)\b(?=.*\b(?:tone|mood)\b)|\b(?:tone|mood)\b(?=.*\b(?:posts?|social|chatter|messages)\b)/i,
    ["social_tone_7d", "social_tone_30d"],
  ],
];
const figure = String.raw`(?: (?:figure|one|reading|value|number|score|tone|volatility|measure|mean|average|level|mark))?`;
const between = new RegExp(
  String.raw`^${figure}(?:,? (?:now|still|clearly|currently|also))?(?: does not| do not| doesn['’]t| has not| is not| isn['’]t)? ?(?:(?<up>exceeds?|exceeded|tops?|topped|beats?|surpass(?:es|ed)?|outstrips?|(?:is |stands |lies |sits |was |came in )?(?:now |well |clearly |slightly )?(?:higher|greater|larger|bigger|better|friendlier|warmer|wilder|more|above|over)(?: than)?)|(?<down>trails?|undercuts?|undershoots?|falls short of|(?:is |stands |lies |sits |was |came in )?(?:now |well |clearly |slightly )?(?:lower|smaller|less|worse|cooler|calmer|below|under|beneath)(?: than)?))(?: (?:the|that of|its))*(?: (?:last|past|over))* $`,
  "i",
);

function figureOf(keys: readonly string[], { names }: Window, index: EvidenceIndex): Evidence | null {
  const items = keys.flatMap((key) => itemOf(index, key) ?? []);
  return items.find(({ label }) => spansIn(label).some((span) => names.has(span))) ?? null;
}

const figureOfEither = needing([/\b(?:volatility|vol|swings|chopp(?:y|ier|iness)|tone|mood)\b/i], (sentence, index) => {
  const windows = windowsIn(sentence);
  const [one, other] = windows.slice(-2);
  if (one === undefined || other === undefined || windows.length > 3) return null;
  const found = between.exec(sentence.slice(one.end, other.start));
  const named = families.filter(([words]) => words.test(sentence));
  const [family, another] = named;
  if (found === null || family === undefined || another !== undefined) return null;
  const [left, right] = [figureOf(family[1], one, index), figureOf(family[1], other, index)];
  if (left?.value == null || right?.value == null || left.id === right.id || left.value === right.value) return null;
  const up = found.groups?.["up"];
  const word = up ?? found.groups?.["down"] ?? "";
  const start = one.end + found[0].indexOf(word);
  return {
    start,
    end: start + word.length,
    holds: left.value > right.value === (up !== undefined),
    items: [left, right],
  };
});

const outlet = "(?<who>news|coverage|press|headlines|posts|chatter|social media|messages)";
const turnedWords = new RegExp(
  String.raw`\b${outlet}(?: flow)? (?:has|have) (?:(?<up>warmed|brightened|improved|mellowed|picked up)|(?<down>cooled|soured|worsened|darkened|deteriorated|turned sour))(?: up| off)? in (?:tone|mood)\b`,
  "i",
);
const otherTurned = new RegExp(
  String.raw`\b(?:whereas|while|but|and) (?:the )?${outlet} (?:has|have) (?:(?<up>warmed|brightened|improved)|(?<down>cooled|soured|worsened|darkened|deteriorated))\b|\band so (?:has|have) (?:the )?(?<same>news|coverage|press|headlines|posts|chatter|messages)\b`,
  "i",
);

function toneWay(who: string, index: EvidenceIndex): { readonly way: number; readonly item: Evidence } | null {
  const kind = /posts|chatter|social|messages/i.test(who) ? "social" : "news";
  const [week, month] = [itemOf(index, `${kind}_tone_7d`), itemOf(index, `${kind}_tone_30d`)];
  if (week?.value == null || month?.value == null || week.value === month.value) return null;
  return { way: Math.sign(week.value - month.value), item: week };
}

/** "Posts have warmed in tone over 7 days against 30, and so has the news". */
const toneTurned = needing([turnedWords], (sentence, index) => {
  const found = firstIn(turnedWords, sentence);
  const own = found === null ? null : toneWay(found.groups?.["who"] ?? "", index);
  if (found === null || own === null) return null;
  const told = found.groups?.["up"] === undefined ? -1 : 1;
  const behind = firstIn(otherTurned, sentence.slice(found.index + found[0].length));
  const { who, same, up } = behind?.groups ?? {};
  const other = behind === null ? null : toneWay(who ?? same ?? "", index);
  const toldThen = same === undefined ? (up === undefined ? -1 : 1) : told;
  const holds = own.way === told && (other === null || other.way === toldThen);
  const items = other === null ? [own.item] : [own.item, other.item];
  return { start: found.index, end: found.index + found[0].length, holds, items };
});

export const figuresByWindow: readonly Reader[] = [figureOfEither, toneTurned];
