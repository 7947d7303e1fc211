import { createHash } from "node:crypto";

/** SHA-256 in lower-case hexadecimal. */
export function sha256(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}

/** JSON with the keys of every object in code-unit order, so that equal values have equal text. */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(inOrder(value));
}

/** A copy first: a replacer in `JSON.stringify` would be called for every value, which takes twice as long. */
function inOrder(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inOrder);
  if (value === null || typeof value !== "object" || "toJSON" in value) return value;
  const keys = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
  return Object.fromEntries(keys.map(([key, inner]) => [key, inOrder(inner)]));
}
