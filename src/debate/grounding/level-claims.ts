import { type Found, itemOf, needing, type Reader } from "./claim-reader.ts";
import { alternation } from "./direction-lexicon.ts";
import type { EvidenceIndex } from "./evidence-index.ts";
import { allForms } from "./inflection.ts";
import { namedIn } from "./measure-pairs.ts";
import { findNumbers } from "./numbers.ts";
import { firstIn, occurs } from "./pattern-search.ts";
import { valueNamesIn } from "./value-names.ts";
import { mentionsIn } from "./subjects.ts";
import { volumeOverMean } from "./volume-over-mean.ts";

/* What words state of a measure against a number, a line or what is usual: "is below one", "has broken resistance". */

const copula =
  "is|are|was|were|stands?|sits?|stays?|remains?|trades?|reads?|holds?|prints?|runs?|closed|finished|comes? in|came in|has been|have been|keeps?|lies";
const over = "above|over|north of|higher than|greater than|more than|in excess of|beyond";
const under = "below|under|beneath|south of|lower than|less than|smaller than|short of";
const overVerbs = alternation(allForms("exceed top+ surpass pass clear cross beat/beat/beaten"));
const underVerbs = alternation(allForms("undershoot/undershot undercut/undercut miss"));
const against = new RegExp(
  String.raw`^(?: (?:index|ratio|multiple|line|level|reading|value|figure))?(?: \[[^\]]*\])?(?: (?:has|have|had|not|no longer|yet|already|now|still))*(?: (?:(?:${copula})(?: (?:still|now|not|no longer|well|far|just|currently|slightly|comfortably|back|clearly|trading|already)){0,3} (?:(${over})|(${under}))|(${overVerbs})|(${underVerbs})))(?: (?:the|its|a))?(?: (?:prior|previous|earlier|preceding))?(?: (?:level|mark|line|threshold|one(?= of)|close|figure|value))?(?: (?:of|at))? [$€£¥₹]?(?=\d|one\b|two\b|zero\b)`,
  "i",
);
const numbers: Readonly<Record<string, number>> = { zero: 0, one: 1, two: 2 };

/** "The current ratio is below one", "the close is below 345.80": of the one item that a name means. */
export const besideNumber: Reader = (clause, index, cited) => {
  for (const { start, end, keys } of mentionsIn(clause)) {
    const found = firstIn(against, clause.slice(end));
    // Oscillators have lines of their own; what counts days has another unit.
    const item =
      found === null || /^(?:rsi|mfi)_/.test(keys[0] ?? "")
        ? null
        : namedIn(clause.slice(0, end), index, undefined, { start, end, keys });
    if (found === null || item === null || item.unit === "days") continue;
    const [printed, up, down, beats, misses] = found;
    const at = end + printed.length;
    const line = numberAt(clause, at);
    if (
      line === null ||
      (cited.size > 0 && !cited.has(item.id) && cited.size < 2 && !isListOfPrices(item.key, cited, index))
    )
      continue;
    const behind = clause.slice(at + line.length);
    // "Is above 2 % of sales", "more than one in five".
    if (
      /^ (?:in|of|times|points?|percent|ATRs?|average|sessions?|days?)\b/i.test(behind) ||
      !sameUnit(line.unit, item.unit)
    )
      continue;
    const word = up ?? down ?? beats ?? misses ?? "";
    const from = end + printed.toLowerCase().lastIndexOf(word.toLowerCase());
    if (Math.abs(item.value) === line.value || (Math.abs(line.value) > 0 && Math.abs(item.value) / line.value > 50))
      continue;
    return {
      start: from,
      end: from + word.length,
      holds: item.value > line.value === ((up ?? beats) !== undefined),
      items: [item],
    };
  }
  return null;
};

/** "The last close tops the prior one of 363.14 [M26]" cites the list of closes. */
function isListOfPrices(key: string, cited: ReadonlySet<string>, { items }: EvidenceIndex): boolean {
  return key === "close" && [...cited].every((id) => items.get(id)?.key === "recent_closes");
}

