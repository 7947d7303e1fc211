import { lexicon } from "./lexicon.ts";
import { remembered } from "./memoized.ts";
import { occurs } from "./pattern-search.ts";
import { compositeNamesIn } from "./value-names.ts";
/** A measure that prose speaks of, where it does so. */
export interface Mention {
  readonly start: number;
  readonly end: number;
  /** Keys of the evidence that it may mean. */
  readonly keys: readonly string[];
}

const unit = "[- ](?:session|day|period|bar)";
const of10 = `(?:10|ten)${unit}`;
const of20 = `(?:20|twenty)${unit}`;
const of50 = `(?:50|fifty)${unit}`;
/** "The 20-day is below the 200-day": of a mean, where no other noun follows. */
const bare =
  "(?= (?:(?:at|of|near|around) [$€£₹]?\\d|is|was|has|had|and|remains?|stays?|sits?|stands?|lies|runs?|trails?|lags?|leads?|tops?|cross\\w*|above|below|exceeds?)\\b|[.,;:)]| ?$| \\[)";
const of200 = `(?:200|two[- ]hundred)${unit}`;

const moved = "(?:return|change|move|performance)(?! (?:in|of) (?!the (?:price|stock|share)))";

/** Names of measures, the longer before the shorter that they contain. Each stands alone as a word. */
const names: readonly (readonly [words: string, ...keys: string[]])[] = [
  [
    "(?:gap|distance|discount|drawdown|fall|drop|retreat)(?: of the (?:last )?(?:close|price))? (?:to|from|against|below) (?:its |the )?(?:highest close|record close|closing high)(?: (?:in the (?:whole )?history|of 252 sessions|of the year))?|(?:last )?close against (?:its |the )?highest close",
    "drawdown_from_high",
    "drawdown_from_high_252",
  ],
  [
    "position of the (?:last )?(?:close|price) (?:within|in|inside) (?:its |the )?bollinger bands|close within the bollinger bands|(?:bollinger )?(?:%b|percent b)",
    "bollinger_percent_b",
  ],
  [
    "sessions (?:of|in the) (?:price )?history|(?:number of )?sessions available|length of the (?:price )?history",
    "sessions_available",
  ],
  [
    "(?:days|time)(?: elapsed)? since the (?:last|latest|most recent) filing|age of the (?:last|latest) filing",
    "days_since_last_filing",
  ],
  [
    "age of the (?:newest|latest|last)(?: reported)? period(?: reported)?|newest (?:reported )?period(?: reported)?",
    "latest_period_end_age",
  ],
  ["positive share(?: of (?:the )?(?:news|posts))?", "news_positive_share_7d", "social_positive_share_7d"],
  [
    `(?:gap|distance|premium|discount|stretch)(?: of (?:[\\d.]+ ?%|the (?:last )?(?:close|price)))? (?:to|over|above|from|against) (?:its |the )?${of50} (?:average|mean)`,
    "close_vs_sma_50",
  ],
  [
    `(?:gap|distance|premium|discount|stretch)(?: of (?:[\\d.]+ ?%|the (?:last )?(?:close|price)))? (?:to|over|above|from|against) (?:its |the )?${of200} (?:average|mean)`,
    "close_vs_sma_200",
  ],
  [
    `volume[- ]weighted(?: (?:${of20}|moving))?(?: moving)? (?:mean|average)|vwma|(?:${of20} )?vwap|${of20} volume[- ]weighted (?:mean|average)`,
    "vwma_20",
  ],
  [
    `${of10} (?:exponential (?:moving )?(?:mean|average)|ema)|exponential (?:moving )?${of10} (?:moving )?(?:mean|average)|(?:exponential (?:moving )?(?:mean|average)(?: close)?|ema)(?: of| over|,)(?: the last)? (?:10|ten) (?:sessions|days)|ema ?(?:[ -]?10|\\(10\\))`,
    "ema_10",
  ],
  [
    `${of20} (?:exponential (?:moving )?(?:mean|average)|ema)|exponential (?:moving )?${of20} (?:moving )?(?:mean|average)|(?:exponential (?:moving )?(?:mean|average)(?: close)?|ema)(?: of| over|,)(?: the last)? (?:20|twenty) (?:sessions|days)|ema ?(?:[ -]?20|\\(20\\))`,
    "ema_20",
  ],
  [
    "(?:252-(?:session|day)|52-week|one-year|12-month|twelve-month|yearly|annual|year['’]s) high|high(?:est price)? of (?:the (?:last |past )?)?(?:252 sessions|52 weeks|year)",
    "high_252",
  ],
  [
    "(?:252-(?:session|day)|52-week|one-year|12-month|twelve-month|yearly|annual|year['’]s) low|low(?:est price)? of (?:the (?:last |past )?)?(?:252 sessions|52 weeks|year)",
    "low_252",
  ],
  [
    "(?:loss|gain|fall|rise|drop|decline)(?= (?:of the|over|in|of (?:[A-Z][\\w&.’'-]*(?: [A-Z&][\\w&.’'-]*){0,3}|it) (?:over|in)) )|(?<=(?:session|day) )(?:gain|loss|advance|decline)",
    "return_1d",
    "return_5d",
    "return_21d",
    "return_63d",
    "return_252d",
  ],
  ["upper (?:bollinger )?band|top (?:bollinger )?band", "bollinger_upper"],
  ["lower (?:bollinger )?band|bottom (?:bollinger )?band", "bollinger_lower"],
  [
    `(?:(?:highest )?high|peak|top) of the (?:previous|last|past|prior) (?:20|twenty) (?:sessions|days)|${of20} high`,
    "resistance_20",
  ],
  [
    `(?:(?:lowest )?low|trough|bottom) of the (?:previous|last|past|prior) (?:20|twenty) (?:sessions|days)|${of20} low`,
    "support_20",
  ],
  [
    "price(?:[- ](?:to|over)[- ]|/)(?:trailing |ttm )?earnings|(?:trailing )?p/?e(?: ratio| multiple)?|earnings multiple",
    "pe_ttm",
  ],
  ["price(?:[- ](?:to|over)[- ]|/)(?:trailing |ttm )?sales|p/?s(?: ratio| multiple)?", "ps_ttm"],
  ["price(?:[- ](?:to|over)[- ]|/)book|p/?b(?: ratio| multiple)?", "pb"],
  ["(?:ev|enterprise value)[- ]?(?:to|/|over)[- ]?(?:trailing )?(?:sales|revenue)", "ev_to_sales"],
  ["(?:ev|enterprise value)[- ]?(?:to|/|over)[- ]?(?:ebit|(?:trailing )?operating income)", "ev_to_ebit"],
  ["(?:free cash flow|fcf) yield", "fcf_yield"],
  ["(?:free cash flow|fcf) margin", "fcf_margin_ttm"],
  ["free cash flow|fcf|free cash", "free_cash_flow_ttm"],
  ["operating cash flow|ocf|cfo|cash flow from operations|cash from operations", "operating_cash_flow_ttm"],
  ["cash flow", "operating_cash_flow_ttm", "free_cash_flow_ttm"],
  ["cash conversion", "cash_conversion"],
  ["(?:capital expenditures?|capex)", "capex_ttm"],
  [
    "(?:share )?(?:buybacks?|repurchases)|own shares bought back|on (?:its |their )?own (?:shares|stock)",
    "buybacks_ttm",
  ],
  ["dividend yield", "dividend_yield"],
  ["dividends?", "dividends_ttm"],
  [
    "gross (?:margins?|profitability)|(?:margins?|profitability) at the gross level",
    "gross_margin_ttm",
    "gross_margin_change_yoy",
  ],
  ["operating (?:margins?|profitability)", "operating_margin_ttm", "operating_margin_change_yoy"],
  ["(?:net|profit) margins?|net profitability", "net_margin_ttm", "net_margin_change_yoy"],
  ["(?:revenue|sales|top[- ]line) growth|growth (?:in|of) (?:revenue|sales)", "revenue_growth_yoy", "revenue_growth_q"],
  ["(?:eps|earnings(?: per share)?) growth|growth (?:in|of) (?:diluted )?(?:eps|earnings)", "eps_growth_yoy"],
  [
    "(?:diluted )?(?:eps|(?:earnings|profits?) (?:a|per) share|per-share (?:earnings|profits?))",
    "eps_diluted_ttm",
    "eps_growth_yoy",
  ],
  ["revenues?|sales|top line", "revenue_ttm", "revenue_growth_yoy", "revenue_growth_q"],
  ["net income|net profits?|bottom line", "net_income_ttm"],
  ["return on equity|roe", "roe_ttm"],
  ["(?:diluted )?shares? counts?|diluted shares|dilution", "dilution_yoy", "shares_outstanding"],
  ["shares outstanding", "shares_outstanding"],
  ["net debt|net cash", "net_debt"],
  ["debt[- ](?:to|over)[- ]equity|leverage", "debt_to_equity"],
  ["(?:total |gross )?debt|borrowings|(?<=\\b(?:its|their|the|all|every|than|of) )loans?", "total_debt"],
  [
    "cash and (?:marketable securities|securities|investments|equivalents|cash equivalents)|cash pile|(?<=more |less )cash|(?<!\\b(?:net|in|free|operating|of) )cash(?! (?:flow|conversion|generat\\w+|returns?|cow|yield|burn|dividend|from|deal|offer|position|rich)\\b)(?!-)",
    "cash_and_investments",
  ],
  ["current ratio", "current_ratio"],
  ["interest cover(?:age)?|interest(?= (?:is|was|are|bill is|costs are|expense is) covered\\b)", "interest_coverage"],
  ["market (?:cap(?:italisation|italization)?|value)", "market_cap"],
  ["rsi(?:-14)?|relative strength index", "rsi_14"],
  ["mfi(?:-14)?|money flow(?: index)?", "mfi_14"],
  [
    "(?:macd )?histogram|(?:gap|difference|spread|distance) between (?:the )?macd(?: line)? and (?:its |the )?signal(?: line)?",
    "macd_hist",
  ],
  [
    "macd signal(?: line)?|signal line|(?<=\\bits )signal|(?<=\\b(?:a|the) )signal(?= (?:of|at|that|which)\\b)",
    "macd_signal",
  ],
  ["macd line", "macd"],
  ["macd", "macd", "macd_hist"],
  ["(?:average true range|atr)(?: against the close)?", "atr_14", "atr_14_pct"],
  ["beta", "beta_252"],
  ["correlation", "correlation_252"],
  [
    "(?:maximum|max|deepest|worst|largest|biggest|steepest) (?:drawdown|setback|fall from a high(?: close)?|(?:fall|drop|decline|slide|retreat)(?= (?:in|of|within|over) (?:that|the|this) (?:year|span|time|period|window|stretch)| was| is))",
    "max_drawdown_252",
  ],
  ["volatility|vols?", "volatility_21", "volatility_63", "volatility_30d", "volatility_90d"],
  [
    `(?:last |latest )?(?:trading )?volume (?:as a multiple of|to|against|over|relative to) (?:its|the) (?:(?:prior|previous|preceding|own) )?(?:${of20} (?:average|mean)|(?:average|mean) of (?:the |its )?(?:(?:previous|prior|preceding|last) )?(?:20|twenty) sessions(?: before)?)`,
    "volume_ratio_20",
  ],
  ["(?:volume|amount|flow) of (?:news|posts|messages|chatter|headlines)", "news_volume_change", "social_volume_change"],
  ["(?:trading )?volume|turnover", "volume_ratio_20", "volume_trend_30_90", "volume_change"],
  ["news tone|tone of (?:the )?news(?: items)?|news sentiment", "news_tone_7d", "news_tone_30d"],
  ["(?:social|posts?) (?:tone|sentiment)|tone of (?:the )?posts", "social_tone_7d", "social_tone_30d"],
  ["funding(?: rates?)?", "funding_7d_annualised", "funding_sign_streak"],
  ["number of news items(?: in the (?:past )?week)?|news items|news count", "news_count_7d", "news_count_30d"],
  ["number of posts|posts? count", "social_count_7d", "social_count_30d"],
  [`(?:one|1)-(?:session|day) ${moved}|return over (?:one|1) (?:session|day)`, "return_1d"],
  [`(?:five|5)-(?:session|day) ${moved}|return over (?:five|5) (?:sessions|days)`, "return_5d"],
  [`(?:one-month|21-(?:session|day)) ${moved}|return over 21 (?:sessions|days)`, "return_21d"],
  [`(?:three-month|63-(?:session|day)) ${moved}|return over (?:63 (?:sessions|days)|three months)`, "return_63d"],
  [`(?:one-year|252-(?:session|day)) ${moved}|return over 252 (?:sessions|days)`, "return_252d"],
  [
    `${of20} (?:simple )?(?:moving )?(?:average|mean|line|[sd]?ma)|(?:simple (?:moving )?(?:average|mean)(?: close)?|(?:mean|average) clos(?:e|ing price)|sma) (?:of|over) (?:the (?:last |past |previous )?)?(?:20|twenty) (?:sessions|days)|sma ?(?:[ -]?20|\\(20\\))|(?<=\\bthe )${of20}${bare}`,
    "sma_20",
  ],
  [
    `${of50} (?:simple )?(?:moving )?(?:average|mean|line|[sd]?ma)|(?:simple (?:moving )?(?:average|mean)(?: close)?|(?:mean|average) clos(?:e|ing price)|sma) (?:of|over) (?:the (?:last |past |previous )?)?(?:50|fifty) (?:sessions|days)|sma ?(?:[ -]?50|\\(50\\))|(?<=\\bthe )${of50}${bare}`,
    "sma_50",
  ],
  [
    `${of200} (?:simple )?(?:moving )?(?:average|mean|line|[sd]?ma)|(?:simple (?:moving )?(?:average|mean)(?: close)?|(?:mean|average) clos(?:e|ing price)|sma) (?:of|over) (?:the (?:last |past |previous )?)?200 (?:sessions|days)|sma ?(?:[ -]?200|\\(200\\))|(?<=\\bthe )${of200}${bare}`,
    "sma_200",
  ],
  ["returns?", "return_1d", "return_5d", "return_21d", "return_63d", "return_252d"],
  [
    "(?:tone|sentiment|mood) (?:in|of|on|among|across) (?:the )?(?:posts|social media|messages|chatter|crowd)",
    "social_tone_7d",
    "social_tone_30d",
  ],
  [
    "(?:tone|sentiment|mood) (?:in|of|on|among|across) (?:the )?(?:news(?: items| flow)?|press|headlines|coverage|articles|stories)",
    "news_tone_7d",
    "news_tone_30d",
  ],
  [
    "(?:tone|sentiment|mood)(?: score)?|(?:7|30|seven|thirty)-day score",
    "news_tone_7d",
    "news_tone_30d",
    "social_tone_7d",
    "social_tone_30d",
  ],
  [
    "(?:last|latest) close|closing price|(?:changes|changing|changed) hands(?= (?:at|around|for))|(?:trades|trading|traded|priced|quoted)(?= (?:at|around) )",
    "close",
  ],
  ["support|(?<!trading )floor(?= (?:at|of|is|was|has|held|gave)\\b)|(?<=\\d )floor", "support_20"],
  [
    "resistance|overhead supply|(?<!debt )ceiling(?= (?:at|of|is|was|has|held|gave)\\b)|(?<=\\d )ceiling",
    "resistance_20",
  ],
];

