import { wordsOf, type Words } from "./pole-words.ts";

/*
 * The words that set one measure above or below another of its family: what is wild and calm of volatility, sunny and
 * gloomy of tone, dear and cheap of multiples. `~` and `_` as in pole-lexicon.ts.
 */

export interface Axis {
  readonly keys: RegExp;
  readonly more: Words;
  readonly less: Words;
  /** Values are compared by size: a drawdown of −40 is deeper than one of −30. */
  readonly bySize?: boolean;
  /** Of two keys the one that verbs of change speak of: "has calmed" is of the shorter window. */
  readonly recent?: RegExp;
  readonly changed?: { readonly more: Words; readonly less: Words };
  /** Where the part speaks of something else. */
  readonly not?: RegExp;
}

/** "Looks frantic next to", "is high compared with": an adjective that is set beside something. */
const beside =
  "(?=_(?:next_to|compared_(?:with|to)|relative_to|beside|alongside|against|versus|in_comparison|by_comparison)(?![\\w-]))";
const great = `(?:high|large|big|strong|rich|expensive|dear|pricey|steep|fat|wide|good|bright|fast|brisk|frantic|wild|choppy|rough|hectic|nervous|turbulent|elevated|lively|sunny|cheerful|warm|upbeat|generous)${beside}`;
const slight = `(?:low|small|little|weak|poor|cheap|modest|thin|narrow|bad|dark|slow|sluggish|calm|quiet|sleepy|tame|subdued|placid|muted|smooth|gloomy|sour|cold|downbeat|meagre|paltry|pale|pales)${beside}`;
const higher =
  "above (?<!the_)higher greater larger bigger more_than(?!_(?:[$€£]?\\d|an?_(?:quarter|third|half|fifth|tenth|sixth|fourth|eighth)|half|twice|double|two|three|one)) in_excess_of ~exceed tops topped topping ~surpass ~outstrip+ ~outweigh ~dwarf ~eclipse ~outrun/outran ~outdo/outdid/outdone ~beat/beat/beaten ahead_of north_of past(?=_(?:its|the)_(?!past|last)) beyond > " +
  great;
const lower =
  "below (?<!the_)lower smaller less_than(?!_(?:[$€£]?\\d|an?_(?:quarter|third|half|fifth|tenth|sixth|fourth|eighth)|half|twice|double|two|three|one)) fewer under beneath underneath trails trailed trailing_(?:its|the|behind) ~lag+ behind short_of shy_of south_of ~undershoot/undershot ~undercut/undercut < " +
  slight;
const speedUp =
  "accelerat(?:es|ed|ing|ion) ~quicken ~speed/sped_up re-?accelerat(?:es|ed|ing) ~gather_(?:pace|speed|steam|momentum) ~gain_(?:pace|speed|steam|momentum) ~pick_up(?:_(?:pace|speed|steam))? ~pick_up ~improve ~strengthen ~perk_up ~rebound ~revive ~firm_up relief upturn pick-?up quickening improvement better_than_before on_the_mend";
const slowDown =
  "decelerat(?:es|ed|ing|ion) ~slow ~slow_down slowdown ~lose/lost_(?:pace|speed|steam|momentum|ground|its_edge) ~fade ~flag+ ~cool ~cool_off ~cool_down ~weaken ~soften ~deteriorate ~worsen ~sag+ ~wane ~flatten_out ~tail_off ~run/ran_out_of_(?:steam|breath|puff) ~sputter ~stutter ~stall setback downturn slackening weakening deterioration";