interface Line {
  readonly value: number;
  readonly length: number;
  readonly unit: string | null;
}

function numberAt(clause: string, at: number): Line | null {
  const word = /^(?:zero|one|two)\b(?! (?:and|point|hundred|thousand|million|billion|thirds?|fifths?)\b)/i.exec(
    clause.slice(at),
  )?.[0];
  if (word !== undefined) return { value: numbers[word.toLowerCase()] ?? 0, length: word.length, unit: null };
  const number = findNumbers(clause).find((one) => one.offset <= at && one.offset + one.text.length > at);
  return number === undefined
    ? null
    : { value: number.value, length: number.offset + number.text.length - at, unit: number.unit };
}

function sameUnit(printed: string | null, unit: string | null): boolean {
  if (printed === null) return unit !== "%";
  if (printed === "%" || printed === "x") return printed === unit;
  return unit !== null && /^[A-Z]{3}/.test(unit) && printed !== "bps" && printed !== "fold";
}

const breaking = allForms(
  "break/broke/broken breach eclipse undercut/undercut/undercut retake/retook/retaken absorb top+ hurdle smash pierce violate overcome/overcame/overcome crack clear surpass penetrate puncture conquer",
);
const passed = `${alternation(breaking)}|tak(?:en|es|ing) out|took out|(?:sliced|punched|cut|burst|crashed|fell|pushed|blew|gone|went|moved) through|got(?:ten)? (?:above|past|below)|r[au]n (?:past|through|beyond)`;
const upper =
  "(?:(?:20|twenty)[- ](?:session|day) )?resistance|(?:20|twenty)[- ](?:session|day) (?:high|ceiling|peak|top)|(?:trading )?range (?:top|high|ceiling)|(?:high|ceiling|top|peak) of the (?:last|previous|prior|past) (?:20|twenty) sessions|top of the (?:trading )?range|(?:(?:20|twenty)-(?:session|day) )?ceiling|overhead supply|upper (?:bollinger )?band";
const lower =
  "(?:(?:20|twenty)[- ](?:session|day) )?support|(?:20|twenty)[- ](?:session|day) (?:low|floor|trough|bottom)|(?:trading )?range (?:floor|low|bottom)|(?:low|floor|bottom|trough) of the (?:last|previous|prior|past) (?:20|twenty) sessions|bottom of the (?:trading )?range|(?:(?:20|twenty)-(?:session|day) )?floor|lower (?:bollinger )?band";
const lines = `(?:(${upper})|(${lower}))`;
const active = new RegExp(
  String.raw`\b(?:${passed}) (?:through |above |below |over |under |past |out of |back )?(?:the |its |this |that |overhead |nearby |near-term |key |horizontal |first ){0,3}(?:[$€£₹]?[\d.,]*\d )?${lines}\b`,
  "i",
);
const breached = new RegExp(
  String.raw`\b${lines}(?: level| line| zone)?(?: (?:of|over|from) (?:the )?(?:last |past |previous |prior )?(?:20|twenty) (?:sessions|days))?(?:,? (?:(?:at|of|near|around) )?[$€£₹]?[\d.,]+\d)?(?: \[[^\]]*\])?,? (?:has |have |had |was |is |were |remains |stays |been |now |already |not |never |also |yet to be |still )*(?:((?:${passed})(?! (?:the|its|that|our|all|both)\b)|behind (?:us|it)|in the rear-view mirror|gone|given way|gave way|gives way|caved(?: in)?|collapsed|failed|lost)|(overhead|(?:still |lies )?ahead|in the way|stood firm|stands firm|standing|in place|held|holds|holding|defended|survived|preserved|maintained|intact|unbroken|unbreached|untested|capped|caps|rejected|respected))(?![\w-])`,
  "i",
);

