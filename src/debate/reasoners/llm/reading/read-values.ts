import { type KnownKeys, isJsonObject } from "./json-objects.ts";

/** Other names that models give fields. */
const otherNames: Readonly<Record<string, readonly string[]>> = {
  text: ["report", "analysis", "content", "explanation", "rationale", "argument", "reasoning", "response", "answer"],
  rating: ["recommendation", "final_rating", "final_recommendation"],
  points: ["key_points"],
  entry: ["entry_price"],
  stop: ["stop_loss", "stop_price"],
  target: ["target_price", "price_target", "take_profit"],
  size_pct: ["position_size", "position_size_pct", "size"],
  horizon_days: ["horizon", "time_horizon"],
  confidence: ["confidence_score", "confidence_level"],
  conditions: ["break_conditions", "invalidation", "invalidations", "falsifiers", "what_would_change_my_mind"],
  said: ["condition", "text", "description", "statement", "words"],
  measure: ["metric", "indicator", "evidence", "evidence_id", "key"],
  comparator: ["operator", "direction", "comparison", "op"],
  threshold: ["level", "value", "bound", "limit"],
  unit: ["units", "currency"],
  sessions: ["consecutive_sessions", "for_sessions", "consecutive_closes", "closes"],
  next_filing: ["in_next_filing", "next_report"],
  by: ["deadline", "by_date", "before", "until", "date"],
  claim: ["point", "text", "statement"],
  evidence: ["evidence_ids", "citations", "ids"],
};

/** `stopLoss`, `Stop-Loss` and `stop_loss` are one name. */
function plainName(key: string): string {
  return key
    .normalize("NFKC")
    .trim()
    .replaceAll(/(?<=[a-z\d])(?=[A-Z])/g, "_")
    .replaceAll(/[\s-]+/g, "_")
    .toLowerCase();
}

/** Another name counts only with a plain value: `answer` may hold the answer. */
export function fieldsOf(fields: readonly string[]): KnownKeys {
  const others = new Set(fields.flatMap((field) => otherNames[field] ?? []));
  return (key, value) => {
    const name = plainName(key);
    return fields.includes(name) || (others.has(name) && !isJsonObject(value) && !Array.isArray(value));
  };
}

/** Its own name first; `undefined`: none. */
export function valueOf(object: Readonly<Record<string, unknown>>, field: string): unknown {
  if (Object.hasOwn(object, field)) return object[field];
  const entries = Object.entries(object).map(([key, value]) => ({ name: plainName(key), value }));
  for (const name of [field, ...(otherNames[field] ?? [])]) {
    const found = entries.find((entry) => entry.name === name);
    if (found !== undefined) return found.value;
  }
  return undefined;
}

/* Each reader gives `null` where it is not sure: a range, a word for a number. */

export interface ReadNumber {
  readonly value: number;
  readonly isPercent: boolean;
}

