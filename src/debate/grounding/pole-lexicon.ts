import { wordsOf, type Pole } from "./pole-words.ts";
import { volumeOverMean } from "./volume-over-mean.ts";

/*
 * The words for the two sides of a measure's line, measure by measure. A verb is listed once and inflected by rule; `~`
 * stands before a verb, and blanks within a phrase are written `_`.
 */

/** What is said of the benchmark, and not of the stock. */
const ofBenchmark =
  /^\W*(?:with |(?:over|in|for|on|during) [\w -]{3,28}?,? )?(?:the |its )?(?:benchmark|index|market|s&p 500|bitcoin|btc)\b(?! (?:was|were|is|got|has been) (?:beaten|outpaced|outperformed|outrun|left|topped|bested))/i;

const price = /^(?:close|return_)/;

/** What owners, bulls and buyers had of a rise, and of a fall. */
const won =
  "in_the_money in_(?:the_)?(?:green|black|plus) to_the_good ahead_of_the_game ~reward ~enrich ~please ~delight ~pay_off (?:pay|pays|paid|paying)(?!_(?:for|off|up|out|a|the|\\d)) kind_to good_to generous_to (?:good|great|fine|kind|excellent|pleasant)_for success smiling happy richer wealthier better_off winners? profits? gains? green positive bullish buoyant proud ~put_on ~tack_on ~add ~win ~earn ~make_money upbeat plus strength strong healthy uptrend up-?trend pleasant constructive (?:good|great|fine|banner|decent)_(?:year|month|quarter|week|stretch|run)";
const lost =
  "under_?water in_the_(?:hole|red) to_the_bad out_of_(?:the_money|pocket) ~cost/cost ~punish ~hurt/hurt ~wound ~disappoint ~burn/burnt unkind_to cruel_to hard_on (?:bad|poor|unpleasant|rough|hard)_for disappointment failure painful nursing poorer worse_off losers? loss(?:es)? red negative bearish ashamed ~shed/shed ~take/took/taken_away ~give/gave/given_(?:up|back) ~surrender minus weakness weak sickly downtrend down-?trend unpleasant embarrassing bruising poor dismal (?:bad|rough|lean|hard)_(?:year|month|quarter|week|stretch|run)";

