import type { Evidence } from "#src/contract/evidence.ts";
import { itemOf, needing, type Reader } from "./claim-reader.ts";
import type { EvidenceIndex } from "./evidence-index.ts";
import { ofWindows } from "./measure-pairs.ts";
import { firstIn, occurs } from "./pattern-search.ts";
import { returnsNamed } from "./move-claims.ts";
import { subjectsIn } from "./moved-subjects.ts";
import { mentionsIn, type Mention } from "./subjects.ts";
import { windowsIn } from "./windows.ts";

/* What words state of the sign of a measure: "the histogram is positive", "tone is downbeat", "free cash flow is in the red". */

const good =
  "positive|above zero|over zero|above (?:the )?(?:zero|centre|center) line|in the black|in the green|in plus|greater than zero|on the (?:positive|plus|right|upper) side(?: of zero)?";
const bad =
  "negative|below zero|under zero|beneath zero|below (?:the )?(?:zero|centre|center) line|sub-zero|in the red|under ?water|less than zero|in minus|on the (?:negative|minus|wrong|lower) side(?: of zero)?";
const merry =
  "upbeat|favou?rable|bullish|optimistic|cheerful|constructive|rosy|sunny|encouraging|good|warm|friendly|supportive|buoyant";
const gloomy =
  "downbeat|unfavou?rable|bearish|pessimistic|gloomy|dour|sour|grim|bleak|bad|hostile|discouraging|dark|poor|unfriendly";

/** Measures of which the sign says something, by their key. */
const signed =
  /^(?:return_|relative_strength_|revenue_growth_|eps_growth_|macd|close_vs_|(?:gross|operating|net)_margin_change|news_volume_change|social_volume_change|net_income_ttm|free_cash_flow_ttm|operating_cash_flow_ttm|(?:net|operating|fcf)_margin_ttm|funding_7d|dilution_yoy|beta_|correlation_)/;
const toned = /^(?:news|social)_tone_/;

const copula = String.raw`(?: (?:score|reading|value|figure|index|number|itself|flow))?(?: (?:of|on|about|around|towards?) [\w'’&.^ -]{2,24})?(?: (?:over|for|in|of) (?:the )?[\w -]{2,24})?(?: (?:is|are|was|were|has been|have been|stays?|stayed|remains?|remained|reads?|looks?|sits?|stands?|stood|prints?|comes? in|came in|(?:has |have |had )?(?:turned|flipped|gone|went|moved|crossed|pushed|slipped|dipped|swung|fell|risen|rose|dropped)|turns?|runs?|shows?|keeps?|holds?|trades?|skews?|leans?))?(?: (?:a|back|up|down|again|still|now|currently|not|no longer|in|into|to|firmly|deeply|just|only|slightly|clearly|mostly|broadly|overall|largely|decidedly|rather|quite|very|strongly|mildly|marginally|solidly|well|far from|anything but|comfortably|neither|never|hardly|on balance)){0,4} `;

const place = new RegExp(
  `^${copula}(?:(?:(${good})|(${bad}))|(?:(${merry})|(${gloomy})))(?![\\w-])(?: (?:territory|ground|figures|numbers))?`,
  "i",
);
/** "A positive histogram", "upbeat news": the sign in front of its measure. */
const ahead = new RegExp(
  `(?<![\\w-])(?:(?:(positive|(?<!not )(?<!sub-)above-zero)|(negative|below-zero|sub-zero))|(?:(${merry})|(${gloomy}))) (?:[\\w-]+ ){0,1}$`,
  "i",
);
/** What is about the sign of something else: "positive items", "a negative share". */
const counted = /\b(?:items|stories|headlines|articles|posts|shares?)\b/i;

