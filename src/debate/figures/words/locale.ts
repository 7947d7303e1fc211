/* Formatters are slow to make, so each is made once. */

const formatters = new Map<string, Intl.NumberFormat>();

export function formatter(language: string, options: Intl.NumberFormatOptions): Intl.NumberFormat {
  const key = `${language} ${JSON.stringify(options)}`;
  const known = formatters.get(key);
  if (known !== undefined) return known;
  const format = new Intl.NumberFormat(language, options);
  formatters.set(key, format);
  return format;
}

/** English that names no country is American. */
export function localeOf(language: string | undefined): string {
  return language === undefined || language === "en" ? "en-US" : language;
}

const currencies = new Set(Intl.supportedValuesOf("currency"));

/** Whether `Intl` can format it; pence (`GBp`) and USDT are not supported. */
export function isKnownCurrency(code: string): boolean {
  return currencies.has(code);
}

/** Words `Intl` lacks; other languages print `pp` and `x`. */
const unitWords: Readonly<Record<string, { readonly pp?: string; readonly times?: string }>> = {
  en: { pp: " percentage points" },
  de: { pp: " Prozentpunkte" },
  fr: { pp: " points de pourcentage" },
  es: { pp: " puntos porcentuales" },
  it: { pp: " punti percentuali" },
  pt: { pp: " pontos percentuais" },
  nl: { pp: " procentpunten" },
  sv: { pp: " procentenheter" },
  da: { pp: " procentpoint" },
  nb: { pp: " prosentpoeng" },
  fi: { pp: " prosenttiyksikköä" },
  pl: { pp: " pkt proc." },
  ru: { pp: " п.п." },
  tr: { pp: " yüzde puan" },
  hi: { pp: " प्रतिशत अंक", times: " गुना" },
  ja: { pp: "ポイント", times: "倍" },
  zh: { pp: "个百分点", times: "倍" },
  ko: { pp: "%포인트", times: "배" },
};

const taiwanese = { pp: "個百分點", times: "倍" };

interface OwnWords {
  readonly pp: string;
  readonly times: string;
}

const ownWordsOf = new Map<string, OwnWords>();

export function ownWords(language: string): OwnWords {
  const known = ownWordsOf.get(language) ?? findOwnWords(language);
  ownWordsOf.set(language, known);
  return known;
}

function findOwnWords(language: string): OwnWords {
  const { language: base, script } = new Intl.Locale(language).maximize();
  const own = base === "zh" && script === "Hant" ? taiwanese : unitWords[base];
  return { pp: own?.pp ?? " pp", times: own?.times ?? "x" };
}

const dollars = new Set("USD CAD AUD HKD NZD SGD TWD MXN CLP COP USDT USDC".split(" "));

/** Symbols and names under one code. Pence (`GBp`, `GBX`) are not pounds. */
const plain: Readonly<Record<string, string>> = {
  CNH: "CNY",
  RMB: "CNY",
  GBp: "GBX",
  "€": "EUR",
  "£": "GBP",
  "₹": "INR",
  "₩": "KRW",
  "₽": "RUB",
  "₫": "VND",
  "₿": "BTC",
  "￥": "¥",
};

function plainCode(printed: string): string {
  return plain[printed] ?? printed;
}

export function sameCurrency(printed: string, code: string): boolean {
  const [one, other] = [plainCode(printed), plainCode(code)];
  return one === other || isAnyOf(one, other) || isAnyOf(other, one);
}

/** `$` and `¥` do not say which currency they mean. */
function isAnyOf(symbol: string, code: string): boolean {
  return (symbol === "$" && dollars.has(code)) || (symbol === "¥" && (code === "JPY" || code === "CNY"));
}

/* Separators, scales and units of a language, read back from `Intl`. */

/** `%`, `pp`, `bps`, `x`, `points`, `shares`, `days`, or a currency. */
export type PrintedUnit = string;

