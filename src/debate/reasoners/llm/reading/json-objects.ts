import { jsonOrNothing } from "#src/core/text/lines-file.ts";

export interface Slice {
  readonly start: number;
  readonly text: string;
}

/** Bracketed parts from the left, and where brackets stand that are never closed, which are looked into again. Linear. */
export function bracketed(text: string): { readonly slices: readonly Slice[]; readonly open: readonly number[] } {
  const slices: Slice[] = [];
  const open: number[] = [];
  let inString = false;
  for (let at = 0; at < text.length; at += 1) {
    const letter = text[at];
    if (inString) {
      if (letter === "\\") at += 1;
      else if (letter === '"') inString = false;
    } else if (letter === '"' && open.length > 0) inString = true;
    else if (letter === "{" || letter === "[") open.push(at);
    else if (letter === "}" || letter === "]") {
      const start = open.pop();
      if (start === undefined) continue;
      // A wider one holds them.
      while ((slices.at(-1)?.start ?? -1) > start) slices.pop();
      slices.push({ start, text: text.slice(start, at + 1) });
    }
  }
  return { slices, open };
}

export function objectSlices(text: string): string[] {
  return bracketed(text).slices.map((slice) => slice.text);
}

export interface CutObject {
  /** Where it begins in the text. */
  readonly start: number;
  /** The object up to the cut, with open brackets closed. */
  readonly json: string;
}

/** The most unclosed brackets in prose that are tried. */
const mostStarts = 8;

/**
 * Objects cut by the end of the text, outermost first, closed at the cut. Keys without a value go, numbers that may
 * have lost digits are `null`. Linear.
 */
export function cutObjects(text: string): CutObject[] {
  return bracketed(text)
    .open.filter((start) => text[start] === "{" && /^\{\s*["{]/.test(text.slice(start, start + 200)))
    .slice(0, mostStarts)
    .map((start) => ({ start, json: closedAtCut(text.slice(start)) }));
}

interface Container {
  readonly close: "}" | "]";
  /** Where it can be closed without the unfinished field. */
  safeEnd: number;
  /** Whether a value comes next; in an object, after its key. */
  takesValue: boolean;
}

/** @param json from its bracket to the end of the text */
function closedAtCut(json: string): string {
  const stack: Container[] = [];
  for (let at = 0; at < json.length; at += 1) {
    const letter = json.charAt(at);
    const inside = stack.at(-1);
    if (letter === "{" || letter === "[") {
      stack.push({ close: letter === "{" ? "}" : "]", safeEnd: at + 1, takesValue: letter === "[" });
    } else if (letter === "}" || letter === "]") {
      stack.pop();
      ended(stack.at(-1), at + 1);
    } else if (letter === ":" && inside?.close === "}") inside.takesValue = true;
    else if (letter === "," && inside !== undefined) inside.takesValue = inside.close === "]";
    else if (letter === '"') {
      const end = stringEnd(json, at);
      if (end === null)
        return inside?.takesValue === true ? `${withoutHalfEscape(json)}"${closing(stack)}` : kept(json, stack);
      if (inside?.takesValue === true) ended(inside, end);
      at = end - 1;
    } else if (/[\w.+-]/.test(letter)) {
      const end = at + (/^[\w.+-]+/.exec(json.slice(at, at + 400))?.[0].length ?? 1);
      const word = json.slice(at, end);
      if (end === json.length && !/^(?:true|false|null)$/.test(word)) {
        const isNumber = inside?.takesValue === true && /^[+-]?[\d.]/.test(word);
        return isNumber ? `${json.slice(0, at)}null${closing(stack)}` : kept(json, stack);
      }
      if (inside?.takesValue === true) ended(inside, end);
      at = end - 1;
    }
  }
  return kept(json, stack);
}

/** A value has ended, or one that nothing was open for. */
function ended(inside: Container | undefined, end: number): void {
  if (inside === undefined) return;
  inside.safeEnd = end;
  inside.takesValue = inside.close === "]";
}

function kept(json: string, stack: readonly Container[]): string {
  return `${json.slice(0, stack.at(-1)?.safeEnd ?? json.length)}${closing(stack)}`;
}

function closing(stack: readonly Container[]): string {
  return stack
    .map(({ close }) => close)
    .toReversed()
    .join("");
}

/** @returns behind the closing quote; `null` where it does not close */
function stringEnd(json: string, from: number): number | null {
  let at = from + 1;
  while (at < json.length && json[at] !== '"') at += json[at] === "\\" ? 2 : 1;
  return at < json.length ? at + 1 : null;
}

/** The cut may have halved `\n` or `\u00e9`. */
function withoutHalfEscape(json: string): string {
  const slashes = /\\+$/.exec(json)?.[0].length ?? 0;
  if (slashes % 2 === 1) return json.slice(0, -1);
  return json.replace(/(?<=(?:^|[^\\])(?:\\\\)*)\\u[\da-f]{0,3}$/i, "");
}

export type Json = Readonly<Record<string, unknown>>;

/** By any of its names. */
export type KnownKeys = (key: string, value: unknown) => boolean;

export interface KnownObject {
  readonly value: Json;
  /** It did not stand at the top. */
  readonly isWrapped: boolean;
}

const deepest = 5;
const mostNodes = 2000;

/** The outermost objects with a field of the answer, in order. */
export function knownObjects(value: unknown, known: KnownKeys): KnownObject[] {
  let nodes = 0;
  return look(value, 0);

  function look(node: unknown, depth: number): KnownObject[] {
    nodes += 1;
    if (nodes > mostNodes || depth > deepest) return [];
    if (typeof node === "string") return lookInText(node, depth);
    if (Array.isArray(node)) return node.flatMap((item: unknown) => look(item, depth + 1));
    if (!isJsonObject(node)) return [];
    const fields = Object.entries(node).filter(([key, inside]) => known(key, inside));
    const [only] = fields;
    // {"type": "text", "text": "{…}"} holds the answer as a text.
    if (fields.length === 1 && typeof only?.[1] === "string") {
      const inside = lookInText(only[1], depth);
      if (inside.length > 0) return inside;
    }
    if (fields.length > 0) return [{ value: node, isWrapped: depth > 0 }];
    return Object.values(node).flatMap((inside) => look(inside, depth + 1));
  }

  function lookInText(text: string, depth: number): KnownObject[] {
    if (!/^\s*[{[]/.test(text)) return [];
    const inside = jsonOrNothing(text) ?? jsonOrNothing(cutObjects(text)[0]?.json ?? "");
    return inside === undefined ? [] : look(inside, depth + 1);
  }
}

export function isJsonObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/**
 * `JSON.parse` takes the last of them.
 * @param json valid JSON
 */
export function repeatedKeys(json: string): ReadonlySet<string> {
  const repeated = new Set<string>();
  const open: (Set<string> | null)[] = [];
  for (let at = 0; at < json.length; at += 1) {
    const letter = json[at];
    if (letter === "{") open.push(new Set());
    else if (letter === "[") open.push(null);
    else if (letter === "}" || letter === "]") open.pop();
    else if (letter === '"') {
      const end = stringEnd(json, at) ?? json.length + 1;
      const keys = open.at(-1);
      if (keys != null && /^\s*:/.test(json.slice(end, end + 40))) {
        const key = json.slice(at + 1, end - 1);
        if (keys.has(key)) repeated.add(key);
        keys.add(key);
      }
      at = end - 1;
    }
  }
  return repeated;
}