const namesIn = lexicon(names.map(([words]) => words));

/** The measures that a text names, in order. */
export const mentionsIn = remembered((text: string): readonly Mention[] => {
  const named = namesIn(text).map(({ entry, found }) => {
    const [, ...keys] = names[entry] ?? [""];
    return { start: found.index, end: found.index + found[0].length, keys };
  });
  const composites = named.length === 0 ? [] : compositeNamesIn(text);
  if (composites.length === 0) return named;
  const alone = named.filter(({ start, end }) => composites.every((one) => end <= one.start || start >= one.end));
  return [...alone, ...composites.map(({ key, ...place }) => ({ ...place, keys: [key] }))].toSorted(
    (a, b) => a.start - b.start,
  );
});

const multiples: readonly (readonly [RegExp, string])[] = [
  [/^ (?:its |the |of )?(?:trailing |ttm )?(?:earnings|profits?)\b/i, "pe_ttm"],
  [/^ (?:its |the |of )?(?:trailing |ttm )?(?:sales|revenues?)\b/i, "ps_ttm"],
  [/^ (?:its |the |of )?book(?: value)?\b/i, "pb"],
];

/** The measure that a multiple is of by the word behind it: `31x earnings`. */
export function multipleOf(text: string, end: number): Mention | null {
  const ahead = text.slice(end, end + 32);
  // "Enterprise value is 2.14 times sales".
  if (/\b(?:[Ee]nterprise value|EV)\b(?:[^.;]|\.(?=\d)){0,40}$/.test(text.slice(Math.max(0, end - 72), end))) {
    const of =
      /^ (?:its |the |of )?(?:trailing |ttm )?(?:(sales|revenues?)|(?:operating (?:income|profit)|ebit))\b/i.exec(
        ahead,
      );
    return of === null ? null : { start: end, end, keys: [of[1] === undefined ? "ev_to_ebit" : "ev_to_sales"] };
  }
  const found = multiples.find(([words]) => words.test(ahead));
  return found === undefined ? null : { start: end, end, keys: [found[1]] };
}

