import { Decimal } from "decimal.js";
import { readStrictJson, type JsonNode, type ReadJson } from "./strict-json.ts";

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
