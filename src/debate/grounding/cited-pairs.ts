import type { Evidence } from "#src/contract/evidence.ts";
import { type Found, itemOf, needing, type Reader } from "./claim-reader.ts";
import { isDenied } from "./direction-words.ts";
import type { EvidenceIndex } from "./evidence-index.ts";
import { namedIn } from "./measure-pairs.ts";
import { allIn, firstIn, occurs } from "./pattern-search.ts";
import { wordsOf, type Words } from "./pole-words.ts";
import { mentionsIn } from "./subjects.ts";

/*
 * What a part of a sentence says of the two measures that it cites, in words that set the one against the other without
 * naming both: "the last month was rougher than the quarter", "borrowings dwarf the liquid funds", "a death cross". Read
 * last, where no other reader found a statement.
 */

interface Pair {
  readonly first: RegExp;
  readonly second: RegExp;
  /** Words by which the first is more, and by which it is less. */
  readonly more: Words;
  readonly less: Words;
  /** How the second is named: standing before the word, with the first not named before it, it is the subject. */
  readonly secondNames: RegExp;
  readonly firstNames: RegExp;
}

const short =
  /\b(?:week(?:ly)?|month(?:ly)?|7|30|21|seven|thirty|short(?:er)?(?:[- ](?:term|dated|run))?|recent(?:ly)?|latest|last|now|fast(?:er)?|near)\b/i;
const long =
  /\b(?:quarter(?:ly)?|63|90|three[- ]month|long(?:er)?(?:[- ](?:term|dated|run))?|slow(?:er)?|30|thirty|whole|month as a whole)\b/i;

