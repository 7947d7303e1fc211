import { isChange } from "./directions.ts";
import type { Entry } from "./evidence-index.ts";
import { wayAround } from "./gaps.ts";
import type { Spot } from "./number-in-context.ts";
import { occurs } from "./pattern-search.ts";
import { mentionsIn } from "./subjects.ts";

/*
 * What kind of figure the words around a percentage tell: a change ("a 26 % descent"), a share of something ("46 % of the
 * market value"). No value of another kind supports it, however equal.
 */

const changeBehind =
  /^(?: [a-z-]+){0,1} (?:premium|discount|descent|ascent|climb|slide|dive|leap|swoon|rout|sell-?off|rebound|rally|gain|loss|drop|fall|rise|decline|advance|jump|plunge|slump|setback|retreat|recovery|bounce|upside|downside|drawdown|pullback|correction|surge)\b/i;
const changeBefore =
  /\b(?:premium|discount|descent|ascent|climb|slide|dive|leap|swoon|rout|sell-?off|rebound|rally|gain|loss|drop|fall|rise|decline|advance|jump|plunge|slump|setback|retreat|recovery|bounce|upside|downside|drawdown|pullback|correction|surge) (?:of|is|was|comes to|amounts to)(?: (?:about|around|roughly|nearly|almost|just|some|only|over|under|more than|less than))* $/i;

const offHigh =
  /^ (?:below|under|beneath|off|from|short of|shy of|away from|lower than) (?:its |the |their )?(?:(?:52-week|252-session|one-year|yearly|year['’]s|record|all-time|highest|closing|recent) )*(?:high|peak|record|close of the year|close of 252 sessions)\b(?! (?:of|on|at) [\d$])/i;

/** Of what a share is told, and which measures are such shares. */
const wholes: readonly (readonly [whole: RegExp, share: RegExp])[] = [
  [/^(?:revenue_ttm)$/, /_margin_ttm$/],
  [/^(?:market_cap|close)$/, /^(?:fcf_yield|dividend_yield|atr_14_pct)$/],
  [
    /^(?:operating_cash_flow_ttm|free_cash_flow_ttm|net_income_ttm|total_debt|cash_and_investments|net_debt|capex_ttm|sma_\d+|ema_\d+|vwma_20|high_252|resistance_20)$/,
    /^(?:cash_conversion)$/,
  ],
];

/** The matches of the kind that the words tell; all where they tell none. */
export function ofKindTold(spot: Spot, matches: readonly Entry[]): readonly Entry[] {
  const { number, text, mentions, clause } = spot;
  if (number.unit !== "%" && number.unit !== "bps") return matches;
  const ahead = text.slice(number.offset + number.text.length, number.offset + number.text.length + 64);
  const named = mentions.filter(({ start, end }) => start >= clause.start && end <= clause.end);
  const isNamed = ({ key }: Entry): boolean => named.some(({ keys }) => keys.includes(key));
  const whole = /^ of (?:its |the |their |all |total |that )*/i.exec(ahead);
  if (whole !== null) {
    const behind = ahead.slice(whole[0].length);
    const [of] = mentionsIn(behind);
    const keys = /^(?:last |share |stock )?(?:price|close)\b/i.test(behind)
      ? ["close"]
      : of?.start === 0
        ? of.keys
        : [];
    const known = wholes.find(([wholeKeys]) => keys.some((key) => wholeKeys.test(key)));
    return known === undefined ? matches : matches.filter(({ key }) => known[1].test(key) || isChange(key));
  }
  if (occurs(offHigh, ahead)) return matches.filter(({ key }) => key.startsWith("drawdown_"));
  const isTold =
    wayAround(spot) !== null ||
    occurs(changeBehind, ahead) ||
    occurs(changeBefore, text.slice(Math.max(clause.start, number.offset - 60), number.offset));
  return isTold ? matches.filter((entry) => isOfChange(entry) || isNamed(entry)) : matches;
}

/** Levels in percent, which no change is. */
const level = /^(?:volatility_|roe_|funding_|atr_|\w+_yield$|\w+_margin_ttm$|\w+_positive_share_)/;

function isOfChange({ key, kind }: Entry): boolean {
  return kind !== "percent" || !occurs(level, key);
}
