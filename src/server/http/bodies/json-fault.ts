/** In the words of Python's decoder, which FastAPI's clients know. */
export interface JsonFault {
  readonly at: number;
  readonly error: string;
}

const space = /[ \t\n\r]*/y;
const scalar = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y;
const stringPart = /(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*/y;

/**
 * Without recursion, since the text is a stranger's.
 * @see CPython's Lib/json/decoder.py for the wording
 */
export function jsonFault(text: string): JsonFault {
  const open: Opening[] = [];
  const reader = readJson(text, (opening) => open.push(opening));
  for (;;) {
    const read = reader.value();
    if (typeof read === "object") return read;
    if (!read) continue;
    for (;;) {
      reader.space();
      const inside = open.at(-1);
      if (inside === undefined) return { at: reader.at(), error: "Extra data" };
      const next = reader.next();
      if (next === ",") {
        reader.pass();
        const fault = inside === "{" ? reader.key() : null;
        if (fault !== null) return fault;
        break;
      }
      if (next !== (inside === "{" ? "}" : "]")) return { at: reader.at(), error: "Expecting ',' delimiter" };
      reader.pass();
      open.pop();
    }
  }
}

type Opening = "{" | "[";

/** @param opened called for each object or array that is not empty */
function readJson(text: string, opened: (opening: Opening) => void) {
  let at = 0;
  const skip = (pattern: RegExp): number => {
    pattern.lastIndex = at;
    const [found = ""] = pattern.exec(text) ?? [];
    at += found.length;
    return found.length;
  };
  const string = (): JsonFault | null => {
    const start = at;
    at += 1;
    skip(stringPart);
    const end = text[at];
    if (end === '"') at += 1;
    else if (end === undefined) return { at: start, error: "Unterminated string starting at" };
    else if (end !== "\\") return { at, error: "Invalid control character at" };
    else if (at + 1 === text.length) return { at: start, error: "Unterminated string starting at" };
    else if (text[at + 1] === "u") return { at: at + 1, error: "Invalid \\uXXXX escape" };
    else return { at, error: "Invalid \\escape" };
    return null;
  };
  const key = (): JsonFault | null => {
    skip(space);
    if (text[at] !== '"') return { at, error: "Expecting property name enclosed in double quotes" };
    const fault = string();
    if (fault !== null) return fault;
    skip(space);
    if (text[at] !== ":") return { at, error: "Expecting ':' delimiter" };
    at += 1;
    return null;
  };
  /** @returns whether a whole value was read */
  const value = (): JsonFault | boolean => {
    skip(space);
    const first = text[at];
    if (first === '"') return string() ?? true;
    if (first !== "{" && first !== "[") return skip(scalar) > 0 ? true : { at, error: "Expecting value" };
    at += 1;
    skip(space);
    if (text[at] === (first === "{" ? "}" : "]")) {
      at += 1;
      return true;
    }
    opened(first);
    return first === "{" ? (key() ?? false) : false;
  };
  return {
    key,
    value,
    at: () => at,
    next: () => text[at],
    space: () => void skip(space),
    pass: () => void (at += 1),
  };
}