const written =
  /^(?:about|around|approx\.?|approximately|roughly|circa|~|≈)?\s*(?:[A-Z]{3}|US\$|[$€£¥₹])?\s*([+-−]?\d[\d.,'\u00A0\u202F ]*)\s*(%|percent|pct)?\s*(?:[A-Z]{3}|[$€£¥₹])?\.?$/i;

/** `"0.7"`, `"70 %"`, `"$1,234.50"`, `"190,5"`, `"１２"`. */
export function readNumber(text: string): ReadNumber | null {
  const found = written.exec(text.normalize("NFKC").trim());
  if (found === null) return null;
  const digits = plainDigits((found[1] ?? "").trim().replace("−", "-"));
  if (digits === null) return null;
  return { value: Number(digits), isPercent: found[2] !== undefined };
}

/** The share in `"7/10"`, `"7 out of 10"` or `"high (0.7)"`. */
export function readShare(text: string): number | null {
  const plain = text.normalize("NFKC").trim();
  const [, part = "", whole = ""] = /^(\d{1,3}(?:\.\d{1,2})?)\s*(?:\/|out of)\s*(10|100)$/i.exec(plain) ?? [];
  if (part !== "") return Number(part) <= Number(whole) ? Number((Number(part) / Number(whole)).toPrecision(12)) : null;
  const [, inside = ""] =
    /^[a-z]+(?: [a-z]+)?\s*\(([^()]{1,20})\)$/i.exec(plain) ?? /^([\d.]+\s*%?)\s*\([a-z ]{1,40}\)$/i.exec(plain) ?? [];
  const number = inside === "" ? null : readNumber(inside);
  if (number === null) return null;
  return number.isPercent ? Number((number.value / 100).toPrecision(12)) : number.value;
}

/** `null` where commas and points are ambiguous. */
function plainDigits(text: string): string | null {
  const bare = text.replaceAll(/['\u00A0\u202F ]/g, "");
  if (/^[+-]?\d+(?:\.\d+)?$/.test(bare)) return bare;
  if (/^[+-]?\d{1,3}(?:,\d{3})+(?:\.\d+)?$/.test(bare)) return bare.replaceAll(",", "");
  if (/^[+-]?\d{1,3}(?:\.\d{3})+,\d+$/.test(bare)) return bare.replaceAll(".", "").replace(",", ".");
  if (/^[+-]?\d+,\d{1,2}$/.test(bare)) return bare.replace(",", ".");
  return null;
}

const daysIn: Readonly<Record<string, number>> = { day: 1, week: 7, month: 30, quarter: 91, year: 365 };
const shortUnits: Readonly<Record<string, string>> = {
  d: "day",
  w: "week",
  wk: "week",
  m: "month",
  mo: "month",
  q: "quarter",
  y: "year",
  yr: "year",
};
const wordNumbers: Readonly<Record<string, number>> = {
  a: 1,
  an: 1,
  one: 1,
  two: 2,
  three: 3,
  four: 4,
  six: 6,
  twelve: 12,
};

/** `"3 months"`, `"one year"`, `"6-week horizon"`, `"12m"`. Not a range. */
export function readDays(text: string): number | null {
  const plain = text.normalize("NFKC").trim().toLowerCase();
  const found =
    /^(?:about|around|approximately|roughly|~)?\s*(\d+(?:\.\d+)?|[a-z]+)[\s-]*(?:calendar\s+)?(day|week|wk|month|mo|quarter|year|yr|[dwmqy](?=\.?$))s?(?:\s+(?:horizon|out|ahead))?\.?$/.exec(
      plain,
    );
  if (found === null) return null;
  const [, count = "", unit = ""] = found;
  const many = /^\d/.test(count) ? Number(count) : wordNumbers[count];
  const days = daysIn[shortUnits[unit] ?? unit];
  return many === undefined || days === undefined ? null : Math.round(many * days);
}

/**
 * In any case, with emphasis, as `Rating.HOLD`, or with a remark: `"Hold (fairly valued)"`. Not if the remark names
 * another word or takes it back.
 */
export function readWord(text: string, words: readonly string[]): string | null {
  const named = (plain: string): string | null => words.find((word) => word.toLowerCase() === plain) ?? null;
  const whole = named(bareWord(text).replace(codeName, ""));
  if (whole !== null) return whole;
  const [, word = "", remark = ""] = remarked.exec(text.normalize("NFKC")) ?? [];
  const said = remark.toLowerCase().match(/[a-z]+/g) ?? [];
  // "No edge" is a reason; a bare "no" is an answer.
  const isTakenBack = said.at(-1) === "no" || said.some((one) => takingBack.has(one) || named(one) !== null);
  return isTakenBack ? null : named(bareWord(word));
}

const codeName = /^[a-z]{0,20}(?:rating|opinion|action|lean|side|decision|recommendation)\.(?=[a-z]+$)/;
/** In brackets, behind a spaced dash, or of signs. */
const remarked =
  /^([\s*_`"']{0,9}[a-z]{1,20}[\s*_`"']{0,9})(\([^()?]{1,200}\)|\s[–—-]{1,2}\s[^?]{1,200}|[\p{Extended_Pictographic}\uFE0F\s]{1,9})[\s.]{0,3}$/iu;
const takingBack = new Set([
  "not",
  "never",
  "but",
  "unless",
  "if",
  "or",
  "was",
  "from",
  "former",
  "formerly",
  "previously",
]);

/** Whether the text says that there is nothing to say. */
export function isNothing(text: string): boolean {
  return /^(?:|null|none|n\/?a|nil|undefined|not applicable|no opinion|review|-|–|—)$/.test(bareWord(text));
}

function bareWord(text: string): string {
  return text
    .normalize("NFKC")
    .replaceAll(/[*_`"'“”‘’()[\]]/g, "")
    .trim()
    .replace(/[.!。]$/, "")
    .toLowerCase();
}

/** Ids of evidence in a text: `[M3]`, `M1, F2`. */
export function idsIn(text: string): string[] {
  return [...text.matchAll(/(?<![A-Za-z\d])[MSNFD]\d{1,4}(?![A-Za-z\d])/g)].map(([id]) => id);
}
