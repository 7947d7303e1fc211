/* By key, where the unit is not enough (docs/measures.md). */

/** How a figure is printed and what it can be combined with. */
export type Kind =
  /** Money per share, coin or index point. */
  | "price"
  /** A difference of prices that is shown without its currency: the MACD. */
  | "line"
  | "money"
  | "percent"
  /** A difference of percentages. */
  | "pp"
  /** A valuation: 20.3x. */
  | "multiple"
  | "ratio"
  /** A ratio that is shown without the x: a beta. */
  | "plain"
  | "points"
  | "shares"
  | "count"
  | "days"
  /** A constant of an expression. */
  | "number"
  | "other";

const prices = new Set(
  "close ema_10 ema_20 bollinger_upper bollinger_lower atr_14 vwma_20 high_252 low_252 support_20 resistance_20".split(
    " ",
  ),
);
const plain = new Set(["beta_252", "correlation_252", "bollinger_percent_b"]);
const multiples = new Set(["pe_ttm", "ps_ttm", "pb", "ev_to_sales", "ev_to_ebit"]);

const units: Readonly<Record<string, Kind>> = {
  "%": "percent",
  Percent: "percent",
  x: "ratio",
  pure: "ratio",
  points: "points",
  shares: "shares",
  count: "count",
  days: "days",
};

export function kindOf(given: string, unit: string | null): Kind {
  const key = given.replace(/^with_dividends_/, "");
  if (unit === null) return "other";
  const kind = units[unit];
  if (kind === "percent") return /^relative_strength_|_margin_change_/.test(key) ? "pp" : "percent";
  if (kind === "ratio") return plain.has(key) ? "plain" : multiples.has(key) ? "multiple" : "ratio";
  if (kind !== undefined) return kind;
  if (currencyOf(unit) === null) return "other";
  if (key.startsWith("macd")) return "line";
  return unit.includes("/") || prices.has(key) || key.startsWith("sma_") ? "price" : "money";
}

/** For `USD` and `USD/share`; `null` for a unit that is not money. */
export function currencyOf(unit: string): string | null {
  return /^([A-Z]{2}[A-Za-z]{1,3})(?:\/shares?)?$/.exec(unit)?.[1] ?? null;
}

/** `12.5` of the kind `percent` is 12.5 %. */
export interface Quantity {
  readonly value: number;
  readonly kind: Kind;
  /** Of money. */
  readonly currency: string | null;
  /** `(A - B) / B`, or a difference of two. */
  readonly isChange?: boolean;
}

export type Worked =
  | { readonly ok: true; readonly quantity: Quantity }
  /** `reason` is a short phrase, such as `division by zero`. */
  | { readonly ok: false; readonly reason: string };

/** Exponents of the base units: a price is money per share. */
type Dimension = Readonly<Record<string, number>>;

export function number(value: number): Quantity {
  return { value, kind: "number", currency: null };
}

export function isPercent({ kind }: Pick<Quantity, "kind">): boolean {
  return kind === "percent" || kind === "pp";
}

function dimensionOf({ kind, currency }: Quantity): Dimension {
  switch (kind) {
    case "price":
    case "line":
      return { [currency ?? "money"]: 1, share: -1 };
    case "money":
      return { [currency ?? "money"]: 1 };
    case "shares":
      return { share: 1 };
    case "points":
    case "count":
    case "days":
      return { [kind]: 1 };
    case "other":
      return { "an unknown unit": 1 };
    default:
      return {};
  }
}

function nameOf(dimension: Dimension): string {
  const named = (sign: number): string =>
    Object.entries(dimension)
      .filter(([, power]) => power * sign > 0)
      .flatMap(([name, power]) => Array.from({ length: Math.abs(power) }, () => name))
      .toSorted()
      .join("*");
  const below = named(-1);
  return below === "" ? named(1) : `${named(1)}/${below}`;
}

const bare = new Set<Kind>(["number", "ratio", "multiple", "plain"]);

