import type { Around } from "./around.ts";
import { type DirectionWord } from "./direction-words.ts";
import { allIn, occurs } from "./pattern-search.ts";
import { mentionsIn } from "./subjects.ts";

/* What can have moved, by the words for it. */

export interface Subject {
  readonly start: number;
  readonly end: number;
  readonly keys: readonly string[];
}

/** Measures of change by the words for what changed. */
const changing: readonly (readonly [subject: RegExp, keys: readonly string[]])[] = [
  [
    /\b(?:revenues?|sales|top[- ]line|turnover(?= (?:of the company|growth)))\b/gi,
    ["revenue_growth_yoy", "revenue_growth_q"],
  ],
  [/\b(?:eps|(?:diluted )?earnings (?:a|per) share|profits? per share|per-share earnings)\b/gi, ["eps_growth_yoy"]],
  [/\bgross(?: profit)? margins?\b/gi, ["gross_margin_change_yoy"]],
  [/\b(?:operating|ebit) margins?\b/gi, ["operating_margin_change_yoy"]],
  [/\b(?:net|profit|bottom-line) margins?\b/gi, ["net_margin_change_yoy"]],
  [
    /\b(?:(?:diluted )?share counts?|number of (?:diluted )?shares|diluted shares|shares? (?:in issue|outstanding)|count of shares)\b/gi,
    ["dilution_yoy"],
  ],
  [
    /\b(?:number of (?:social )?posts|posting|posts|chatter|social (?:volume|activity|chatter)|message (?:volume|traffic))\b/gi,
    ["social_volume_change"],
  ],
  [
    /\b(?:number of (?:news )?(?:items|stories|headlines|articles)|news ?(?:items|flow|volume|count|coverage)|(?:press |media )?coverage(?! (?:ratio|of interest))|headline (?:count|volume|flow))\b/gi,
    ["news_volume_change"],
  ],
];

/** A stock by another name, or by its symbol. */
export const priced =
  /\b(?:(?:share |stock )?[Pp]rices?|[Nn]ame|[Ss]tock|[Ss]hares?|[Ee]quity|[Cc]lose|[Ii]t|[Tt]hey|[Qq]uote|[Tt]ape|(?:[Ss]hare|[Ss]tock)?[Hh]olders?|[Ii]nvestors?|[Oo]wners?|[Bb]uyers|[Ss]ellers|[Bb]ulls|[Bb]ears|[Bb]itcoin|[Ee]ther|[Cc]oin|[Ii]ndex|[A-Za-z]*[Mm]aker|[Gg]iant|[Rr]etailer|[Pp]roducer|[Mm]anufacturer|[Ll]ender|(?!RSI\b|MFI\b|ATR\b|MACD\b|EPS\b|FCF\b|ROE\b|USD\b|EMA\b|SMA\b|CEO\b|GDP\b|US\b)[A-Z]{2,5})\b(?! (?:counts?|outstanding|in issue|buybacks?|repurchases?)\b)/;

const ratio = /^(?:p[se]_ttm|pb|ev_to_|fcf_yield|fcf_margin|dividend)/;
export const printed = /\d\s?%|\bper ?cent\b/;

/** Whether another thing than the price stands nearer before a word: "oil prices fell", "short sellers lost". */
export function isOfAnother(clause: string, word: DirectionWord): boolean {
  const lead = clause.slice(0, word.start);
  if (occurs(foreign, lead)) return true;
  const other = allIn(otherSubjects, lead).at(-1)?.index ?? -1;
  const own = [...lead.matchAll(new RegExp(priced.source, "g"))].at(-1)?.index ?? -1;
  return other > own;
}

const foreign =
  /\b(?:oil|crude|gas|gold|bond|house|home|commodity|consumer|input|food|energy|retail|import) prices?\b|\bshorts?\b(?! (?:term|run|window))|\bshort[- ]sellers?\b/i;
const otherSubjects =
  /\b(?:margins?|profitability|ratios?|multiples?|debts?|cash|dividends?|tone|sentiment|income|profits?|earnings|revenues?|sales|costs?|expenses?|tax(?:es)?|inventor\w+|competitors?|peers?|rivals?|rates?|yields?|tariffs?|estimates?|guidance|outlook|expectations?|consensus|forecasts?|analysts?|demand|market|benchmark|dollar|oil|sector|industry|economy|company|companies|fears?|worr\w+)\b/gi;

export function subjectsIn(clause: string): Subject[] {
  // "Price to sales" speaks of no sales.
  const ratios = mentionsIn(clause).filter(({ keys }) => keys.some((key) => ratio.test(key)));
  return changing
    .flatMap(([pattern, keys]) =>
      [...clause.matchAll(pattern)].map((at) => ({ start: at.index, end: at.index + at[0].length, keys })),
    )
    .filter(({ start, end }) => !ratios.some((one) => start >= one.start && end <= one.end))
    .toSorted((a, b) => a.start - b.start);
}

export function isOfPrice(key: string): boolean {
  return key === "close" || key.startsWith("return_");
}

/** Whether a part goes on about a measure that is no price. */
export function carriesAnother({ carried }: Around): boolean {
  return carried !== null && !carried.keys.every(isOfPrice);
}

/** "The advance stalled on Monday": what it was says nothing of the day. */
export const stalled =
  /\b(?:advance|rally|rise|climb|gains?|run|recovery|rebound|bounce|slide|decline|fall|drop|slump|loss(?:es)?|streak|sell-?off)s? (?:has |have |had |was |were )?(?:stall|paus|halt|end|stop|peter|lost|broke|r[au]n out|interrupted|revers|fizzl|fad|(?:did|do|does|could|would)(?: not|n['’]t) (?:carry|last|continue|hold|extend|stick|go on|survive|follow)|fail)/i;
