import { poles } from "./pole-lexicon.ts";
import { allIn } from "./pattern-search.ts";
import { wordsOf, type Words } from "./pole-words.ts";

/* Further words for the two sides of a measure's line, beside those of pole-lexicon.ts, measure by measure. */

interface Synonyms {
  readonly keys: RegExp;
  readonly up: Words;
  readonly down: Words;
  /** What the measure may be compared with, so that "than" leads to its own line. */
  readonly beside?: RegExp;
}

const market = "(?:benchmark|market|index|s&p(?: 500)?|bitcoin|btc|tape|average stock|pack|field)";
const norm =
  "(?:the_|its_|their_)?(?:average|mean|norm|normal|usual|ordinary|typical|custom|customary|par|standard|habit)";
const dull = "(?:ordinary|normal|average|usual|typical|unremarkable|routine)";

export const synonyms: readonly Synonyms[] = [
  {
    keys: /^beta_252$/,
    up: wordsOf(
      "jumpier nervier choppier edgier riskier bouncier swingier rougher hotter more_volatile more_sensitive more_reactive more_responsive more_lively overreacts overreacting ~exaggerate ~overshoot/overshot outswings high-octane racy",
    ),
    down: wordsOf(
      "steadier quieter safer gentler milder smoother stabler duller cooler less_volatile less_sensitive less_reactive less_responsive less_lively underreacts underreacting ~mute sedate sluggish placid",
    ),
    beside: new RegExp(
      `\\bthan (?:(?:the |its )?${market}(?: itself|['’]s)?\\b|one[- ](?:for|to)[- ]one|that\\b)`,
      "i",
    ),
  },
  {
    keys: /^volume_(?:ratio_20|trend_30_90)$/,
    up: wordsOf(
      `(?:above|(?<!\\bvolume_)over|beyond|north_of)_${norm} (?:ahead_of|beyond|past|over|above)_(?:its|the)_20-(?:session|day)_(?:mean|average) (?:bigger|higher|larger|heavier|greater|more|busier|brisker|livelier)_(?:than|as)_${norm} unusually_(?:high|heavy|large|busy|brisk) abnormally_(?:high|heavy) (?:far_)?from_${dull} out_of_the_ordinary surging_volume frantic hectic feverish bustling`,
    ),
    down: wordsOf(
      `(?:below|under|beneath|south_of|short_of)_${norm} (?:behind|short_of|under|below)_(?:its|the)_20-(?:session|day)_(?:mean|average) (?:smaller|lower|lighter|thinner|less|quieter|slower|duller|weaker)_(?:than|as)_${norm} unusually_(?:low|light|small|quiet|thin) abnormally_(?:low|light) no_more_than_${dull} not_more_than_${dull} sparse lacklustre lackluster tepid`,
    ),
    beside: /\bthan (?:on |in |at )?(?:an? )?(?:average|normal|usual|ordinary|typical|most|other)\b/i,
  },
  {
    keys: /_volume_change$/,
    up: wordsOf(
      "more_often more_frequent more_frequently more_plentiful more_abundant more_numerous thicker_and_faster denser ~proliferate ~mushroom ~abound ~intensify flood crowded brisker",
    ),
    down: wordsOf(
      "less_often less_frequent less_frequently less_plentiful less_abundant less_numerous scarcer rarer sparser thinner declining dwindling ~dwindle ~taper_off ~peter_out ~fall/fell/fallen_silent trickle slower drought lull",
    ),
  },
  {
    keys: /^relative_strength_/,
    up: wordsOf(
      "(?:fine|good|strong|great|excellent)_(?:quarter|year|showing|stretch|run|spell) success victory win won success triumph ~triumph success lead ~prevail ~defeat ~thrash ~trounce stronger_than upper_hand",
    ),
    down: wordsOf(
      "(?:fail(?:s|ed)?_to|did_not|unable_to|could_not|cannot)_(?:keep|hold)_(?:pace|up|its_own) (?:poor|bad|weak|lean|dismal|disappointing)_(?:quarter|year|showing|stretch|run|spell) defeat ~lose/lost loss ~disappoint disappointment failure weaker_than drubbing hiding ~concede also-ran deficit",
    ),
  },
  {
    keys: /_positive_share_/,
    up: wordsOf(
      "(?:mostly|mainly|predominantly|largely|overwhelmingly|chiefly|on_balance|in_the_main)_(?:positive|good|favou?rable|upbeat|bullish)",
    ),
    down: wordsOf(
      "(?:mostly|mainly|predominantly|largely|overwhelmingly|chiefly|on_balance|in_the_main)_(?:negative|bad|unfavou?rable|downbeat|bearish)",
    ),
  },
  {
    keys: /^interest_coverage$/,
    up: wordsOf("cover ~meet/met ~outstrip+ ~exceed ~service affordable bearable with_room_to_spare many_times"),
    down: wordsOf(
      "~fall/fell/fallen_short swallows swallowed exceeds_(?:operating_income|earnings|ebit) unaffordable crushing",
    ),
  },
  {
    keys: /^return_/,
    up: wordsOf(
      "better_than_(?:flat|zero|nothing|even|break-?even) plus_sign profitable rewarding lucrative fruitful kinder win victory triumph bonanza jackpot delight bulls progress windfall tailwind",
    ),
    down: wordsOf(
      "worse_than_(?:flat|zero|nothing|even|break-?even) minus_sign defeat costly ruinous thankless bruised battered sore disaster disastrous calamity catastrophe fiasco debacle horror nightmare (?<!it_)bears(?!_(?:repeating|noting|mentioning|watching|out|on)) regress loss-making headwind ~shrink/shrank/shrunk beating",
    ),
    beside: /\bthan (?:flat|zero|nothing|even|break-?even)\b/i,
  },
  {
    keys: /^cash_conversion$/,
    up: wordsOf("backed_by covered_by matched_by good_quality high_quality converts_fully"),
    down: wordsOf("not_(?:fully_)?(?:backed|covered|matched) only_partly_(?:backed|covered) poor_quality low_quality"),
  },
  {
    keys: /^debt_to_equity$/,
    up: wordsOf("more_debt_than_equity less_equity_than_debt debt_(?:exceeds|outweighs|tops)"),
    down: wordsOf("more_equity_than_debt less_debt_than_equity equity_(?:exceeds|outweighs|tops)"),
  },
  {
    keys: /^close_vs_sma_/,
    up: wordsOf("~outrun/outran ~surpass clear_of topside north atop"),
    down: wordsOf("south sunk_below capped_by overhead underside"),
  },
  {
    keys: /^(?:news|social)_tone_/,
    up: wordsOf("sunny cheery rosy glowing sympathetic benign kindly applauding praise upbeat smiling warm"),
    down: wordsOf("sombre dour frosty scathing cutting damning ugly dismal chilly frowning miserable"),
  },
];

/** Whether a text has a word for the lower side of a measure, so that a figure printed without its minus is told. */
export function saysDown(key: string, text: string): boolean {
  return [...poles, ...synonyms].some(({ keys, down }) => keys.test(key) && allIn(down(), text).length > 0);
}