export const axes: readonly Axis[] = [
  {
    keys: /^volatility_/,
    more: wordsOf(
      `${higher} rougher wilder choppier hotter nervier jumpier stormier bumpier livelier edgier twitchier shakier swingier rockier noisier more_(?:volatile|turbulent|nervous|agitated|restless|erratic|hectic|violent|jumpy|unsettled|choppy)`,
    ),
    less: wordsOf(
      `${lower} calmer quieter cooler smoother steadier tamer sleepier gentler stabler more_(?:stable|placid|orderly|tranquil|settled|muted|subdued|peaceful|relaxed) less_(?:volatile|turbulent|nervous|agitated|restless|erratic|hectic|violent|jumpy|choppy)`,
    ),
    recent: /^volatility_(?:21|30d)$/,
    changed: {
      more: wordsOf(
        "~pick_up ~heat_up ~increase ~spike ~jump ~widen ~swell ~expand ~rise/rose/risen ~climb ~flare_up ~wake/woke/woken_up ~explode ~balloon ~surge ~intensify ~liven_up rougher_waters",
      ),
      less: wordsOf(
        "calmed calms calming calmed_down ~subside ~ease ~abate ~settle ~settle_down ~narrow ~contract ~compress ~shrink/shrank/shrunk ~die_down ~fall/fell/fallen ~drop+ ~decline ~cool ~quieten ~moderate ~come/came/come_(?:down|off|in) ~recede ~dampen ~ebb compression",
      ),
    },
    not: /\b(?:range|ATR|true range|implied)\b/i,
  },
  {
    keys: /^(?:news|social)_tone_/,
    more: wordsOf(
      great +
        " above higher ahead_of brighter better warmer sunnier rosier kinder friendlier cheerier happier lighter more_(?:positive|favou?rable|upbeat|bullish|constructive|optimistic|cheerful|encouraging|supportive|friendly|flattering|benign) less_(?:negative|gloomy|bearish|critical|downbeat|hostile|pessimistic|dark)",
    ),
    less: wordsOf(
      slight +
        " below lower behind gloomier darker worse cooler colder sourer harsher bleaker grimmer unfriendlier nastier less_(?:positive|favou?rable|upbeat|bullish|constructive|optimistic|cheerful|encouraging|supportive|friendly|kind) more_(?:negative|gloomy|bearish|critical|downbeat|hostile|pessimistic|sombre|unfavou?rable)",
    ),
    recent: /_7d$/,
    changed: {
      more: wordsOf(
        "~improve ~brighten ~perk_up ~lift ~pick_up ~warm ~recover ~thaw ~lighten ~mellow ~firm ~rise/rose/risen ~climb",
      ),
      less: wordsOf(
        "~sour ~darken ~deteriorate ~worsen ~cool ~slip+ ~fade ~dim+ ~weaken ~soften ~turn_cold ~fall/fell/fallen ~drop+",
      ),
    },
  },
  {
    keys: /^(?:revenue_growth_(?:q|yoy)|eps_growth_yoy)$/,
    more: wordsOf(
      great +
        " above higher ahead_of faster quicker brisker stronger livelier better more_quickly more_rapidly more_strongly ~outpace ~outrun/outran ~outstrip+ ~beat/beat/beaten ~exceed tops topped topping ~outgrow/outgrew/outgrown",
    ),
    less: wordsOf(
      slight +
        " below lower behind slower weaker softer worse tamer more_slowly less_quickly trails trailed ~lag+ short_of poorer",
    ),
    recent: /^revenue_growth_q$/,
    changed: { more: wordsOf(speedUp), less: wordsOf(slowDown) },
    not: /\b(?:margin|news|posts?|volume)\b/i,
  },
  {
    keys: /^(?:close|[se]ma_\d+|vwma_20|bollinger_(?:upper|lower)|high_252|low_252|support_20|resistance_20)$/,
    more: wordsOf(
      `${higher} (?:right|upper|bullish|sunny)_side_of over(?=_(?:its|the|that)_(?!past|last|previous|prior|quarter|month|year|week|\\d+_(?:sessions|days))) on_top_of stronger dearer atop clear_of through ~clear ~reclaim ~regain ~retake/retook/retaken ~recapture ~overtake/overtook/overtaken ~hold/held ~defend outside_the_upper inside_the_lower within_the_lower`,
    ),
    less: wordsOf(
      `${lower} (?:wrong|lower|bearish|dark)_side_of weaker cheaper ~lose/lost ~break/broke/broken ~breach ~pierce ~give/gave/given_up ~surrender ~slice_through inside_the_upper within_the_upper outside_the_lower`,
    ),
    not: /\b(?:stop|target|entry|range|between|width|apart|distance|gap|resistance (?:is|lies|sits|stands)|from|bands|halved?|doubled?)\b|\bover [^:;]*: ?[\d.]|\b(?:close|price) over [^:;]* (?:is|works out at|comes to|equals|makes|gives) [\d.]/i,
  },
  {
    keys: /^(?:pe_ttm|ps_ttm|pb|ev_to_sales|ev_to_ebit)$/,
    more: wordsOf(
      `${higher} dearer pricier costlier richer steeper fuller more_(?:expensive|demanding|generous|stretched)`,
    ),
    less: wordsOf(
      `${lower} cheaper less_(?:expensive|demanding|stretched) more_(?:modest|moderate|attractive|affordable) lighter`,
    ),
  },
  {
    keys: /^(?:max_drawdown_252|drawdown_from_high(?:_252)?)$/,
    more: wordsOf("deeper worse larger bigger greater steeper graver heavier more_(?:severe|painful) exceeds"),
    less: wordsOf("shallower smaller milder lighter gentler better less_(?:severe|painful|deep|than)"),
    bySize: true,
  },
  {
    keys: /^(?:return_\d+d|relative_strength_\d+)$/,
    more: wordsOf(
      great +
        " better stronger kinder higher brighter happier healthier firmer more_(?:pleasant|profitable|rewarding|generous|favou?rable|successful)",
    ),
    less: wordsOf(
      slight +
        " worse weaker harsher lower poorer crueller rougher sadder leaner more_(?:painful|difficult|trying|disappointing) less_(?:pleasant|profitable|rewarding|generous|kind|successful)",
    ),
    not: /\b(?:volatil\w*|choppi\w*|than (?:the )?(?:index|market|benchmark)|drawdown|ago|off)\b/i,
  },
  {
    keys: /^(?:gross|operating|net|fcf)_margin_ttm$/,
    more: wordsOf(`${higher} wider fatter thicker richer better`),
    less: wordsOf(`${lower} narrower thinner slimmer leaner tighter worse poorer`),
  },
  {
    keys: /^(?:rsi_14|mfi_14|dividend_yield|fcf_yield|roe_ttm)$/,
    more: wordsOf(`${higher} hotter stronger better richer warmer`),
    less: wordsOf(`${lower} cooler weaker worse poorer colder`),
  },
  {
    keys: /^(?:total_debt|cash_and_investments|operating_cash_flow_ttm|free_cash_flow_ttm|net_income_ttm|capex_ttm|buybacks_ttm|dividends_ttm|market_cap|revenue_ttm)$/,
    more: wordsOf(`${higher} more_than_(?:covers?|covered|pays_for|funds|finances|offsets)`),
    less: wordsOf(`${lower} falls_short_of fell_short_of`),
    not: /\b(?:net of|after|left|remain\w*|difference|minus|less than half|margin|times|twice|half|double|yield|ratio|share|per)\b/i,
  },
  {
    keys: /^macd(?:_signal)?$/,
    more: wordsOf(`${higher} over(?=_(?:its|the)_)`),
    less: wordsOf(lower),
  },
];
