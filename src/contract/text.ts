import { z } from "zod";

/** Postgres stores neither NUL nor half a surrogate pair. */
function isStorableText(text: string): boolean {
  return text.isWellFormed() && !text.includes("\0");
}

/** A text from outside that is looked up or stored. */
export const storableText = z.string().refine(isStorableText, "contains a character that cannot be stored");

/** An id of any kind from outside. */
export const anyId = storableText.min(1).max(100);

/** No body of ours is as deep. */
const deepest = 64;

/** Without recursion, since it comes from outside. */
export function isStorable(value: unknown): boolean {
  const left: { readonly inner: unknown; readonly depth: number }[] = [{ inner: value, depth: 0 }];
  for (let next = left.pop(); next !== undefined; next = left.pop()) {
    const { inner, depth } = next;
    if (typeof inner === "string" && !isStorableText(inner)) return false;
    if (typeof inner !== "object" || inner === null) continue;
    if (depth === deepest) return false;
    for (const [name, each] of Object.entries(inner)) {
      if (!isStorableText(name)) return false;
      left.push({ inner: each, depth: depth + 1 });
    }
  }
  return true;
}
