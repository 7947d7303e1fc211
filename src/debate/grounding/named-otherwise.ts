import type { Entry, EvidenceIndex } from "./evidence-index.ts";
import type { Spot } from "./number-in-context.ts";
import { occurs } from "./pattern-search.ts";
import { measureBefore, multipleOf } from "./subjects.ts";
import { inRange } from "./ranges.ts";
import { fits } from "./support.ts";
import { placeInPair } from "./number-pairs.ts";

/* Whether words give a cited value another measure's name. */

const multiplesOf: Readonly<Record<string, readonly string[]>> = {
  pe_ttm: ["pe_ttm"],
  ps_ttm: ["ps_ttm", "ev_to_sales"],
  pb: ["pb"],
};

/** "5.5 times sales" of what is cited as a multiple of operating income. */
export function isOtherMultiple({ number, text }: Spot, exact: readonly Entry[]): boolean {
  const named = number.unit === "x" ? multipleOf(text, number.offset + number.text.length)?.keys[0] : undefined;
  const own = multiplesOf[named ?? ""];
  return own !== undefined && exact.every(({ key }) => /^(?:p[se]_ttm|pb|ev_to_\w+)$/.test(key) && !own.includes(key));
}

/** "3.5 times sales [F36, F35]": the multiple of sales is cited too, and is another number. */
export function isOtherThanCited(spot: Spot, held: readonly Entry[]): boolean {
  const { number, text, qualifier } = spot;
  const named = number.unit === "x" ? multipleOf(text, number.offset + number.text.length)?.keys[0] : undefined;
  const own = held.filter(({ key }) => multiplesOf[named ?? ""]?.includes(key) === true);
  return own.length > 0 && !own.some((entry) => fits(number, entry, qualifier) || inRange(spot, entry));
}

const isSetAgainst =
  /^(?: \[[A-Z]\d{1,4}\])?(?: (?:growth|a share|points|in \w+ \w+|over \w+ \w+))?(?: ?(?:vs\.?|versus|against|compared (?:with|to)|to(?= [+−-]?\d)|as opposed to|rather than|after(?= [+−-]?\d)|[<>]) | ?\/ ?\d)/i;

const families: readonly (readonly string[])[] = [
  ["pe_ttm", "ps_ttm", "pb", "ev_to_sales", "ev_to_ebit"],
  ["gross_margin_ttm", "operating_margin_ttm", "net_margin_ttm", "fcf_margin_ttm"],
  ["dividend_yield", "fcf_yield"],
  ["rsi_14", "mfi_14"],
  ["current_ratio", "debt_to_equity", "interest_coverage", "cash_conversion"],
  ["operating_cash_flow_ttm", "free_cash_flow_ttm", "capex_ttm", "net_income_ttm", "revenue_ttm", "buybacks_ttm"],
  ["cash_and_investments", "total_debt"],
  ["bollinger_upper", "bollinger_lower"],
  ["high_252", "low_252"],
  ["support_20", "resistance_20"],
];

/** "Price/sales stands at 4.0 [F33]", which is price to book. */
export function isOtherOfFamily(
  { number, text, mentions }: Spot,
  exact: readonly Entry[],
  index: EvidenceIndex,
): boolean {
  // "38.5 and 56.9 respectively", "its mean (129.50 against 125.71)": the names stand elsewhere.
  if (placeInPair(text, number) !== null || occurs(isSetAgainst, text.slice(number.offset + number.text.length)))
    return false;
  const named = measureBefore(text, mentions, number.offset)?.keys[0];
  const family = named === undefined ? undefined : families.find((keys) => keys.includes(named));
  if (named === undefined || family === undefined || index.byKey.get(named) === undefined) return false;
  return exact.every(({ key }) => key !== named && family.includes(key));
}

/** Whether the measure named for the number is cited too, with another value: two values changed places. */
export function isAnothers({ number, text, sentence, mentions, qualifier }: Spot, held: readonly Entry[]): boolean {
  const place = placeInPair(text, number);
  const listed = mentions.filter((one) => one.end <= number.offset && one.start >= sentence.start).slice(-2);
  const [first, second] = listed;
  const joined =
    first !== undefined && second !== undefined && /^ and (?:the |its )?$/.test(text.slice(first.end, second.start));
  const named = place !== null && joined ? listed[place] : measureBefore(text, mentions, number.offset);
  // "Trades at 32x earnings" is no price.
  const ofMoney = number.unit !== "x" && number.unit !== "%";
  // "Its mean (129.50 against 125.71)" gives both values, the other one first.
  if (occurs(isSetAgainst, text.slice(number.offset + number.text.length))) return false;
  const own = held.filter(({ key }) => named?.keys.includes(key) === true && (ofMoney || key !== "close"));
  return own.length > 0 && !own.some((entry) => fits(number, entry, qualifier));
}
