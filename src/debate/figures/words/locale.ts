/* Formatters are slow to make, so each is made once. */

const made = new Map<string, Intl.NumberFormat>();

export function formatter(language: string, options: Intl.NumberFormatOptions): Intl.NumberFormat {
  const key = `${language} ${JSON.stringify(options)}`;
  const known = made.get(key);
  if (known !== undefined) return known;
  const format = new Intl.NumberFormat(language, options);
  made.set(key, format);
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
const words: Readonly<Record<string, { readonly pp?: string; readonly times?: string }>> = {
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
  const own = base === "zh" && script === "Hant" ? taiwanese : words[base];
  return { pp: own?.pp ?? " pp", times: own?.times ?? "x" };
}
