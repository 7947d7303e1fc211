import { lexicon } from "./lexicon.ts";
import { remembered } from "./memoized.ts";

/*
 * Names that mean one measure and no other, window and all, as its label and the usual names have it: "close against its
 * 50-session mean" is one name and not two. What names a family ("the volatility") is left to subjects.ts.
 */

/** Where a sentence names one measure. */
export interface ValueName {
  readonly start: number;
  readonly end: number;
  readonly key: string;
}

const counted: Readonly<Record<number, string>> = {
  1: "one|1",
  5: "five|5",
  7: "seven|7",
  10: "ten|10",
  14: "fourteen|14",
  20: "twenty|20",
  21: "twenty-one|21",
  30: "thirty|30",
  50: "fifty|50",
  63: "sixty-three|63",
  90: "ninety|90",
  200: "two[- ]hundred|200",
  252: "252",
};
const times = (count: number): string => `(?:${counted[count] ?? count})`;
/** "20-session", and behind the noun "of 20 sessions". */
const led = (count: number): string => `${times(count)}[- ](?:session|day|trading-day|bar|period)`;
const behind = (count: number): string =>
  `(?:,| (?:of|over|for|in|within|across))(?: the)?(?: (?:last|past|previous|latest))? ${times(count)} (?:trading )?(?:sessions?|days?)`;
/** A noun with its window on either side. */
const windowed = (count: number, noun: string): string => `${led(count)} (?:${noun})|(?:${noun})(?:${behind(count)})`;

/** Windows of the calendar that a return's sessions stand for. */
const calendar: Readonly<Record<number, readonly [led: string, behind: string]>> = {
  5: ["(?:one-week|1-week|weekly)", "(?:(?:a|one|the (?:last|past)) week)"],
  21: ["(?:one-month|1-month|monthly)", "(?:(?:a|one|the (?:last|past)) month)"],
  63: [
    "(?:three-month|3-month|quarterly)",
    "(?:(?:a|one|the (?:last|past)) quarter|(?:the (?:last|past) )?three months)",
  ],
  252: [
    "(?:one-year|1-year|twelve-month|12-month|52-week|yearly)",
    "(?:(?:a|one|the (?:last|past)) year|(?:the (?:last|past) )?(?:twelve|12) months)",
  ],
};
const returned = (count: number): string => {
  const [before = "", after = ""] = calendar[count] ?? [];
  return `${windowed(count, "return")}|${before} return|return (?:over|of|for) ${after}`;
};

const its = "(?:its |the |his |their )?";
const aClose = "(?:last |latest )?(?:close|closing price|price)";
const simple = "(?:(?:simple|arithmetic) )?(?:moving )?(?:average|mean)(?: (?:close|closing price|price))?";
const average = (count: number): string =>
  [
    `${led(count)} (?:${simple}|[sd]?ma)`,
    `(?:${simple}|(?:average|mean) of the closes?|sma)(?:${behind(count)})`,
    `(?:[sd]ma ?-?${count}|[sd]?ma ?\\(${count}\\)|${count} ?[sd]ma)`,
  ].join("|");
const exponential = (count: number): string =>
  [
    `${led(count)} (?:exponential (?:moving )?(?:average|mean)(?: close)?|ema)`,
    `exponential(?:ly weighted)? (?:${led(count)} )?(?:moving )?(?:average|mean)(?: close)?(?:${behind(count)})`,
    `(?:ema)(?:${behind(count)})|ema ?-?${count}|ema ?\\(${count}\\)`,
  ].join("|");
const against = "(?:against|relative to|versus|vs\\.?|compared (?:with|to)|over|to|from)";
const toAverage = (count: number): string =>
  [
    `${aClose} (?:against|relative to|versus|vs\\.?|compared (?:with|to)) ${its}(?:${average(count)})`,
    `(?:gap|distance|premium|discount|spread) (?:between|of|from) (?:the |its )?${aClose} (?:and|${against}) ${its}(?:${average(count)})`,
  ].join("|");