export const signClaims: Reader = (clause, index, cited, around) => {
  const mentions = mentionsIn(clause);
  for (const mention of around.carried === null ? mentions : [...mentions, around.carried]) {
    const carried = mention === around.carried && !mentions.includes(mention);
    const behind = carried
      ? ` ${clause.replace(/^\W*(?:(?:but|and|so|yet|still) )?(?:it |which |this |that )?/i, "")}`
      : clause.slice(mention.end);
    const found = firstIn(place, behind);
    const led = found === null && !carried ? firstIn(ahead, clause.slice(0, mention.start)) : null;
    const words = found ?? led;
    if (words === null) continue;
    const [printed, up, down, cheer, gloom] = words;
    const word = up ?? down ?? cheer ?? gloom ?? "";
    const items = itemsOf(mention, clause, index, cited, around);
    const tonal = items.length > 0 && items.every(({ key }) => toned.test(key));
    if (items.length === 0 || ((cheer ?? gloom) !== undefined && !tonal)) continue;
    if (led !== null && counted.test(clause.slice(mention.start, mention.end))) continue;
    const signs = new Set(items.map(({ value }) => Math.sign(value ?? 0)));
    const [sign] = signs;
    if (sign === undefined || sign === 0 || signs.size > 1) continue;
    const from = led === null ? clause.length - behind.length + (found?.index ?? 0) : led.index;
    const start = Math.max(0, from + printed.toLowerCase().lastIndexOf(word.toLowerCase()));
    return { start, end: start + word.length, holds: sign > 0 === ((up ?? cheer) !== undefined), items };
  }
  return null;
};

const moveTold =
  /\b(?:move|return|(?:price )?change|performance|result)(?: (?:in|of|for|on) (?:the )?[\w&.^'’ -]{2,32}?)?(?:,? (?:over|for|in|during) (?:the )?(?:last |past |previous )?[\w-]+ (?:sessions?|days?|weeks?|months?|year))? (?:is|was|has been|turned out|proved|came out|comes out|remains|stays)(?: (?:still|clearly|not|never|in fact|to be|on balance))* (?:(positive|an? (?:gain|plus|rise|advance)|above zero|upwards?|up)|negative|an? (?:loss|minus|fall|decline)|below zero|downwards?|down)(?=[.,;:)]| \[|$| (?:over|for|in|during|and|but)\b)/i;

/** "In the past 63 sessions, the move in the coin was positive". */
export const moveSigned: Reader = needing([moveTold], (clause, index, _cited, { windows }) => {
  const found = firstIn(moveTold, clause);
  const [item, another] = found === null ? [] : returnsNamed(windows, index);
  if (found === null || !item?.value || another !== undefined || subjectsIn(clause).length > 0) return null;
  const isOther = mentionsIn(clause).some(
    ({ keys }) => !keys.every((key) => key === "close" || key.startsWith("return_")),
  );
  if (isOther || /\b(?:index|benchmark|market|decision|call|verdict)\b(?! (?:itself|was|is)\b)/i.test(found[0]))
    return null;
  const [word = ""] = /(?:(?:an?|above|below) )?\w+$/.exec(found[0]) ?? [];
  const end = found.index + found[0].length;
  return { start: end - word.length, end, holds: item.value > 0 === (found[1] !== undefined), items: [item] };
});

/** The items that a mention means: those that are cited, else those of the windows named, else all of them. */
function itemsOf(
  mention: Mention,
  clause: string,
  index: EvidenceIndex,
  cited: ReadonlySet<string>,
  around: { readonly windows: ReturnType<typeof windowsIn> },
): Evidence[] {
  const all = mention.keys
    .filter((key) => occurs(signed, key) || toned.test(key))
    .flatMap((key) => itemOf(index, key) ?? []);
  const [first] = all;
  if (first === undefined) return [];
  // "MACD" means the line where it is not said to be the histogram.
  const named = all.filter(({ id }) => cited.has(id));
  if (named.length > 0) return named;
  const alike = first.key === "macd" ? [first] : all;
  const own = windowsIn(clause);
  const windows = own.length > 0 ? own : around.windows;
  return windows.length > 0 && alike.length > 1 ? ofWindows(alike, windows) : alike;
}