export const poles: readonly Pole[] = [
  {
    keys: /^return_/,
    low: -0.05,
    high: 0.05,
    up: wordsOf(won),
    down: wordsOf(lost),
    isMove: true,
    named: price,
    not: /\b(?:volatility|drawdown|momentum (?:has|is) (?:fad|slow|wan)\w*|benchmark|index|streak|in a row|running|overbought|oversold|ago it was|less than|more than|cost of|profit margin|growth)\b/i,
  },
  {
    keys: /^relative_strength_/,
    low: -0.05,
    high: 0.05,
    up: wordsOf(
      "~outrun/outran/outrun ~outpace ~outperform ~outstrip+ ~outshine/outshone ~outdo/outdid/outdone ~beat/beat/beaten ~best ~top+ ~lead/led ~surpass ~eclipse ahead_of ahead better_than better ~keep/kept_(?:pace|up) ~hold/held_its_own ~add leader outperformance outperformer stronger faster superior excess",
    ),
    down: wordsOf(
      "~underperform ~lag+ ~trail ~fall/fell/fallen_behind ~drop+_behind ~slip+_behind behind worse_than worse ~lose/lost_(?:ground|out) ~cost/cost laggard underperformance underperformer weaker slower inferior shortfall",
    ),
    not: /\b(?:less than|more than|beta|correlation)\b/i,
    turned: ofBenchmark,
  },
  {
    keys: /^close_vs_sma_/,
    low: -0.05,
    high: 0.05,
    up: wordsOf(
      "(?:upper|right|bullish|sunny|bright|strong|top)_side above over north_of clear_of ahead_of atop on_top_of higher_than beyond premium extended elevated exceeds exceeded exceeding tops topped reclaimed regained recaptured held holds holding cushion too_high rich",
    ),
    down: wordsOf(
      "(?:lower|wrong|bearish|dark|weak)_side below under beneath underneath south_of behind lower_than short_of discount depressed trails trailed trailing lags lagging lost shortfall undercuts undercut deficit too_low cheap",
    ),
    named: /^(?:close|sma_)/,
    not: /\b(?:over (?:the (?:past|last)|\d|one|a )|average (?:is|lies|sits|stands|runs|remains)|mean (?:is|lies|sits|stands|runs|remains))\b/i,
  },
  {
    keys: /^macd(?:_hist|_signal)?$/,
    low: -1e-9,
    high: 1e-9,
    up: wordsOf(
      "positive above_(?:the_)?zero(?:_line)? bullish upward upwards green right_side upper_side north_of_zero over_zero bulls buyers plus plus_sign fast(?:er)?_(?:average|mean|line)_(?:is|lies|runs|stands)_above",
    ),
    down: wordsOf(
      "negative below_(?:the_)?zero(?:_line)? bearish downward downwards red wrong_side lower_side south_of_zero under_zero sub-zero bears sellers minus minus_sign fast(?:er)?_(?:average|mean|line)_(?:is|lies|runs|stands)_below",
    ),
    named: /^macd/,
    not: /\b(?:rising|falling|grow\w*|shrink\w*|narrow\w*|widen\w*|less|more|signal line)\b/i,
  },
  {
    keys: /^(?:revenue|eps)_growth_/,
    low: -0.05,
    high: 0.05,
    up: wordsOf("positive growing bigger larger richer ~add ~boost ~lift stronger ~gather"),
    down: wordsOf("negative smaller poorer weaker ~lose/lost ~suffer ~sag+"),
    isMove: true,
    named: /^(?:revenue|eps|net_income)_/,
    not: /\b(?:growth (?:has |is )?(?:slow|accelerat|fad|cool|pick|rose|fell|eas)\w*|accelerat\w*|decelerat\w*|pace|margin|slower|faster)\b/i,
  },
  {
    keys: /_margin_change_yoy$/,
    low: -0.02,
    high: 0.02,
    up: wordsOf("fatter wider thicker better richer more improved healthier positive ~gain ~add"),
    down: wordsOf("thinner narrower leaner slimmer tighter worse poorer less negative ~lose/lost pressure squeezed"),
    isMove: true,
    named: /_margin_|^revenue_|^net_income/,
    not: /\b(?:cost|costs|expenses)\b/i,
  },
  {
    keys: /^dilution_yoy$/,
    low: -0.05,
    high: 0.05,
    up: wordsOf(
      "diluted dilution dilutive more_shares issued issuing issuance smaller_(?:slice|piece|stake|share|part|portion|claim) ~water_down more_numerous (?:slice|stake|piece|part|claim|portion|share)_(?:has_|have_)?(?:become_|grown_|gotten_|got_|is_|gets_|became_|turned_)(?:smaller|thinner|slimmer)",
    ),
    down: wordsOf(
      "accreti(?:on|ve) fewer_shares fewer retired retiring buying_back bought_back larger_(?:slice|piece|stake|share|part|portion|claim) bigger_(?:slice|piece|stake|share|part|portion|claim) spared_dilution ~enrich (?:slice|stake|piece|part|claim|portion|share)_(?:has_|have_)?(?:become_|grown_|gotten_|got_|is_|gets_|became_|turned_)(?:bigger|larger|fatter)",
    ),
    isMove: true,
    named: /^(?:dilution|shares_outstanding)/,
    not: /\b(?:compensation|price|earnings|diluted (?:shares?|counts?|number)\b|(?:larger|smaller|bigger|greater) (?:slice|piece|stake|share|part|portion|claim)\b.*\b(?:larger|smaller)|no dilution)\b/i,
  },
  {
    keys: /^net_debt$/,
    low: -1,
    high: 1,
    up: wordsOf(
      "net_debt owes owed owing indebted in_debt net_debtor net_borrower leveraged geared more_debt_than_cash debt_(?:exceeds|tops|outweighs|remains|is_left) borrowed",
    ),
    down: wordsOf(
      "net_cash cash-rich debt-free no_net_debt more_cash_than_debt net_creditor on_a_net_basis_(?:the_\\w+|it)_has unlevered unleveraged cash_(?:exceeds|tops|outweighs|remains|is_left) has_cash",
    ),
    named: /^(?:total_debt|cash_and)/,
    not: /\b(?:less|market cap\w*|enterprise)\b|(?:[−–-] ?[$€£₹]?|\b(?:minus|negative) [$€£₹]?)\d[\d.,]*(?: (?:thousand|million|billion|trillion|lakh|crore))?(?: dollars)?,? (?:the |its )?net debt\b|\bnet debt\b[^;\d]{0,40}(?:[−–-] ?[$€£₹]?\d|\b(?:minus|negative)\b)/i,
  },
  {
    keys: /^(?:net_income|free_cash_flow|operating_cash_flow)_ttm$/,
    low: -1,
    high: 1,
    up: wordsOf(
      "positive profitable in_the_black ~generate ~earn ~make/made_money profit surplus inflow ~throw_off ~churn_out ~produce cash-generative",
    ),
    down: wordsOf(
      "negative loss-making lossmaking unprofitable in_the_red ~burn/burnt ~lose/lost ~bleed/bled deficit outflow loss net_loss ~consume",
    ),
    not: /\b(?:bottom line|margin|stop|short|weight)\b/i,
  },
  {
    keys: /^rsi_14$/,
    low: 48,
    high: 52,
    up: wordsOf(
      "(?:strong|upper|bullish|right|positive|buying|buyers['’])_side (?:bulls|buyers)_(?:have|hold|keep|got|with|enjoy)_the_upper_hand hot overheated stretched_(?:to_the_upside|upwards) frothy euphoric heated upper_hand bulls buyers buying bullish upper_half above_the_(?:midline|midpoint|middle) positive_momentum",
    ),
    down: wordsOf(
      "(?:weak|lower|bearish|wrong|negative|selling|sellers['’])_side (?:bears|sellers)_(?:have|hold|keep|got|with|enjoy)_the_upper_hand washed[_-]out cold exhausted_selling stretched_(?:to_the_downside|downwards) depressed lower_hand bears sellers selling bearish lower_half below_the_(?:midline|midpoint|middle) negative_momentum capitulation panic",
    ),
    not: /\b(?:overbought|oversold|neither|divergence|from|room)\b/i,
  },
  {
    keys: /^mfi_14$/,
    low: 48,
    high: 52,
    up: wordsOf(
      "inflows? (?:flow(?:s|ing|ed)?|pour(?:s|ing|ed)?|com(?:es|ing))_in(?!_at) buying buyers bulls bullish accumulation hot upper_half above_the_(?:midline|midpoint|middle)",
    ),
    down: wordsOf(
      "outflows? (?:flow(?:s|ing|ed)?|pour(?:s|ing|ed)?|leak(?:s|ing|ed)?)_out selling sellers bears bearish distribution cold lower_half below_the_(?:midline|midpoint|middle)",
    ),
    not: /\b(?:overbought|oversold|neither|divergence|from|room)\b/i,
  },
  {
    keys: /^bollinger_percent_b$/,
    low: 0.45,
    high: 0.55,
    up: wordsOf(
      "upper_(?:half|part|end|third|reaches|region) top_(?:half|part|end|third) nearer_(?:to_)?the_upper closer_to_the_upper",
    ),
    down: wordsOf(
      "lower_(?:half|part|end|third|reaches|region) bottom_(?:half|part|end|third) nearer_(?:to_)?the_lower closer_to_the_lower",
    ),
    named: /^(?:close|bollinger)/,
    not: /\b(?:from|off)\b/i,
  },
  {
    keys: /^volume_(?:ratio_20|trend_30_90)$/,
    low: 0.97,
    high: 1.03,
    up: wordsOf(
      "busy busier heavy heavier brisk lively crowded rising_volume rising_turnover swollen elevated above_(?:average|normal|usual|the_norm|par) above-average more_than_(?:usual|normal|average) ~pick_up conviction ~swell ~confirm expanded expanding ~expand ~grow/grew/grown ~rise/rose/risen thick popped spiked more_shares_changed_hands more_than_(?:on_)?an?_(?:average|normal|usual|ordinary)_day",
    ),
    down: wordsOf(
      "idle quiet quieter thin thinner light lighter sleepy dull falling_volume drying_up ~dry/dried_up shrinking_volume ~shrink/shrank/shrunk subdued below_(?:average|normal|usual|the_norm|par) below-average less_than_(?:usual|normal|average) muted listless depressed ~contract ~fall/fell/fallen few apathetic anaemic anemic low_volume ~disappoint sluggish slack fewer_shares_changed_hands less_than_(?:on_)?an?_(?:average|normal|usual|ordinary)_day",
    ),
    named: /^(?:volatility_|sma_20$|close$)/,
    not: volumeOverMean,
  },
  {
    keys: /^beta_252$/,
    low: 0.97,
    high: 1.03,
    up: wordsOf(
      "high-beta high_beta aggressive amplifies amplified amplifying exaggerates magnifies geared more wilder livelier cyclical more_than_one_for_one more_than_that (?:larger|bigger|wider|stronger|greater)_(?:moves|swings) overreact",
    ),
    down: wordsOf(
      "low-beta low_beta defensive dampens dampened dampening cushions less calmer tamer sleepier less_than_one_for_one less_than_that (?:smaller|lesser|narrower|weaker)_(?:moves|swings) underreact",
    ),
    not: /\b(?:inverse|against|negative|more or less|correlation|(?:less|more) than (?!one[- ](?:for|to)[- ]one|that\b|the (?:market|index|benchmark)))\b/i,
  },
  {
    keys: /^correlation_252$/,
    low: -0.1,
    high: 0.1,
    up: wordsOf(
      "moves?_with moves?_in_(?:step|line|tandem) moves?_together in_lockstep positively_correlated same_direction positive",
    ),
    down: wordsOf("moves?_against opposite_direction inversely negatively_correlated negative opposite"),
  },
  {
    keys: /^current_ratio$/,
    low: 0.985,
    high: 1.015,
    up: wordsOf(
      "covers? covered ~exceed ~outweigh ~top+ comfortable ample liquid exceeding more_than_enough more_than_cover",
    ),
    down: wordsOf("falls?_short fell_short ~lag+ illiquid shortfall insufficient tight too_few inadequate"),
    not: /\bliabilities (?:are|exceed|outweigh|top|is)\b/i,
  },
  {
    keys: /^cash_conversion$/,
    low: 0.985,
    high: 1.015,
    up: wordsOf(
      "~exceed ~outstrip+ ~outpace ~top+ ~beat/beat ahead_of more_than above ~surpass ~outrun/outran backed_by_cash better_than in_excess_of",
    ),
    down: wordsOf(
      "~undershoot/undershot ~lag+ ~trail behind less_than below short_of ~fall/fell_short worse_than less_than_fully",
    ),
    named: /^(?:operating_cash_flow|net_income|cash_and)/,
  },
  {
    keys: /^debt_to_equity$/,
    low: 0.985,
    high: 1.015,
    up: wordsOf("~exceed ~outweigh ~top+ larger_than bigger_than more_than greater_than above ~dwarf outstrips"),
    down: wordsOf("smaller_than less_than lower_than below short_of modest"),
    named: /^total_debt/,
    not: /\bequity (?:exceeds|is (?:larger|more|bigger)|outweighs|tops)\b/i,
  },
  {
    keys: /^interest_coverage$/,
    low: 0.985,
    high: 1.015,
    up: wordsOf("covers covered pays paid ~exceed ~dwarf several_times comfortably amply easily"),
    down: wordsOf("falls_short short_of insufficient inadequate barely"),
    not: /\bnot comfortable|uncomfort/i,
  },
  {
    keys: /^(?:news|social)_tone_/,
    low: -0.3,
    high: 0.3,
    up: wordsOf(
      "favou?rable positive upbeat sunny bright rosy cheerful good warm friendly optimistic bullish kind supportive flattering constructive encouraging",
    ),
    down: wordsOf(
      "unfavou?rable negative downbeat gloomy dark grim sour bleak bad hostile cold pessimistic bearish unkind critical unflattering discouraging",
    ),
    not: /\b(?:brighter|gloomier|turned|become|less|more|improv\w*|sour(?:ed|ing)|than)\b/i,
  },
  {
    keys: /_volume_change$/,
    low: -0.5,
    high: 0.5,
    up: wordsOf("~pick_up ~swell more busier louder ~multiply livelier ~heat_up"),
    down: wordsOf("~thin+_out ~dry/dried_up ~ebb fewer less quieter ~quieten ~die_down ~cool_off"),
    isMove: true,
    named: /^(?:news|social)_count_/,
  },
  {
    keys: /_positive_share_/,
    low: 49,
    high: 51,
    up: wordsOf("majority most more_than_half over_half predominantly good_news_dominates"),
    down: wordsOf("minority fewer_than_half less_than_half under_half"),
    not: /\bnegative|unfavou?rable|bad\b/i,
  },
  {
    keys: /^drawdown_from_high/,
    low: -2,
    high: -0.05,
    up: wordsOf(
      "new_(?:closing_)?high at_(?:a|its|the)_(?:one-year_|52-week_)?(?:closing_)?(?:high|peak) ~surpass ~set/set_a_(?:new_)?(?:high|record) ~return_to ~regain ~match back_(?:at|to)",
    ),
    down: wordsOf("off below short_of shy_of away_from under beneath lower_than"),
    named: /^(?:close|high_252)/,
    not: /\bless than|within\b/i,
  },
];
