import { hash } from "node:crypto";

/** SHA-256 in lower-case hexadecimal. */
export function sha256(text: string): string {
  return hash("sha256", text);
}

/** Equal values have equal text. */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(inOrder(value));
}

/** A replacer would take twice as long. */
function inOrder(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inOrder);
  if (value === null || typeof value !== "object" || "toJSON" in value) return value;
  const given: Record<string, unknown> = { ...value };
  const sorted: Record<string, unknown> = {};
  for (const key of Object.keys(given).toSorted()) {
    const inner = inOrder(given[key]);
    // An assignment to `__proto__` would set the prototype.
    if (key === "__proto__") Object.defineProperty(sorted, key, { value: inner, enumerable: true });
    else sorted[key] = inner;
  }
  return sorted;
}