const volatility = "(?:annuali[sz]ed )?(?:(?:realised|realized|historical) )?volatility";
const annualised = "(?:,? annuali[sz]ed)?";
const ofPosts = "(?:posts|social media|messages)";
const ofNews = "(?:the )?(?:news(?: items| flow)?|headlines|articles)";
const tone = (count: number, of: string, adjective: string): string =>
  [
    `${led(count)} (?:${adjective} )(?:tone|sentiment)`,
    `${led(count)} (?:tone|sentiment) (?:of|in) (?:the )?(?:${of})`,
    `(?:(?:tone|sentiment) (?:of|in) (?:the )?(?:${of})|(?:${adjective}) (?:tone|sentiment))(?: by lexicon)?(?:${behind(count)})`,
  ].join("|");
const count = (days: number, of: string): string =>
  `(?:number|count) of (?:the )?(?:${of})(?:${behind(days)})|${led(days)} (?:number|count) of (?:${of})|${led(days)} (?:${of}|${of.includes("post") ? "post" : "news"}) count`;
const positive = (of: string): string =>
  `(?:share of (?:the )?positive|positive share (?:of|among|in) (?:the )?) ?(?:${of})(?: by lexicon)?(?:${behind(7)})?|${led(7)} positive share (?:of|among|in) (?:the )?(?:${of})|(?:${led(7)} )?positive share by lexicon(?=[^.;]{0,48} (?:${of})(?![\\w-]))`;
const extreme = (high: string, word: string): string =>
  [
    `(?:252-(?:session|day)|52-week|one-year) ${word}`,
    `${high} (?:price|print|quote)(?:${behind(252)})`,
    `${word}(?:${behind(252)})`,
  ].join("|");
const recent = (superlative: string, noun: string, line: string): string =>
  [
    `${superlative} ${noun}(?:,| (?:of|over|in|within))(?: the)?(?: (?:last|past|previous|prior))? ${times(20)} (?:sessions|days)(?: before)?`,
    `${led(20)} (?:${noun}|${line})`,
  ].join("|");

const lastVolume = "(?:last|latest) (?:session['’]s )?(?:trading )?volume";
const setOver = "(?:against|relative to|versus|vs\\.?|compared (?:with|to))";
const earlierMean = (span: number, unit: string): string => {
  const prior = "(?:(?:last|past|previous|prior|preceding) )?";
  return [
    `${prior}${led(span)} (?:average|mean)(?: volume)?`,
    `(?:average|mean)(?: volume)? (?:of|over|for) (?:the )?${prior}${times(span)} ${unit}(?: (?:before(?: it)?|prior|earlier))?`,
  ].join("|");
};
const meanVolume = (span: number): string =>
  `(?:(?:mean|average) volume (?:of|over|for|in) (?:the (?:last |past )?)?${times(span)} days|${led(span)} (?:mean|average) volume)`;

const year = "(?:trailing twelve months|trailing year|last twelve months|past twelve months)";
/** Only with its year: a quarter has figures of the same name. */
const trailing = (noun: string, tail = ""): string =>
  `(?:trailing(?: (?:twelve|12)[- ]months?)?|ttm|(?:twelve|12)[- ]month) (?:${noun})${tail}|(?:${noun})(?:,| over the| of the| in the| for the) ${year}`;

const changed = (margin: string): string =>
  `change (?:in|of) (?:the |its )?${margin} (?:profit )?margin(?: (?:on|from|over|against|year on year|since)(?: (?:a|the|last) year(?: (?:before|earlier|ago))?)?)?`;

