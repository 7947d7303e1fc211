import { endOfThoughts, mayOpenThoughts } from "./reading/reasoning-blocks.ts";

const opening = /[{,]\s*"text"\s*:\s*"/;
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
  let raw = "";
  /** Where reading goes on in `raw`; −1 before the field was found. */
  let at = -1;
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
          if (end === null) return "";
          raw = raw.slice(end);
        }
        thinks = false;
      }
      if (at === -1) {
        const match = opening.exec(raw);
        if (match === null) return "";
        at = match.index + match[0].length;
      }
      const { text, next, closed } = readString(raw, at);
      at = next;
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
    const letter = raw.charAt(at);
    if (letter === '"') return { text, next: at + 1, closed: true };
    if (letter !== "\\") {
      // Half of a surrogate pair waits for its other half.
      const pair = isHigh(raw.charCodeAt(at));
      if (pair && at + 1 >= raw.length) break;
      text += pair ? raw.slice(at, at + 2) : letter;
      at += pair ? 2 : 1;
      continue;
    }
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
