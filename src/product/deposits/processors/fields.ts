import { Decimal } from "decimal.js";

/** JSON whose numbers and strings keep their original text. */
export type JsonNode =
  | { readonly kind: "object"; readonly entries: readonly JsonEntry[] }
  | { readonly kind: "array"; readonly items: readonly JsonNode[] }
  | { readonly kind: "string"; readonly value: string; readonly raw: string }
  | { readonly kind: "number"; readonly raw: string }
  | { readonly kind: "word"; readonly raw: string };

interface JsonEntry {
  readonly key: string;
  readonly raw: string;
  readonly value: JsonNode;
}

export type ReadJson =
  | {
      readonly ok: true;
      readonly node: JsonNode;
      /** As `JSON.parse` reads it. */
      readonly value: unknown;
    }
  | { readonly ok: false; readonly reason: "bad_json" | "duplicate_keys" };

/** No payment is nested deeper, and the reader recurses as deep. */
const deepest = 16;
const tokens = /[ \t\n\r]*(?:([{}[\],:])|("(?:[^"\\]|\\[^])*")|([^ \t\n\r{}[\],:"]+))/y;

class Refused extends Error {
  readonly reason: "bad_json" | "duplicate_keys";
  constructor(reason: Refused["reason"]) {
    super(reason);
    this.reason = reason;
  }
}

/** No duplicate keys: readers disagree on which counts. */
export function readStrictJson(text: string): ReadJson {
  try {
    const value: unknown = JSON.parse(text);
    return { ok: true, value, node: new Tokens(text).value(0) };
  } catch (error) {
    if (error instanceof SyntaxError) return { ok: false, reason: "bad_json" };
    if (error instanceof Refused) return { ok: false, reason: error.reason };
    throw error;
  }
}

/** JSON.parse has checked the text. */
class Tokens {
  private at = 0;
  private readonly text: string;
  constructor(text: string) {
    this.text = text;
  }

  value(depth: number): JsonNode {
    if (depth > deepest) throw new Refused("bad_json");
    const token = this.next();
    if (token === "{") return this.object(depth);
    if (token === "[") return this.array(depth);
    if (token.startsWith('"')) return { kind: "string", value: unquoted(token), raw: token };
    return /^[-\d]/.test(token) ? { kind: "number", raw: token } : { kind: "word", raw: token };
  }

  private object(depth: number): JsonNode {
    const entries: JsonEntry[] = [];
    const seen = new Set<string>();
    for (let token = this.next(); token !== "}"; token = this.next()) {
      if (token === ",") continue;
      const key = unquoted(token);
      if (seen.has(key)) throw new Refused("duplicate_keys");
      seen.add(key);
      this.next();
      entries.push({ key, raw: token, value: this.value(depth + 1) });
    }
    return { kind: "object", entries };
  }

  private array(depth: number): JsonNode {
    const items: JsonNode[] = [];
    for (;;) {
      const before = this.at;
      const token = this.next();
      if (token === "]") return { kind: "array", items };
      if (token === ",") continue;
      this.at = before;
      items.push(this.value(depth + 1));
    }
  }

  private next(): string {
    tokens.lastIndex = this.at;
    const [, mark, string, other] = tokens.exec(this.text) ?? [];
    this.at = tokens.lastIndex;
    return mark ?? string ?? other ?? "";
  }
}

function unquoted(token: string): string {
  return String(JSON.parse(token));
}

/** Sorted keys, numbers and strings as written. */
export function sortedTokens(node: JsonNode): string {
  switch (node.kind) {
    case "object":
      return `{${node.entries
        .toSorted((a, b) => (a.key < b.key ? -1 : 1))
        .map(({ raw, value }) => `${raw}:${sortedTokens(value)}`)
        .join(",")}}`;
    case "array":
      return `[${node.items.map(sortedTokens).join(",")}]`;
    default:
      return node.raw;
  }
}

/** Missing or null is `null`. */
export interface Fields {
  has(name: string): boolean;
  /** @throws Malformed */
  text(name: string): string | null;
  /** Text or whole number, digit by digit. @throws Malformed */
  id(name: string): string | null;
  /** Decimal text. @throws Malformed for no amount, or below zero */
  amount(name: string): string | null;
  /** False where it is not there. */
  flag(name: string): boolean;
  object(name: string): Fields | null;
  list(name: string): readonly JsonNode[];
}

/** A field has an invalid value. */
export class Malformed extends Error {}

const longestText = 4096;
/** No coin has more digits; sums stay exact. */
const amountText = /^\d{1,40}(?:\.\d{1,40})?(?:[eE][+-]?\d{1,2})?$/;

/** `null` for what is no object. */
export function fieldsOf(node: JsonNode): Fields | null {
  if (node.kind !== "object") return null;
  const values = new Map(node.entries.map(({ key, value }) => [key, value]));
  const given = (name: string): Exclude<JsonNode, { kind: "word" }> | null => {
    const value = values.get(name);
    if (value === undefined || (value.kind === "word" && value.raw === "null")) return null;
    if (value.kind === "word") throw new Malformed(`${name} is ${value.raw}`);
    return value;
  };
  const scalar = (name: string): string | null => {
    const value = given(name);
    if (value === null) return null;
    if (value.kind === "string" && value.value.length <= longestText && isStorable(value.value)) return value.value;
    if (value.kind === "number") return value.raw;
    throw new Malformed(`${name} is not text`);
  };
  return {
    has: (name) => values.has(name),
    text: (name) => {
      const value = scalar(name);
      return value === "" ? null : value;
    },
    id: (name) => {
      const value = scalar(name);
      if (value === null || value === "") return null;
      if (!/^[\w.:-]{1,200}$/.test(value)) throw new Malformed(`${name} is not an ID`);
      return value;
    },
    amount: (name) => {
      const value = scalar(name);
      if (value === null || value === "") return null;
      if (!amountText.test(value)) throw new Malformed(`${name} is not an amount`);
      return new Decimal(value).toFixed();
    },
    flag: (name) => {
      const value = values.get(name);
      return value?.kind === "word" && value.raw === "true";
    },
    object: (name) => {
      const value = given(name);
      return value === null ? null : fieldsOf(value);
    },
    list: (name) => {
      const value = given(name);
      return value?.kind === "array" ? value.items : [];
    },
  };
}

/** Postgres stores neither NUL nor half a surrogate pair. */
function isStorable(text: string): boolean {
  return !text.includes("\0") && text.isWellFormed();
}

const utf8 = new TextDecoder("utf-8", { fatal: true });

/** A body as strict JSON. */
export function readBody(body: Uint8Array): ReadJson {
  let text: string;
  try {
    text = utf8.decode(body);
  } catch {
    return { ok: false, reason: "bad_json" };
  }
  return readStrictJson(text);
}
