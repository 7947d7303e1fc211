export type Extracted =
  | { readonly ok: true; readonly value: Readonly<Record<string, unknown>> }
  | { readonly ok: false; readonly reason: string };

const fence = /```(?:json|JSON)?[^\S\n]*\n?([\s\S]*?)```/g;

/**
 * The JSON object in a model's text: the whole text, else its last fenced block that is one, else what lies
 * between the first `{` and the last `}`. Nothing is repaired: a text without a whole object has none.
 */
export function extractObject(text: string): Extracted {
  const whole = asObject(text.trim());
  if (whole !== null) return { ok: true, value: whole };
  for (const [, inside] of [...text.matchAll(fence)].toReversed()) {
    const fenced = asObject((inside ?? "").trim());
    if (fenced !== null) return { ok: true, value: fenced };
  }
  const start = text.indexOf("{");
  if (start === -1) return { ok: false, reason: "the answer holds no JSON object" };
  const end = text.lastIndexOf("}");
  const between = end > start ? asObject(text.slice(start, end + 1)) : null;
  if (between !== null) return { ok: true, value: between };
  return { ok: false, reason: "the answer's JSON is broken or cut off" };
}

function asObject(text: string): Record<string, unknown> | null {
  if (!text.startsWith("{")) return null;
  try {
    const value: unknown = JSON.parse(text);
    return isRecord(value) ? value : null;
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