const pairs: readonly Pair[] = [
  {
    first: /^volatility_(?:21|30d)$/,
    second: /^volatility_(?:63|90d)$/,
    more: wordsOf(
      "rougher wilder choppier hotter nervier jumpier higher greater stormier bumpier livelier ~pick_up risen rising rose more_volatile more_turbulent ~heat_up ~jump ~increase ~spike elevated above ~exceed ~outrun/outran/outrun",
    ),
    less: wordsOf(
      "quieter calmer cooler smoother steadier tamer sleepier lower calmed calming calms ~subside ~ease less_volatile less_turbulent ~come/came/come_(?:down|off) ~fall/fell/fallen ~drop+ cooled cooling ~settle ~decline below trails trailed ~abate",
    ),
    firstNames: short,
    secondNames: long,
  },
  {
    first: /^(?:news|social)_tone_7d$/,
    second: /^(?:news|social)_tone_30d$/,
    more: wordsOf(
      "brighter better warmer sunnier rosier kinder friendlier cheerier happier higher ~improve ~brighten ~perk_up ~lift ~pick_up more_(?:positive|favou?rable|upbeat|bullish|constructive|optimistic|cheerful) less_(?:negative|gloomy|bearish)",
    ),
    less: wordsOf(
      "gloomier darker worse cooler colder sourer harsher bleaker lower ~sour ~darken ~deteriorate ~worsen ~cool less_(?:positive|favou?rable|upbeat|bullish|constructive|optimistic|cheerful|happy|friendly|kind|rosy|sunny) more_(?:negative|gloomy|bearish|critical|downbeat)",
    ),
    firstNames: /\b(?:week(?:ly|['’]s)?|7|seven|latest|recent|now|last)\b/i,
    secondNames: /\b(?:month(?:ly|['’]s)?|30|thirty)\b/i,
  },
  {
    first: /^revenue_growth_q$/,
    second: /^revenue_growth_yoy$/,
    more: wordsOf(
      "stronger faster better quicker brisker higher livelier ~accelerate ~quicken ~speed/sped_up ~pick_up ~gather_pace",
    ),
    less: wordsOf(
      "weaker slower worse softer lower tamer ~decelerate ~slow ~cool ~lose/lost_(?:momentum|pace|steam) ~flag+ ~fade",
    ),
    firstNames: /\b(?:quarter(?:ly|['’]s)?|latest|recent|three months)\b/i,
    secondNames: /\b(?:year(?:ly|['’]s)?|trailing|annual|twelve)\b/i,
  },
  {
    first: /^total_debt$/,
    second: /^cash_and_investments$/,
    more: wordsOf(
      "~exceed ~outweigh ~dwarf ~top+ ~surpass larger_than bigger_than more_than greater_than higher_than above more_debt",
    ),
    less: wordsOf("smaller_than less_than lower_than below short_of trails trailed more_cash"),
    firstNames: /\b(?:debts?|borrow\w*|owes?|owed|loans?|bonds|liabilities)\b/i,
    secondNames: /\b(?:cash|liquid(?:ity)?|funds|treasury|war chest|securities|reserves)\b/i,
  },
  {
    first: /^sma_(?:20|50)$|^ema_10$/,
    second: /^sma_200$|^ema_20$|^sma_50$|^vwma_20$/,
    more: wordsOf(
      "golden_cross ~lead/led above higher over ~exceed ~top+ ~overtake/overtook/overtaken ahead_of on_top_of",
    ),
    less: wordsOf("death_cross below lower under beneath trails trailed ~lag+ behind short_of"),
    firstNames: /\b(?:50|fifty|20|twenty|10|ten|short(?:er)?|fast(?:er)?|quick(?:er)?)\b/i,
    secondNames: /\b(?:200|two[- ]hundred|long(?:er)?|slow(?:er)?|weighted|volume)\b/i,
  },
  {
    first: /^macd$/,
    second: /^macd_signal$/,
    more: wordsOf("bullish(?:ly)? buy_signal golden above over higher ~exceed ~top+ upward upwards"),
    less: wordsOf("bearish(?:ly)? sell_signal below under beneath lower trails trailed ~lag+ downward downwards"),
    firstNames: /\b(?:macd|line|it)\b/i,
    secondNames: /\b(?:signal(?! line (?:is|was) (?:given|triggered)))\b(?= (?:is|line is|sits|stands|lies|runs))/i,
  },
];

function twoOf(cited: ReadonlySet<string>, { items }: EvidenceIndex): readonly Evidence[] {
  const all = [...cited].flatMap((id) => items.get(id) ?? []);
  return all.length === 2 && all.every(({ value }) => value !== null) ? all : [];
}

/** "The close is above its 50-session mean": of the price, whatever else is cited. */
export const closeLed =
  /^\W*(?:the |its |last |latest |current )*(?:close|price|stock|shares?|index|coin|it)\b[^.;]{0,48}?\b(?:(above|over|higher than|north of)|(below|under|beneath|lower than|south of)) (?:both )?(?:its |the )/i;

/** The part's words that set one of its two measures above the other, where they agree. */
export const citedPair: Reader = (clause, index, cited): Found | null => {
  const items = twoOf(cited, index);
  if (items.every(({ key }) => /^(?:[se]ma|vwma)_/.test(key)) && closeLed.test(clause)) return null;
  for (const pair of pairs) {
    const first = items.find(({ key }) => pair.first.test(key));
    const second = items.find((one) => one !== first && pair.second.test(one.key));
    if (first?.value == null || second?.value == null || first.value === second.value) continue;
    const words = (
      [
        [pair.more, 1],
        [pair.less, -1],
      ] as const
    )
      .flatMap(([list, way]) => allIn(list(), clause).map((found) => ({ found, way })))
      .toSorted((a, b) => a.found.index - b.found.index);
    const [one] = words;
    if (one !== undefined && /\b(?:rolled|turned|handed|carried|all|moved) $/i.test(clause.slice(0, one.found.index)))
      return null;
    if (one === undefined || occurs(hedged, clause.slice(0, one.found.index))) return null;
    if (new Set(words.map(({ found, way }) => (isDenied(clause, found.index) ? -way : way))).size > 1) return null;
    if (isPassive(clause, one.found.index, one.found.index + one.found[0].length)) return null;
    const lead = clause.slice(0, one.found.index);
    const isTurned = pair.secondNames.test(lead) && !pair.firstNames.test(lead) ? -1 : 1;
    const holds = (first.value - second.value) * one.way * isTurned > 0;
    return { start: one.found.index, end: one.found.index + one.found[0].length, holds, items: [first, second] };
  }
  return null;
};

/** "Dwarfed by the liquid funds", but not "exceeded by 4 %". */
export function isPassive(text: string, start: number, end: number): boolean {
  return /(?:ed|en|un|own|one)$/i.test(text.slice(start, end)) && /^ by (?![$€£]?\d|about|some)/i.test(text.slice(end));
}

const hedged = /\b(?:nearly|almost|hardly|barely|scarcely|little|close to)\b[^,;]{0,12}$/i;

const ofTwo =
  /\b(?:the )?(?:(higher|larger|richer|wider|dearer|bigger|greater|fatter|better|stronger|steeper|longer|more expensive|costlier)|(lower|smaller|poorer|narrower|cheaper|lesser|thinner|worse|weaker|slimmer|less expensive)) (?:of|among|between) (?:the |these |those |its )?(?:two|pair|both|them)\b/i;

/** "The net margin is the wider of the two", "the richer of the two yields is the dividend yield". */
export const moreOfTwo = needing([ofTwo], (sentence, index, cited) => {
  const found = firstIn(ofTwo, sentence);
  const items = [...cited].flatMap((id) => index.items.get(id) ?? []).filter(({ value }) => value !== null);
  const [a, b] = items;
  if (found === null || a?.value == null || b?.value == null || items.length > 2 || a.value === b.value) return null;
  const behind = sentence.slice(found.index + found[0].length);
  const isBehind = /^(?: [\w-]+){0,2} (?:is|was|being) /i.test(behind);
  const named = isBehind ? namedOf(behind, items, index) : namedOf(sentence.slice(0, found.index), items, index);
  if (named === null) return null;
  const other = named.id === a.id ? b : a;
  const holds = (named.value ?? 0) > (other.value ?? 0) === (found[1] !== undefined);
  return { start: found.index, end: found.index + found[0].length, holds, items: [named, other] };
});

/** The one of two items that a side names. */
function namedOf(side: string, items: readonly Evidence[], index: EvidenceIndex): Evidence | null {
  const own = items.filter(
    ({ id, key }) => mentionsIn(side).some(({ keys }) => keys[0] === key) || namedIn(side, index)?.id === id,
  );
  const [one, another] = own;
  return one === undefined || another !== undefined ? null : one;
}

const yearRangeWords =
  /\b(?:in|into|within|near|toward|towards|at) (?:the |its )?(?:(upper|top|higher)|(lower|bottom)) (?:half|third|quarter|end|part|reaches|fifth) of (?:the |its )?(?:year['’]?s?|yearly|annual|52-week|252-session|one-year|twelve-month|12-month)(?: trading| price)? (?:range|span|band)\b/i;

/** "In the upper half of the year's range", "closer to the top of its range". */
export const yearRange: Reader = (clause, index) => {
  const found =
    firstIn(yearRangeWords, clause) ??
    (/\brange\b/i.test(clause) && /\b(?:year|252|52)/i.test(clause)
      ? /\b(?:nearer|closer)(?: to)? (?:its |the )?(?:(top|high|upper end)|(bottom|low|lower end))\b/i.exec(clause)
      : null);
  const [close, high, low] = ["close", "high_252", "low_252"].map((key) => itemOf(index, key));
  if (found === null || close?.value == null || high?.value == null || low?.value == null) return null;
  const place = (close.value - low.value) / (high.value - low.value);
  if (Math.abs(place - 0.5) < 0.01) return null;
  const holds = place > 0.5 === (found[1] !== undefined);
  return { start: found.index, end: found.index + found[0].length, holds, items: [close, high, low] };
};

const cross = /\b(golden|death) cross\b/i;

/** "A golden cross is in place": the 50-session mean above the 200-session one. */
export const crossed = needing([cross], (clause, index) => {
  const found = cross.exec(clause);
  const [fast, slow] = [itemOf(index, "sma_50"), itemOf(index, "sma_200")];
  if (found === null || fast?.value == null || slow?.value == null) return null;
  if (/\b(?:MACD|EMA|exponential|20-(?:day|session))\b/.test(clause)) return null;
  const holds = fast.value > slow.value === (found[1] ?? "").toLowerCase().startsWith("golden");
  return { start: found.index, end: found.index + found[0].length, holds, items: [fast, slow] };
});