/** The sum or difference of two figures of one kind. */
export function add(a: Quantity, b: Quantity, sign: 1 | -1): Worked {
  const value = a.value + sign * b.value;
  if (isPercent(a) && isPercent(b)) {
    const both = a.kind === b.kind;
    const isGap = sign === -1 && both;
    return worked({ value, kind: isGap || (both && a.kind === "pp") ? "pp" : "percent", currency: null });
  }
  const [percent, other] = isPercent(a) ? [a, b] : [b, a];
  if (isPercent(percent)) {
    // "1 + 8.3 %" is a factor.
    if (other.kind !== "number") return no(`a percentage and ${wordOf(other)} cannot be added`);
    const [left, right] = [asFactor(a), asFactor(b)];
    return worked({ value: left + sign * right, kind: "ratio", currency: null });
  }
  if (bare.has(a.kind) && bare.has(b.kind)) {
    const isOne = (a.kind === "number" && a.value === 1) || (b.kind === "number" && b.value === 1);
    if (sign === -1 && isOne && (a.kind === "ratio" || b.kind === "ratio"))
      return worked({ value: value * 100, kind: "percent", currency: null, isChange: true });
    return worked({ value, kind: a.kind === "number" ? b.kind : a.kind, currency: null });
  }
  const [left, right] = [nameOf(dimensionOf(a)), nameOf(dimensionOf(b))];
  if (left !== right) return no(`${wordOf(a)} and ${wordOf(b)} cannot be added`);
  return worked({ value, kind: a.kind === b.kind ? a.kind : "price", currency: a.currency });
}

/** The product or the quotient. */
export function multiply(a: Quantity, b: Quantity, power: 1 | -1): Worked {
  if (power === -1 && b.value === 0) return no("division by zero");
  const value = asFactor(a) * asFactor(b) ** power;
  const dimension: Record<string, number> = { ...dimensionOf(a) };
  for (const [name, exponent] of Object.entries(dimensionOf(b))) {
    dimension[name] = (dimension[name] ?? 0) + power * exponent;
  }
  const name = nameOf(Object.fromEntries(Object.entries(dimension).filter(([, exponent]) => exponent !== 0)));
  const currency = a.currency ?? b.currency;
  if (name === "") return worked(bareProduct(a, b, value, power));
  const kind = kinds[currency === null ? name : name.replace(currency, "money")];
  if (kind === undefined) return no(`${power === 1 ? "a product" : "a quotient"} in ${name} has no unit to print`);
  // "M11 / 2" is still a line, a price times a ratio a price.
  return worked({ value, kind: bare.has(b.kind) || isPercent(b) ? a.kind : kind, currency }, a, b);
}

const kinds: Readonly<Record<string, Kind>> = {
  money: "money",
  "money/share": "price",
  share: "shares",
  points: "points",
  count: "count",
  days: "days",
};

function bareProduct(a: Quantity, b: Quantity, value: number, power: 1 | -1): Quantity {
  const hundred = b.kind === "number" && b.value === 100 ? a : a.kind === "number" && a.value === 100 ? b : null;
  if (hundred !== null && hundred.kind !== "number") {
    // Times 100 means %; over 100 is a share of a percentage.
    if (power === 1 && hundred.isChange === true) return hundred;
    if (power === 1 && !isPercent(hundred)) return { value, kind: "percent", currency: null, isChange: true };
    if (power === -1 && hundred === a && isPercent(a)) return { value: a.value / 100, kind: "ratio", currency: null };
  }
  if (a.kind === "number" && b.kind === "number") return number(value);
  const inPercent = isPercent(a) ? (isPercent(b) ? power === 1 : bare.has(b.kind)) : power === 1 && isPercent(b);
  const kind = isPercent(a) ? a.kind : b.kind;
  return inPercent && bare.has(isPercent(a) ? b.kind : a.kind)
    ? { value: value * 100, kind, currency: null }
    : { value: inPercent ? value * 100 : value, kind: inPercent ? "percent" : "ratio", currency: null };
}

function asFactor({ value, kind }: Quantity): number {
  return kind === "percent" || kind === "pp" ? value / 100 : value;
}

function wordOf({ kind, currency }: Quantity): string {
  return currency === null ? words[kind] : `${words[kind]} in ${currency}`;
}

const words: Readonly<Record<Kind, string>> = {
  price: "a price",
  line: "a price",
  money: "an amount",
  percent: "a percentage",
  pp: "percentage points",
  multiple: "a multiple",
  ratio: "a ratio",
  plain: "a ratio",
  points: "points",
  shares: "a number of shares",
  count: "a count",
  days: "days",
  number: "a bare number",
  other: "an unknown unit",
};

/** 0 * -1 is -0, which is printed as such. */
function worked(quantity: Quantity, ...from: readonly Quantity[]): Worked {
  const unread = from.some(({ kind }) => kind === "other");
  if (unread) return no("the unit cannot be inferred");
  if (!Number.isFinite(quantity.value)) return no("too large");
  return { ok: true, quantity: quantity.value === 0 ? { ...quantity, value: 0 } : quantity };
}

function no(reason: string): Worked {
  return { ok: false, reason };
}