const lineKeys: readonly (readonly [words: RegExp, key: string])[] = [
  [/resistance|high|ceiling|peak|top|supply/i, "resistance_20"],
  [/support|floor|trough|bottom|low(?!er)/i, "support_20"],
  [/upper/i, "bollinger_upper"],
  [/lower/i, "bollinger_lower"],
];

function crossing(name: string, isUpper: boolean, index: EvidenceIndex): Pick<Found, "holds" | "items"> | null {
  const key = lineKeys.find(([words]) => words.test(name))?.[1] ?? "";
  const [close, line] = [itemOf(index, "close"), itemOf(index, key)];
  if (close?.value == null || line?.value == null) return null;
  return { holds: isUpper ? close.value > line.value : close.value < line.value, items: [close, line] };
}

const holding = new RegExp(
  String.raw`\b((?:held|holds|holding|defend(?:s|ed|ing)?|preserv(?:es|ed|ing)|respect(?:s|ed|ing)|kept|keeps)(?: above)?) (?:the |its |that )(?:[$€£₹]?[\d.,]*\d )?(?:recent |key |nearby )?(${lower})\b`,
  "i",
);

/** "Held the 20-session low": the close is not below it. */
export const defended = needing([holding], (clause, index) => {
  const found = firstIn(holding, clause);
  const line = found === null ? null : crossing(found[2] ?? "", false, index);
  if (found === null || line === null) return null;
  return { start: found.index, end: found.index + (found[1] ?? "").length, holds: !line.holds, items: line.items };
});

const cappedBy = new RegExp(
  String.raw`\b((?:capped|contained|held back|blocked|turned (?:back|away)|rejected|stopped|limited|failed|stalled) (?:by|at|below|under)|bounced off|backed off from|ran into) (?:the |its |that |overhead ){0,2}(${upper})\b`,
  "i",
);

/** "Remains capped by the ceiling": the close is not beyond it. */
export const capped = needing([cappedBy], (clause, index) => {
  const found = firstIn(cappedBy, clause);
  const line = found === null ? null : crossing(found[2] ?? "", true, index);
  if (found === null || line === null) return null;
  return { start: found.index, end: found.index + (found[1] ?? "").length, holds: !line.holds, items: line.items };
});

/** "Has broken resistance", "support has been broken", "support held": the close beyond the line or not. */
const needed =
  /\b(?:needs?|requires?|takes?|has|have|must|points?|percent|%|dollars?|further|away|wants?|waits?)\b[^.;]{0,16} to $/i;

