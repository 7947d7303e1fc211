import { ownLevels } from "./proposals.ts";
import { siblingKey } from "./sibling-names.ts";
import { plain } from "./operands.ts";
import { firstIn } from "./pattern-search.ts";
import { figure, money, type Figure, type Step, type Told } from "./step.ts";
import { valueNamesIn } from "./value-names.ts";

/* What the sides of a step are called, and how a sentence leads to its result. */

/** What is named more loosely than by its label, where it is one side of a step. */
const loose: readonly (readonly [words: RegExp, key: string])[] = [
  [/^(?:(?:last |latest |final )?(?:close|closing price)|(?:share |stock )?price|stock|shares|we)$/i, "close"],
  [/^(?:20-(?:session|day) )?resistance$/i, "resistance_20"],
  [/^(?:20-(?:session|day) )?support$/i, "support_20"],
  [/^(?:252-(?:session|day)|one-year|52-week|12-month|twelve-month|year['’]s|yearly) high$/i, "high_252"],
  [/^(?:252-(?:session|day)|one-year|52-week|12-month|twelve-month|year['’]s|yearly) low$/i, "low_252"],
  [/^(?:upper (?:bollinger )?band)$/i, "bollinger_upper"],
  [/^(?:lower (?:bollinger )?band)$/i, "bollinger_lower"],
  [/^(?:(?:short-term|short-run|shorter|shorter-run|recent|latest|21-(?:session|day)) volatility)$/i, "volatility_21"],
  [/^63-(?:session|day) (?:figure|one|volatility|reading|value)$/i, "volatility_63"],
  [/^(?:trailing )?(?:sales|revenues?)$/i, "revenue_ttm"],
  [/^(?:trailing )?net (?:income|profit)$/i, "net_income_ttm"],
  [/^(?:trailing )?operating cash flow$/i, "operating_cash_flow_ttm"],
  [/^(?:trailing )?free cash flow$/i, "free_cash_flow_ttm"],
  [/^(?:(?:trailing )?(?:capital (?:spending|expenditures?|outlays?)|capex))$/i, "capex_ttm"],
  [/^(?:buybacks?|share repurchases|spending on own shares)$/i, "buybacks_ttm"],
  [/^(?:cash(?: and (?:marketable )?(?:securities|investments))?|cash pile|liquid funds)$/i, "cash_and_investments"],
  [/^(?:total )?debts?$/i, "total_debt"],
  [/^macd(?: line)?$/i, "macd"],
  [/^(?:macd )?signal(?: line)?$/i, "macd_signal"],
];
const profits: readonly (readonly [words: RegExp, margin: string])[] = [
  [/^(?:trailing )?gross profits?$/i, "gross_margin_ttm"],
  [/^(?:trailing )?operating (?:income|profits?)$/i, "operating_margin_ttm"],
];

/** A profit of which only the margin is known: that share of revenue. */
function profitBy(name: string, told: Told): Figure | null {
  const key = profits.find(([words]) => words.test(name))?.[1];
  const [margin, revenue] = [key === undefined ? null : figure(told, key), figure(told, "revenue_ttm")];
  if (margin === null || revenue === null) return null;
  const value = (margin.value / 100) * revenue.value;
  return { name: `${margin.name} * ${revenue.name}`, ids: [...margin.ids, ...revenue.ids], value, quantity: money };
}

/** The margin that a profit makes of revenue. */
function marginOf(profit: Figure, revenue: Figure, told: Told): Figure | null {
  const keyOf = ({ ids }: Figure): string => told.grounds.index.items.get(ids[0] ?? "")?.key ?? "";
  if (keyOf(revenue) !== "revenue_ttm") return null;
  const key = keyOf(profit);
  const margin = { net_income_ttm: "net_margin_ttm", free_cash_flow_ttm: "fcf_margin_ttm" }[key] ?? key;
  return margin.endsWith("margin_ttm") ? figure(told, margin) : null;
}

const article = /^\W*(?:(?:the|its|their|all|my|our|that|this) )*/i;
const printedBehind =
  /(?: \[[^\]]*\])?(?: (?:of|at) [$€£¥₹−–-]*\d[\d.,]*(?: ?%| (?:million|billion|dollars))?)?(?: \[[^\]]*\])?\W*$/i;

const wordAhead =
  /^(?:value|figure|reading|holdings?|pile|stock|hoard|amount|level|sum|size|total)(?: of|,| for) (?:the |its )?|^(?:[A-Z][\w&.^-]*|company|firm|stock)['’]s? (?:own )?/;
const ofWhom =
  / (?:of|for|at) (?:the (?:company|firm|stock|coin|index)|(?:the )?\^?[A-Z][\w&.^’'-]*(?: (?:& )?[A-Z][\w&.’'-]*){0,3})$/;
const distance =
  /^(?:(?:distance|way|gap|room|path|move|step|stretch)|(?=(?:from|between) (?:the |our |my )?entry))(?: ?(?:from|between) (?:the |our |my )?entry)?(?: (?:up|down|away))? (?:to|and) (?:the |our |my )?(stop|target)(?:[- ]loss)?(?: (?:price|level))?(?: from (?:the |our |my )?entry)?$|^(stop|target)(?:[- ]loss)? distance(?: from (?:the |our |my )?entry)?$/i;

/** "The distance to the target": from the entry. */
function ownDistance(name: string, { grounds }: Told): Figure | null {
  const found = firstIn(distance, name);
  const role = (found?.[1] ?? found?.[2] ?? "").toLowerCase();
  const own = ownLevels(grounds.proposals);
  const [entry, level] = [own.get("entry") ?? [], own.get(role) ?? []];
  if (found === null || entry.length !== 1 || level.length !== 1) return null;
  const value = Math.abs((level[0] ?? 0) - (entry[0] ?? 0));
  return { name: `${role} - entry`, ids: [], value, quantity: money };
}

/** The one figure that a part of a sentence is the name of, also with "the pile of" before it or "of Apple" behind it. */
export function namedBy(part: string, told: Told): Figure | null {
  const whole = nameAlone(part, told);
  if (whole !== null) return whole;
  const name = part.replace(printedBehind, "").replace(article, "").trim();
  const bare = name.replace(wordAhead, "").replace(ofWhom, "");
  return bare === name || bare === "" ? ownDistance(name, told) : nameAlone(bare, told);
}

function nameAlone(part: string, told: Told): Figure | null {
  const name = part.replace(printedBehind, "").replace(article, "").trim();
  const own =
    /^(?:(?:my|our|proposed|planned) )*(?:price |profit )?(entry|stop|target)(?:[- ]loss)?(?: (?:price|level))?$/i
      .exec(name)?.[1]
      ?.toLowerCase();
  if (own !== undefined) {
    const [level, another] = ownLevels(told.grounds.proposals).get(own) ?? [];
    return level === undefined || another !== undefined ? null : { name: own, ids: [], value: level, quantity: money };
  }
  const known = loose.find(([words]) => words.test(name))?.[1];
  const whole = valueNamesIn(name).find(({ start, end }) => start === 0 && end === name.length);
  const key = known ?? whole?.key;
  return key === undefined ? profitBy(name, told) : figure(told, key);
}

/** "Subtract the lower band from the upper": a name that leaves out what the other side says. */
export function siblingOf(other: Figure | null, part: string, told: Told): Figure | null {
  const key = other?.ids.length === 1 ? told.grounds.index.items.get(other.ids[0] ?? "")?.key : undefined;
  const sibling = key === undefined ? null : siblingKey(key, part.replace(article, "").trim());
  return sibling === null ? null : figure(told, sibling);
}

/** Whether two figures are of one kind. */
export const alike = (a: Figure, b: Figure): boolean => JSON.stringify(a.quantity) === JSON.stringify(b.quantity);
export const idsOfAll = (...all: readonly Figure[]): string[] => [...new Set(all.flatMap(({ ids }) => ids))];

export const about =
  "(?:(?:only|just|about|around|roughly|some|nearly|almost|close to|a mere|as much as|no more than) )*";
export const sign = "[$€£¥₹+−–-]*";
/** What stands before a number, up to it. */
export const lead = (pattern: string): RegExp =>
  new RegExp(String.raw`(?:^\W*|[,;:] |\b(?:that|and|since|as) |['’]s? )(?:the |its )?${pattern}${about}${sign}$`, "i");

/** Of revenue, what is cited may be the margin itself. */
export function quotient(a: Figure, b: Figure, told?: Told): Step | null {
  if (b.value === 0) return null;
  const margin = told?.cited.length === 1 ? marginOf(a, b, told) : null;
  return margin !== null && told?.cited[0]?.id === margin.name
    ? { expression: `${margin.name} / 100`, ids: margin.ids, value: margin.value / 100, quantity: plain }
    : { expression: `${a.name} / ${b.name}`, ids: idsOfAll(a, b), value: a.value / b.value, quantity: plain };
}
