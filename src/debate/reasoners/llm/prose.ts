import { endOfThoughts, mayOpenThoughts } from "./reading/reasoning-blocks.ts";

const opening = /[{,]\s*"text"\s*:\s*"/;
/** Longer than any mark of where something begins or ends. */
const mostKept = 200;
const escapes: Readonly<Record<string, string>> = { b: "\b", f: "\f", n: "\n", r: "\r", t: "\t" };

export interface ProseReader {
  /** Returns the prose that a piece added. */
  take(piece: string): string;
  /** All prose so far. */
  readonly prose: string;
}

/**
 * Reads `text` while the JSON streams. `"text": "` after `{` or `,` cannot stand inside a string, so the first is the
 * field.
 */
export function proseReader(): ProseReader {
  /** What is not read yet. What is read is dropped: each piece would cost as much as all before it. */
  let raw = "";
  let found = false;
  let ended = false;
  let prose = "";
  /** Whether thoughts may still come before the answer. */
  let thinks = true;
  return {
    get prose() {
      return prose;
    },
    take(piece) {
      if (ended) return "";
      raw += piece;
      if (thinks) {
        if (mayOpenThoughts(raw)) {
          const end = endOfThoughts(raw, raw.length - piece.length);
          if (end === null) {
            if (raw.length > 2 * mostKept) raw = raw.slice(0, mostKept) + raw.slice(-mostKept);
            return "";
          }
          raw = raw.slice(end);
        }
        thinks = false;
      }
      if (!found) {
        const match = opening.exec(raw);
        if (match === null) {
          raw = raw.slice(-mostKept);
          return "";
        }
        found = true;
        raw = raw.slice(match.index + match[0].length);
      }
      const { text, next, closed } = readString(raw, 0);
      raw = raw.slice(next);
      ended = closed;
      prose += text;
      return text;
    },
  };
}

/** Up to the closing quote or the last whole character. */
function readString(raw: string, from: number): { text: string; next: number; closed: boolean } {
  let text = "";
  let at = from;
  while (at < raw.length) {
    const mark = /["\\]/.exec(raw.slice(at))?.index ?? raw.length - at;
    if (mark > 0) {
      // Half of a surrogate pair waits for its other half.
      const isHalf = at + mark === raw.length && isHigh(raw.charCodeAt(raw.length - 1));
      text += raw.slice(at, at + mark - (isHalf ? 1 : 0));
      at += mark - (isHalf ? 1 : 0);
      if (isHalf) break;
      continue;
    }
    if (raw.charAt(at) === '"') return { text, next: at + 1, closed: true };
    const kind = raw.charAt(at + 1);
    if (kind === "") break;
    if (kind !== "u") {
      text += escapes[kind] ?? kind;
      at += 2;
      continue;
    }
    const unit = Number.parseInt(raw.slice(at + 2, at + 6), 16);
    if (raw.length < at + 6 || (isHigh(unit) && raw.length < at + 12)) break;
    text += String.fromCharCode(unit);
    at += 6;
  }
  return { text, next: at, closed: false };
}

function isHigh(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdbff;
}
