/* Thoughts in an answer; some servers open the block in the prompt, so only its end is here. */

const names = "think|thinking|thought|thoughts|reasoning|reflection|scratchpad|analysis|seed:think";
/** `<think>`, Mistral's `[THINK]`, Kimi's `◁think▷`, `<|begin_of_thought|>`. */
const opening = new RegExp(String.raw`^\s*(?:<(?:${names})>|\[THINK\]|◁think▷|<\|begin_of_thought\|>)`, "i");
const closing = new RegExp(String.raw`<\/(?:${names})>|\[\/THINK\]|◁\/think▷|<\|end_of_thought\|>`, "gi");
/** Harmony: the channel `final` is for the reader. */
const finalChannel = /<\|channel\|>\s*final\b[^<]*<\|message\|>/g;
const otherChannel = /^\s*(?:<\|start\|>\s*assistant\s*)?<\|channel\|>/;
/** End marks of a chat template that reach the text. */
const endMarks = /(?:\s*(?:<\|[\w▁-]{1,40}\|>|<｜[\w▁-]{1,40}｜>|<\/s>|<eos>|<end_of_turn>))+\s*$/i;

/** The answer without the reasoning before it; "" when nothing else is there. */
export function withoutReasoning(text: string): string {
  return afterThoughts(inFinalChannel(text)).replace(endMarks, "").trim();
}

/** Also while it may turn out to. */
function mayOpenThoughts(text: string): boolean {
  const start = text.trimStart();
  return opening.test(start) || (start.length < longestMark && /^[<[◁]/.test(start) && !/[>\]▷]/.test(start));
}

/** `null` where they have not ended. @param from what was looked at */
function endOfThoughts(text: string, from: number): number | null {
  const start = Math.max(0, from - longestMark);
  const [end] = text.slice(start).matchAll(closing);
  return end === undefined ? null : start + end.index + end[0].length;
}

const longestMark = 24;

function inFinalChannel(text: string): string {
  const last = [...text.matchAll(finalChannel)].at(-1);
  if (last !== undefined) return text.slice(last.index + last[0].length);
  return otherChannel.test(text) ? "" : text;
}

function afterThoughts(text: string): string {
  const last = [...text.matchAll(closing)].at(-1);
  if (last !== undefined && !isInObject(text, last.index)) return text.slice(last.index + last[0].length);
  return opening.test(text) ? "" : text;
}

/** Then the mark is a word of its prose. */
function isInObject(text: string, at: number): boolean {
  return !opening.test(text) && /^\s*(?:```\w*\s*)?\{\s*"/.test(text.slice(0, Math.min(at, 80)));
}

const textField = /[{,]\s*"text"\s*:\s*"/;
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
        const match = textField.exec(raw);
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