/** Where a number stands right behind a measure's name, as its value: `P/E is 31`, `RSI of 46.9`, `EPS: $6.42`. */
const copula =
  /^(?:,? (?:trailing twelve months|ttm|over the year|14 sessions))?[ :(]{0,2}(?:(?:ratio|multiple|line|level|reading|value|figure)s? )?(?:(?:is|was|are|were) at|is|was|are|were|of|at|around|for|=|:|stands? at|stood at|(?:sits?|stands?|hovers?|lies|runs?|holds?|remains?|stays?) (?:near|close to|around|just (?:above|below|over|under|shy of))|(?:is|was) (?:near|close to)|(?:comes?|came|amounts?|amounted|works? out|worked out|ran|runs?|adds? up|added up)(?: in)? (?:at|to)|to|reads?|sits? at|equals?|totall?ed|reached|hit|prints?(?: at)?|rounds (?:up |down )?to|shows|registers|measures)?(?: (?:now|currently|about|around|roughly|just|only|still|a|an|some))?[ (]{0,2}$/i;

/** "The 20-session mean can be placed between $300 and": before either end of a range. */
const ranged =
  /^(?: (?:as|is|was|lies|lay|sits|stands|falls|ranges|comes in|came in|can be (?:placed|put|seen)))?(?: somewhere)? (?:between|from|in the range(?: of)?|within) [$€£¥₹]?(?:[\d.,]+ ?(?:%|percent|per cent|dollars|points|x|billion|million)? (?:and|to) [$€£¥₹]?)?$/i;

/** Between a number and the measure behind it that it is said to be: "137: that is the number of sessions available". */
const isNameOf =
  /^(?: ?(?:%|percent|per cent|dollars?|points?|times|sessions|days|USD|billion|million))?(?: \[[^\]]*\])?(?:[:,] (?:(?:that|this) is|rounded, that is)|:? (?:is|was|equals|marks|represents))(?: (?:what|exactly|roughly|about))? (?:the |its |our |today['’]s )?(?:\d{1,3}-(?:session|day) )?$/i;
const atValue = /\bat $/i;
const rounded =
  /^(?: ?(?:%|percent|per cent))?(?:, (?:rounded|roughly|in round numbers|near enough),?)? (?:the|its) $/i;

/** The measure that stands right behind its value; `null` when the words do not say so plainly. */
export function measureBehind(
  text: string,
  mentions: readonly Mention[],
  number: { readonly offset: number; readonly text: string; readonly unit: string | null },
): Mention | null {
  const end = number.offset + number.text.length;
  const next = mentions.find(({ start }) => start >= end && start - end <= 48);
  if (next === undefined) return null;
  const gap = text.slice(end, next.start);
  if (occurs(isNameOf, gap)) return next;
  const isLed =
    atValue.test(text.slice(Math.max(0, number.offset - 4), number.offset)) &&
    (number.unit === "%" || number.unit === "x");
  return isLed && occurs(rounded, gap) ? next : null;
}

const beside = /^(?: \[[^\]]*\])?, (?:at |now |currently )?$/i;
const inserted =
  /^[$€£¥₹]?[+−-]?\d[\d.,]*(?<![.,])(?: ?(?:%|percent|points|dollars|USD|billion|million|x|times))?(?: \[[^\]]*\])?(?=, (?!\d)|[;)]| and (?!\d)|\.(?: |$)|$)/;

/** The measure whose value a number at `start` is said to be; `null` when the words do not say it plainly. */
export function measureBefore(text: string, mentions: readonly Mention[], start: number): Mention | null {
  const named = mentions.findLast((one) => one.end <= start && start - one.end <= 48);
  if (named === undefined) return null;
  const gap = text.slice(named.end, start);
  // "The upper band, 109.6, is out of reach".
  if (beside.test(gap) && occurs(inserted, text.slice(start))) return named;
  return occurs(copula, gap) || occurs(ranged, gap) ? named : null;
}