export interface LocaleWords {
  readonly decimal: string;
  readonly group: string;
  /** In lower case, with their factors. */
  readonly scales: ReadonlyMap<string, number>;
  /** In lower case. */
  readonly units: ReadonlyMap<string, PrintedUnit>;
  /** In lower case, long and short. */
  readonly months: ReadonlySet<string>;
  /** Units of time, in lower case: `tage`, `週間`. */
  readonly spans: readonly string[];
}

const englishScales: Readonly<Record<string, number>> = {
  k: 1e3,
  thousand: 1e3,
  m: 1e6,
  mn: 1e6,
  mm: 1e6,
  million: 1e6,
  b: 1e9,
  bn: 1e9,
  billion: 1e9,
  t: 1e12,
  tn: 1e12,
  trn: 1e12,
  trillion: 1e12,
  crore: 1e7,
  lakh: 1e5,
  "lakh crore": 1e12,
  "thousand million": 1e9,
};

/** `Intl` has only signs; agents write words, also English ones. */
const typedUnits: readonly (readonly [PrintedUnit, string])[] = [
  ["%", "%|percent|per cent|pct"],
  ["pp", "percentage points|percentage point|percentage-points|percentage-point|%-points|pp|ppt|ppts|pts"],
  ["points", "points|point"],
  ["bps", "basis points|basis point|bps|bp|basispunkte"],
  ["x", "x|×|times|-fold|fold|to 1|to one|:1|turns|倍|배"],
  ["atr", "atr|atrs|-atr|x atr|× atr|times atr|average true ranges"],
  ["shares", "shares|share|million shares"],
  ["days", "days|day"],
  ["$", "$|dollars|dollar|us dollars"],
  ["EUR", "€|euros|euro|eur"],
  ["GBP", "£|pounds|pound"],
  ["¥", "¥|￥|yen|yuan|円|元"],
  ["$", "ドル|米ドル|美元|달러|डॉलर"],
];

const made = new Map<string, LocaleWords>();

export function localeWords(language: string | undefined): LocaleWords {
  const locale = localeOf(language);
  const known = made.get(locale);
  if (known !== undefined) return known;
  const parts = formatter(locale, { useGrouping: "always" }).formatToParts(1_234_567.5);
  const part = (type: string, otherwise: string): string =>
    ascii(parts.find((one) => one.type === type)?.value ?? otherwise);
  const found: LocaleWords = {
    decimal: part("decimal", "."),
    group: part("group", ","),
    scales: scalesOf(locale),
    units: unitsOf(locale),
    months: monthsOf(locale),
    spans: spansOf(locale),
  };
  made.set(locale, found);
  return found;
}

/** `Milliarden`, `Mrd.`, `億`: from full and short numbers of each power. */
function scalesOf(locale: string): ReadonlyMap<string, number> {
  const scales = new Map(Object.entries(englishScales));
  for (const compactDisplay of ["short", "long"] as const) {
    const format = formatter(locale, { notation: "compact", compactDisplay, maximumSignificantDigits: 3 });
    for (let power = 3; power <= 14; power += 1) {
      for (const head of [1, 1.5, 2, 5]) {
        const parts = format.formatToParts(head * 10 ** power);
        const word = clean(parts.find(({ type }) => type === "compact")?.value ?? "");
        const digits = parts
          .filter(({ type }) => type === "integer" || type === "decimal" || type === "fraction")
          .map(({ type, value }) => (type === "decimal" ? "." : ascii(value)));
        const factor = (head * 10 ** power) / Number(digits.join(""));
        // A language's own sense of "M" wins over English.
        if (word !== "" && Number.isFinite(factor)) scales.set(word, Number(factor.toPrecision(6)));
      }
    }
  }
  return scales;
}