const names: readonly (readonly [words: string, key: string])[] = [
  [toAverage(50), "close_vs_sma_50"],
  [toAverage(200), "close_vs_sma_200"],
  [
    `(?:${aClose} against|(?:discount|distance|gap) (?:of|from|between) the ${aClose} (?:to|from|and|against)|drawdown(?: of (?:the )?[\\w&^.-]+)? (?:from|to|against|below)) ${its}highest close(?:${behind(252)})`,
    "drawdown_from_high_252",
  ],
  [
    `(?:deepest|worst|maximum|largest|max) (?:fall|drawdown|decline|drop)(?: from a high(?: close)?)?(?:${behind(252)})|${led(252)} (?:maximum|max) drawdown`,
    "max_drawdown_252",
  ],
  [
    `(?:(?:average true range|atr)(?:\\(14\\)| ?\\(14\\))? (?:relative to|against|in percent of|as a (?:share|percentage|percent|fraction) of) (?:the )?(?:last )?(?:close|price))`,
    "atr_14_pct",
  ],
  [
    `position of the ${aClose} (?:from|between) the lower(?: \\(0 ?%?\\))? (?:to|and) the upper(?: \\((?:100 ?%|1)\\))? (?:bollinger )?bands?|(?:bollinger )?%b|bollinger percent b|(?:position of the )?${aClose} within ${its}bollinger bands`,
    "bollinger_percent_b",
  ],
  [
    `volume ratio(?: \\(last session against the mean of the 20 before\\)| (?:to|against|over) (?:the (?:mean|average) of )?the (?:last |previous )?20 sessions(?: before)?)?|${lastVolume} ${setOver} ${its}(?:${earlierMean(20, "sessions")})|ratio of (?:the )?${lastVolume} to ${its}(?:${earlierMean(20, "sessions")})`,
    "volume_ratio_20",
  ],
  [
    `${meanVolume(30)} (?:${setOver}|over|to) (?:that (?:of|over|for) (?:the )?${times(90)}(?: days)?|the ${led(90)} (?:one|figure|mean|average)(?: volume)?|${its}${meanVolume(90)})`,
    "volume_trend_30_90",
  ],
  [
    `volume-weighted ${led(20)} (?:moving )?(?:average|mean)(?: (?:close|price))?|volume-weighted (?:moving )?(?:average|mean)(?: (?:close|price))?(?:${behind(20)})|${led(20)} (?:vwma|vwap|volume-weighted (?:moving )?(?:average|mean)(?: (?:close|price))?)|vwma(?:${behind(20)})|vwma ?\\(?20\\)?`,
    "vwma_20",
  ],
  [exponential(10), "ema_10"],
  [exponential(20), "ema_20"],
  [average(20), "sma_20"],
  [average(50), "sma_50"],
  [average(200), "sma_200"],
  [
    "(?:9-(?:session|day) )?signal line of the macd|macd signal(?: line)?(?: \\(9\\))?|macd['’]s (?:9-(?:session|day) )?signal(?: line)?",
    "macd_signal",
  ],
  ["macd histogram|histogram of the macd", "macd_hist"],
  ["(?<=\\bmacd\\b[^;]{0,60})signal(?: line)?", "macd_signal"],
  ["macd(?: line)?(?: \\(12, ?26\\))?(?! (?:histogram|signal))", "macd"],
  [`(?:${led(14)} )?(?:rsi|relative strength index)(?: ?\\(14\\)|(?:${behind(14)}))?`, "rsi_14"],
  [`(?:${led(14)} )?(?:mfi|money flow index)(?: ?\\(14\\)|(?:${behind(14)}))?`, "mfi_14"],
  ["(?:upper|top) (?:bollinger )?band(?: \\(20, ?2\\))?|bollinger upper band", "bollinger_upper"],
  ["(?:lower|bottom) (?:bollinger )?band(?: \\(20, ?2\\))?|bollinger lower band", "bollinger_lower"],
  [`(?:${led(14)} )?(?:average true range|atr)(?: ?\\(14\\)|(?:${behind(14)}))?`, "atr_14"],
  [recent("highest", "high", "resistance"), "resistance_20"],
  [recent("lowest", "low", "support"), "support_20"],
  [extreme("highest", "high"), "high_252"],
  [extreme("lowest", "low"), "low_252"],
  [
    `return over 63 sessions less that of [^,.;]{2,24}|${led(63)} return less that of [^,.;]{2,24}`,
    "relative_strength_63",
  ],
  [
    `return over 252 sessions less that of [^,.;]{2,24}|${led(252)} return less that of [^,.;]{2,24}`,
    "relative_strength_252",
  ],
  [`${windowed(1, "return")}|return (?:of|over|in|for) the (?:last|latest|final) session`, "return_1d"],
  [returned(5), "return_5d"],
  [returned(21), "return_21d"],
  [returned(63), "return_63d"],
  [returned(252), "return_252d"],
  [
    `(?:annuali[sz]ed )?${led(21)} (?:annuali[sz]ed )?volatility${annualised}|(?:${volatility}|annuali[sz]ed swings?)(?:${behind(21)})${annualised}`,
    "volatility_21",
  ],
  [
    `(?:annuali[sz]ed )?${led(63)} (?:annuali[sz]ed )?volatility${annualised}|${volatility}(?:${behind(63)})${annualised}`,
    "volatility_63",
  ],
  [
    `(?:annuali[sz]ed )?${led(30)} (?:realised |realized )?volatility${annualised}|${volatility}(?:${behind(30)})${annualised}`,
    "volatility_30d",
  ],
  [
    `(?:annuali[sz]ed )?${led(90)} (?:realised |realized )?volatility${annualised}|${volatility}(?:${behind(90)})${annualised}`,
    "volatility_90d",
  ],
  [
    "(?:number|count) of sessions (?:available|in the price history)|price history(?: of [\\w^&.’'-]{2,24}(?: [A-Z][\\w&.-]+){0,2})?(?= (?:counts|holds|has|spans|comprises|contains|includes|amounts to|consists of|goes back|is) (?:\\w+[ -]){0,6}?(?:sessions|and)\\b)|sessions of price history in the window|price history in the window",
    "sessions_available",
  ],
  [tone(7, ofPosts, "social|post"), "social_tone_7d"],
  [tone(30, ofPosts, "social|post"), "social_tone_30d"],
  [tone(7, ofNews, "news"), "news_tone_7d"],
  [tone(30, ofNews, "news"), "news_tone_30d"],
  [count(7, ofPosts), "social_count_7d"],
  [count(30, ofPosts), "social_count_30d"],
  [count(7, ofNews), "news_count_7d"],
  [count(30, ofNews), "news_count_30d"],
  [positive(ofPosts), "social_positive_share_7d"],
  [positive(ofNews), "news_positive_share_7d"],
  [`change in (?:the )?number of posts`, "social_volume_change"],
  [`change in (?:the )?number of news items`, "news_volume_change"],
  [changed("gross"), "gross_margin_change_yoy"],
  [changed("operating"), "operating_margin_change_yoy"],
  [changed("net"), "net_margin_change_yoy"],
  [`posts${behind(7)}`, "social_count_7d"],
  [`posts${behind(30)}`, "social_count_30d"],
  [`news items${behind(7)}`, "news_count_7d"],
  [`news items${behind(30)}`, "news_count_30d"],
  [
    `${trailing("revenue growth", "(?:,? (?:trailing )?year on year)?")}|revenue growth,? trailing year on year|(?:trailing )?year[- ]on[- ]year (?:growth (?:of|in) (?:trailing )?revenue|revenue growth)`,
    "revenue_growth_yoy",
  ],
  [trailing("gross margin"), "gross_margin_ttm"],
  [trailing("operating margin"), "operating_margin_ttm"],
  [trailing("net (?:profit )?margin"), "net_margin_ttm"],
  [trailing("net income"), "net_income_ttm"],
  [trailing("(?:diluted )?(?:earnings (?:a|per) share|eps)"), "eps_diluted_ttm"],
  [trailing("operating cash flow"), "operating_cash_flow_ttm"],
  [trailing("capital expenditure|capex"), "capex_ttm"],
  [trailing("free cash flow(?! (?:margin|yield))"), "free_cash_flow_ttm"],
  [trailing("spending on own shares|buyback spending|buybacks|own shares bought back"), "buybacks_ttm"],
  [trailing("revenue"), "revenue_ttm"],
  ["operating cash flow for each unit of net income|cash conversion", "cash_conversion"],
  ["operating income for each unit of interest expense|interest cover(?:age)?", "interest_coverage"],
  ["buyback spending|spending on buybacks", "buybacks_ttm"],
  [
    "revenue growth(?: (?:in|of|for)|,) (?:the )?(?:last|latest) quarter(?: (?:on|over|against) (?:the same(?: quarter)? a year (?:before|earlier)|the (?:year-before|year-ago|year-earlier) quarter))?|(?:last-quarter|quarterly|latest-quarter) revenue growth(?: on (?:the same(?: quarter)? )?a year (?:before|earlier))?",
    "revenue_growth_q",
  ],
  ["age of the (?:newest|latest) (?:reported period|period reported|period)", "latest_period_end_age"],
  ["cash and marketable securities", "cash_and_investments"],
  ["shares outstanding", "shares_outstanding"],
  [`(?:trailing )?dividends? (?:a|per) share(?:, trailing year)?(?:, split-adjusted)?`, "dividends_ttm"],
  ["dividend yield(?:, trailing year)?", "dividend_yield"],
  ["(?:free cash flow|fcf) yield", "fcf_yield"],
  [
    `(?:trailing |(?:trailing )?(?:twelve|12)[- ]months? )?(?:free cash flow|fcf) margin(?:,? (?:over the )?${year})?`,
    "fcf_margin_ttm",
  ],
  ["price[- ](?:to[- ])?(?:trailing )?earnings(?: multiple| ratio)?|p/e(?: multiple| ratio)?", "pe_ttm"],
  ["price[- ]to[- ](?:trailing )?sales(?: multiple| ratio)?|p/s(?: multiple| ratio)?", "ps_ttm"],
  ["price[- ]to[- ]book(?: multiple| ratio)?|p/b(?: multiple| ratio)?", "pb"],
  ["(?:enterprise value|EV)(?: to |/)(?:trailing )?(?:sales|revenues?)", "ev_to_sales"],
  ["(?:enterprise value|EV)(?: to |/)(?:(?:trailing )?operating income|EBIT)", "ev_to_ebit"],
  ["current ratio", "current_ratio"],
  ["debt[- ]to[- ]equity(?: ratio)?", "debt_to_equity"],
  [`(?:trailing )?return on equity(?:,? (?:over the )?${year})?`, "roe_ttm"],
  ["beta(?: to (?:the index|\\^?[\\w&]+)(?: \\([^)]*\\))?)?", "beta_252"],
  ["correlation(?: (?:with|to) (?:the index|\\^?[\\w&]+)(?: \\([^)]*\\))?)?", "correlation_252"],
  ["market capitali[sz]ation|market cap", "market_cap"],
  ["total debt", "total_debt"],
  ["(?:last|latest|most recent) (?:close(?:, as traded)?|closing price)|closing price", "close"],
];

const namesIn = lexicon(names.map(([words]) => words));

/** The names in a sentence that mean one measure each, in order. */
export const valueNamesIn = remembered((written: string): readonly ValueName[] =>
  namesIn(written).map(({ entry, found }) => ({
    start: found.index,
    end: found.index + found[0].length,
    key: names[entry]?.[1] ?? "",
  })),
);

/** Distances and changes whose names contain those of what they are taken of. */
const composite =
  /^(?:close_vs_sma_|drawdown_from_high_252|max_drawdown_252|atr_14_pct|relative_strength_|volume_ratio_20|volume_trend_30_90|\w+_margin_change_yoy)/;

/** The names that mean a distance or a change, and none of the measures whose names stand in them. */
export const compositeNamesIn = remembered((written: string): readonly ValueName[] =>
  valueNamesIn(written).filter(({ key }) => composite.test(key)),
);
