import { bracketed } from "./object-slices.ts";

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