export const breaches = needing([active, breached], (clause, index) => {
  const act = firstIn(active, clause);
  const told = act ?? firstIn(breached, clause);
  if (told === null || /\b(?:intraday|(?:day|session)['’]s (?:high|low))\b/i.test(clause)) return null;
  // "The index needs 94.71 points to regain the mean".
  if (occurs(needed, clause.slice(0, told.index))) return null;
  const [printed, high, low] = told;
  // "The 20-session VWMA tops the lower band": one line of another.
  const subject = act === null ? "" : clause.slice(0, told.index);
  if (mentionsIn(subject).some(({ keys }) => !keys.every((key) => key === "close" || key.startsWith("return_"))))
    return null;
  if (valueNamesIn(subject).some(({ key }) => key !== "close") || /\b(?:mean|average) close\b/i.test(subject))
    return null;
  const found = crossing(high ?? low ?? "", high !== undefined, index);
  if (found === null) return null;
  const isHeld = act === null && told[4] !== undefined;
  const word = act === null ? (told[3] ?? told[4] ?? "") : printed;
  const start = told.index + printed.lastIndexOf(word);
  return { start, end: start + word.length, items: found.items, holds: found.holds !== isHeld };
});

const more = "heavier|higher|larger|greater|busier|stronger|thicker|brisker|livelier|more";
const less = "lighter|lower|smaller|quieter|weaker|thinner|slower|softer|less";
const norm = String.raw`(?!(?:half|twice|thrice|double|triple|treble|quadruple)\b)(?:usual|normal|average|typical|(?:it |the )?(?:[\w-]+ ){0,2}(?:average|avg|mean|norm|par))`;
const volume = new RegExp(
  String.raw`\b(?:volumes?|turnover|trading|activity|participation|vol\(ume\)|vol(?=:))(?![a-z])(?! growth)[^;,\d]{0,40}?\b(?:(?:(${more})|(${less})) than (?:its |the |is )?${norm}|(?:(above|over|(?:well |far |way |clearly )?ahead of|beats?|topped|tops?|exceed(?:s|ed)?|surpass(?:es|ed)?|in excess of)|(below|under|short of|behind|trail(?:s|ed)?|undershot|missed)) (?:its |the |their )?(?:prior |previous |preceding )?(?:\d\d-\w+ |twenty-\w+ |ninety-\w+ )?${norm}|(?:(heavy|brisk|elevated|strong)|(light|thin|subdued|muted|sluggish|weak|poor)|on the (?:(thick|heavy|high)|(thin|light|low)) side)(?=[.,;\s[]|$))`,
  "i",
);
const handsChanged =
  /\b(?:(more)|(fewer|less)) (?:shares|stock|units|coins|contracts|volume|turnover|paper) (?:than (?:usual|normal|average) )?(?:changed hands|(?:were|was) traded|traded|went through|passed through|was seen)\b(?: than (?:usual|normal|average|(?:the |its )?(?:(?:20|twenty)-\w+ )?(?:norm|average|mean)|on (?:an? )?(?:average|normal|usual|typical) (?:day|session)))?/i;
const volumeFirst =
  /\b(?:(heavy|brisk|strong|elevated|lively|above|heavier-than|higher-than|more-than)|(light|thin|weak|poor|sluggish|muted|subdued|below|lighter-than|lower-than|less-than))(?:[- ](?:average|usual|normal|par))? (?:(?:trading )?(?:volumes?|turnover|participation)\b(?! (?:growth|weighted))|(?<=\b(?:on|in|with|amid) \w+ )trading(?=[.,;]| ?\[|$))/i;

/** "Thirty-day volume is higher than the 90-day mean". */
const ofQuarter = /\b(?:(?:30|thirty)[- ]days?|(?:90|ninety)[- ]days?|of (?:90|ninety))\b/i;

/** "Volume was heavier than usual", "on below-average turnover": of the last volume against its mean. */
export const usualVolume: Reader = (clause, index, _cited, { carried }) => {
  if (/\b(?:volume[- ]weighted|vwma|vwap)\b/i.test(clause) || occurs(volumeOverMean, clause)) return null;
  const hands = firstIn(handsChanged, clause);
  const first = (hands !== null && /\bthan\b/i.test(hands[0]) ? hands : null) ?? firstIn(volumeFirst, clause);
  // "Volume did not confirm the move; it was under its mean".
  const isCarried =
    carried?.keys.includes("volume_ratio_20") === true && /^\W*(?:and |but )?(?:it|which|being)\b/i.test(clause);
  const text = isCarried ? clause.replace(/^(\W*(?:and |but )?)(?:it|which|being)\b/i, "$1volume") : clause;
  const found = first ?? firstIn(volume, text);
  const item = itemOf(index, occurs(ofQuarter, clause) ? "volume_trend_30_90" : "volume_ratio_20");
  if (found === null || item?.value == null || item.value === 1) return null;
  const up = first === null ? (found[1] ?? found[3] ?? found[5] ?? found[7]) : first[1];
  const down = first === null ? (found[2] ?? found[4] ?? found[6] ?? found[8]) : first[2];
  // "Heavy" and "thin" say that it is far from usual.
  const isFar = first === null && (found[5] ?? found[6]) !== undefined;
  if (isFar && item.value > 1 === (up !== undefined)) return null;
  const word = up ?? down ?? "";
  // "Volume over its mean of 20 sessions gives 0.917" divides.
  if (/^over$/i.test(word) && /^(?:volumes?|turnover) over\b/i.test(found[0])) return null;
  const start = found.index + found[0].toLowerCase().indexOf(word.toLowerCase()) - (text.length - clause.length);
  return { start, end: start + word.length, holds: item.value > 1 === (up !== undefined), items: [item] };
};

const loss = new RegExp(
  String.raw`\b(?:(profitable|in profit|in the black|(?:(?:earn|mak|turn|post|report|book)\w*|made|is|was) (?:a |an )?(?:net )?profits?|generat(?:es|ed|ing) (?:free )?cash|makes money|earning money)|(unprofitable|loss-making|lossmaking|in the red|(?:(?:book|report|post|mak|run|incur|suffer)\w*|made|ran|is|was) (?:a |an )?(?:net )?loss(?:es)?|los(?:es|ing|t) money|burn(?:s|ing|ed|t) (?:through )?(?:free )?cash|cash-burning))\b`,
  "i",
);

/** "Is profitable", "burns cash": of net income and of free cash flow. */
export const profits = needing([loss], (clause, index) => {
  const found = firstIn(loss, clause);
  if (
    found === null ||
    /\b(?:trade|position|unless|book(?:ing)? (?:the |our |some )?profits?|tak(?:e|ing) (?:the |our |some )?profits?|histogram|macd|return|holders?|shareholders?|investors?|anyone|buyers?|owners?|stock|shares|price|quote|long)\b/i.test(
      clause,
    )
  )
    return null;
  const [printed, black] = found;
  const item = itemOf(index, /cash/i.test(printed) ? "free_cash_flow_ttm" : "net_income_ttm");
  if (item?.value == null || item.value === 0) return null;
  return {
    start: found.index,
    end: found.index + printed.length,
    holds: item.value > 0 === (black !== undefined),
    items: [item],
  };
});

const mostlyWords =
  /\b(?:(coverage|news|headlines|stories|items|articles|press)|(posts|chatter|social)) [^;,\d]{0,24}?\b(?:mostly|mainly|predominantly|largely|overwhelmingly|uniformly|universally|entirely|all|for the most part|chiefly|lean(?:s|ing)?|skew(?:s|ed)?|tilt(?:s|ed)?) (?:towards? |to )?(?:(positive|favou?rable|upbeat|bullish|good)|(negative|unfavou?rable|downbeat|bearish|bad))\b/i;
const mostlyOtherWords =
  /\b(?:(?:most|(?:(no|an?|the) )?(?:clear |large |slim |small |narrow |strong |wide )?majority|the bulk|more than half|over half) of |all (?:of )?)(?:the )?(?:week['’]s |scored |news |recent )*(?:(coverage|news|headlines|stories|items|articles)|(posts|chatter|messages)) (?:is|are|was|were|=|reads?|lean\w*) (?:(positive|favou?rable|upbeat|bullish|good)|(negative|unfavou?rable|downbeat|bearish|bad))\b/i;

/** "Coverage is mostly unfavourable": more than half of the items that a lexicon scored. */
export const mostly = needing([mostlyWords, mostlyOtherWords], (clause, index) => {
  const found = firstIn(mostlyWords, clause) ?? firstIn(mostlyOtherWords, clause);
  if (found === null) return null;
  const none = /^no /i.test(found[0]);
  const [news, up, down] = found.length === 5 ? [found[1], found[3], found[4]] : [found[2], found[4], found[5]];
  const item = itemOf(index, news === undefined ? "social_positive_share_7d" : "news_positive_share_7d");
  if (item?.value == null || (item.value === 50 && !/\bmajority\b/i.test(found[0])) || /\bmonth\b/i.test(clause))
    return null;
  if (/\bclear /i.test(found[0]) && item.value !== 50 && item.value > 44 && item.value < 56) return null;
  const word = up ?? down ?? "";
  const start = found.index + found[0].length - word.length;
  const holds = (item.value > 50 === (up !== undefined)) !== none;
  return { start, end: start + word.length, holds, items: [item] };
});