function unitsOf(locale: string): ReadonlyMap<string, PrintedUnit> {
  const units = new Map<string, PrintedUnit>();
  for (const [unit, all] of typedUnits) for (const word of all.split("|")) units.set(word, unit);
  const add = (unit: PrintedUnit, options: Intl.NumberFormatOptions, ...types: readonly string[]): void => {
    for (const value of [1, 2, 5, 38]) {
      for (const one of formatter(locale, options).formatToParts(value)) {
        const word = clean(one.value);
        if (types.includes(one.type) && word !== "") units.set(word, unit);
      }
    }
  };
  add("%", { style: "percent" }, "percentSign");
  for (const unitDisplay of ["short", "long"] as const)
    add("%", { style: "unit", unit: "percent", unitDisplay }, "unit");
  add("days", { style: "unit", unit: "day", unitDisplay: "long" }, "unit");
  for (const currency of ["USD", "EUR", "GBP", "JPY", "CNY", "INR", "KRW", "BRL", "CAD", "AUD", "CHF", "HKD", "TWD"])
    add(currency, { style: "currency", currency }, "currency");
  const { pp, times } = ownWords(locale);
  units.set(clean(pp), "pp");
  units.set(clean(times), "x");
  // "$" may be any dollar: the reader decides.
  for (const symbol of ["$", "¥"]) units.set(symbol, symbol);
  return units;
}

/** `Intl` knows no sessions and no quarters; `日` stands in Chinese windows. */
const sessions =
  "handelstag|börsentag|sitzung|quartal|séance|trimestre|sesión|sesiones|sessão|sessões|seduta|sedute|trimestri|営業日|取引日|四半期|交易日|季度|日|거래일|분기";

function spansOf(locale: string): readonly string[] {
  const found = new Set(sessions.split("|"));
  for (const unit of ["day", "week", "month", "year"]) {
    const format = formatter(locale, { style: "unit", unit, unitDisplay: "long" });
    for (const value of [1, 2, 5, 38]) {
      const word = clean(format.formatToParts(value).find(({ type }) => type === "unit")?.value ?? "");
      if (word !== "") found.add(word);
    }
  }
  return [...found];
}

function monthsOf(locale: string): ReadonlySet<string> {
  const months = new Set<string>();
  for (const month of ["long", "short"] as const) {
    const format = new Intl.DateTimeFormat(locale, { month, day: "numeric", timeZone: "UTC", calendar: "gregory" });
    for (let at = 0; at < 12; at += 1) {
      const part = format.formatToParts(Date.UTC(2024, at, 15)).find(({ type }) => type === "month");
      const name = clean(part?.value ?? "").replace(/\.$/, "");
      if (/\p{L}{3}/u.test(name)) months.add(name);
    }
  }
  return months;
}

/** In lower case, without the direction marks of right-to-left languages. */
export function clean(text: string): string {
  return ascii(text.replaceAll(invisible, "")).trim().toLowerCase();
}

const invisible = /[\u200E\u200F\u061C\u2066-\u2069]/g;

const zeros = [
  0x660, 0x6f0, 0x966, 0x9e6, 0xa66, 0xae6, 0xb66, 0xbe6, 0xc66, 0xce6, 0xd66, 0xe50, 0xed0, 0x1040, 0x17e0, 0xff10,
];
const marks: Readonly<Record<string, string>> = {
  "％": "%",
  "٪": "%",
  "．": ".",
  "٫": ".",
  "，": ",",
  "٬": ",",
  "＄": "$",
  "（": "(",
  "）": ")",
  "−": "-",
  "\u00A0": " ",
  "\u202F": " ",
  "\u2009": " ",
  "’": "'",
};
const foreign = /[^\u0000-\u007F]/g;

/** Other scripts' digits as ASCII, in place. */
export function ascii(text: string): string {
  return text.replaceAll(foreign, (char) => {
    const mark = marks[char];
    if (mark !== undefined) return mark;
    const code = char.charCodeAt(0);
    const zero = zeros.find((start) => code >= start && code < start + 10);
    return zero === undefined ? char : String(code - zero);
  });
}
