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
