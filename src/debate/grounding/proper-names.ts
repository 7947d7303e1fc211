import { alternation, bookingVerbs } from "./direction-lexicon.ts";
import { firstIn, occurs } from "./pattern-search.ts";

/** Words with a capital that name no company, coin or index. */
const others =
  "The|A|An|It|In|On|Over|For|At|By|From|Of|This|That|Not|No|And|But|Since|After|Before|While|Both|All|Each|Momentum|Volume|Turnover|Trading|Interest|Demand|Activity|Sentiment|Tone|Risk|Pressure|Growth|Nothing|Everything|Costs?|Inflation|Rates|Margins?|Revenues?|Sales|Earnings|Cash|Debt|Volatility|Analysts?|News|Posts|Estimates|Guidance|Then|Yet|Still|So|Though|Although|Because|As|When|RSI|MFI|ATR|MACD|EPS|FCF|ROE|USD|EMA|SMA|CEO|GDP|US|Support|Resistance|Coverage|Capex|Dividends?|Buybacks?|Yields?|Q[1-4]|January|February|March|April|May|June|July|August|September|October|November|December|Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sept?|Oct|Nov|Dec|Mon(?:day)?|Tue(?:sday)?|Wed(?:nesday)?|Thu(?:rsday)?|Fri(?:day)?|Saturday|Sunday";
const indexNames = "S&P(?: 500)?|Dow(?: Jones)?|Nasdaq(?: 100)?|FTSE(?: 100)?|DAX|Nikkei|Russell(?: 2000)?";
const name = String.raw`(?:[Tt]he (?:${indexNames})|(?!(?:${others})\b)[A-Z][\w&.’'-]*(?: (?!(?:${others})\b)[A-Z&][\w&.’'-]*){0,3})`;
const between = `(?:(?:has|have|had|did|does|is|was|not|never|neither|also|still|only|even|thus|then|again|duly|once more|no longer|hasn['’]t|didn['’]t|isn['’]t|itself|(?:end|finish|clos|settl)(?:es|ed|s)?|(?:the|its) (?:(?:last|latest|final|most recent) )?(?:trading )?(?:day|session)|moved|went|gone|goes|go|came|come|trading|clearly|slightly|sharply|well|modestly|fail(?:s|ed)? to|(?:un)?able to|manag(?:es|ed) to|avoid(?:s|ed)|escap(?:es|ed)|dodg(?:es|ed)|sidestep(?:s|ped)|spared|${alternation(bookingVerbs)}|an?|any|net|small|slight|further|another|single) )*`;
/** What a subject may stand behind: the beginning of a part, a conjunction, a day or a span of time. */
const opening = String.raw`(?:^\W*|[:;,–—] |\b(?:that|yet|but|and|or|though|although|while|whereas|because|so|as|when|where|since|if) |\b(?:sessions?|days?|weeks?|months?|year|${others.slice(others.indexOf("January"))}) |\d )`;
const properSubject = new RegExp(String.raw`${opening}(${name}) ${between}$`);

/** "Apple did not fall", "on 6 October Harbour Freight dropped": a name as the subject of what follows. */
export function isProperName(lead: string): boolean {
  return occurs(properSubject, lead);
}

/** The first word of that name. */
export function nameBefore(lead: string): string | null {
  return firstIn(properSubject, lead)?.[1]?.split(/ |['’]s\b/)[0] ?? null;
}
