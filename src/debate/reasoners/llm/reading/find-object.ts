import { jsonrepair } from "jsonrepair";
import { jsonOrNothing } from "#src/core/json-or-nothing.ts";
import type { ReadStep } from "#src/contract/run/answers.ts";
import {
  cutObjects,
  objectSlices,
  isJsonObject,
  knownObjects,
  type Json,
  type KnownKeys,
  repeatedKeys,
} from "./json-objects.ts";
import { withoutReasoning } from "../prose.ts";

export type FoundObject =
  | {
      readonly ok: true;
      readonly value: Json;
      /** Other answers in the same text, such as a draft. */
      readonly rivals: readonly Json[];
      /** Keys that stand twice in one object. */
      readonly repeated: ReadonlySet<string>;
      /** What stands beside the object, without the thoughts before it. */
      readonly around: string;
      readonly steps: readonly ReadStep[];
    }
  | { readonly ok: false; readonly reason: string; readonly steps: readonly ReadStep[] };

/** Repair can take the square of the length. */
const longestRepair = 60_000;
const fence = /```[^\S\n]*(?:[a-zA-Z0-9_-]{0,20})[^\S\n]*\n?([\s\S]*?)```/g;

/**
 * The JSON object in a text: whole, without thoughts, fenced, within, unwrapped, cut, or mended. It counts when it has
 * a `known` field.
 */
export function findObject(text: string, known: KnownKeys): FoundObject {
  const whole = chosen([text.trim()], known, [], "");
  if (whole !== null) return whole;
  const body = withoutReasoning(text);
  const removed: ReadStep[] = body === text.trim() ? [] : ["reasoning_removed"];
  const fenced = [...body.matchAll(fence)].map(([, inside]) => (inside ?? "").trim());
  const found =
    chosen([body], known, removed, "") ??
    cutOff(body, known, removed) ??
    chosen(fenced, known, [...removed, "fenced"], body.replaceAll(fence, "")) ??
    chosen(objectSlices(body), known, [...removed, "embedded"], body) ??
    tagged(body, known, removed) ??
    repaired(body, fenced, known, removed);
  if (found !== null) return found;
  const reason = body.includes("{") ? "its JSON is broken or cut off" : "it holds no JSON object";
  return { ok: false, reason, steps: removed };
}

function chosen(
  texts: readonly string[],
  known: KnownKeys,
  steps: readonly ReadStep[],
  around: string,
): FoundObject | null {
  const found = texts.flatMap((text) => {
    const value = parsed(text);
    return value === undefined ? [] : knownObjects(value, known).map((one) => ({ ...one, text }));
  });
  const last = found.at(-1);
  if (last === undefined) return null;
  return {
    ok: true,
    value: last.value,
    rivals: found.slice(0, -1).map(({ value }) => value),
    repeated: repeatedKeys(last.text),
    around: around.replace(last.text, "").trim(),
    steps: last.isWrapped ? [...steps, "unwrapped"] : steps,
  };
}

/** Objects before a cut may be drafts. */
function cutOff(body: string, known: KnownKeys, steps: readonly ReadStep[]): FoundObject | null {
  for (const { start, json } of cutObjects(body)) {
    const text = mended(json);
    if (text === null || chosen([text], known, [], "") === null) continue;
    const before = body.slice(0, start);
    return chosen([...objectSlices(before), text], known, [...steps, "repaired"], before);
  }
  return null;
}

function mended(json: string): string | null {
  return parsed(json) === undefined ? mend(json) : json;
}

function tagged(body: string, known: KnownKeys, steps: readonly ReadStep[]): FoundObject | null {
  const found = taggedFields(body, known);
  return found === null ? null : { ok: true, ...found, rivals: [], steps: [...steps, "unwrapped"] };
}

function repaired(
  body: string,
  fenced: readonly string[],
  known: KnownKeys,
  steps: readonly ReadStep[],
): FoundObject | null {
  const inFence = fenced.findLast((text) => text.includes("{"));
  const start = body.search(/[{｛]/);
  if (start === -1) return null;
  const from = body.slice(start);
  const end = from.lastIndexOf("}") + 1;
  const texts = [
    ...(inFence === undefined ? [] : [inFence.slice(Math.max(0, inFence.indexOf("{")))]),
    // `{{ … }}`, as templates of prompts escape brackets, and `\boxed{{ … }}`.
    ...(/^\{\s*\{/.test(from) ? [from.slice(1, Math.max(1, end - 1))] : []),
    ...(end > 0 && end < from.length ? [from.slice(0, end)] : []),
    from,
    // Prose before the answer may have brackets of its own.
    ...[...from.slice(1).matchAll(/[{｛](?=\s*["'“])/g)].slice(0, 1).map(({ index }) => from.slice(index + 1)),
  ];
  // The first reading that takes most of it.
  let most: FoundObject | null = null;
  for (const text of texts) {
    const json = mend(text);
    const found = json === null ? null : chosen([json], known, [...steps, "repaired"], body.slice(0, start));
    if (found !== null && (most === null || fieldsIn(found, known) > fieldsIn(most, known))) most = found;
  }
  return most;
}

function fieldsIn(found: FoundObject, known: KnownKeys): number {
  return found.ok ? Object.entries(found.value).filter(([key, value]) => known(key, value)).length : 0;
}

/** @returns JSON, or `null` where nothing could be made of it */
function mend(text: string): string | null {
  if (text.length > longestRepair) return null;
  const plain = withoutCutNumber(withPlainNumbers(withPlainMarks(text)));
  const escaped = withEscapedLineEnds(plain);
  if (parsed(escaped) !== undefined) return escaped;
  return repairedJson(plain) ?? (plain.includes("#") ? repairedJson(withoutHashComments(plain)) : null);
}

/** `jsonrepair` loses some line ends inside texts. */
function withEscapedLineEnds(text: string): string {
  if (!/[\n\r\t]/.test(text)) return text;
  return text.replaceAll(/"(?:[^"\\]|\\.)*"/gs, (string) =>
    string.replaceAll("\n", "\\n").replaceAll("\r", "\\r").replaceAll("\t", "\\t"),
  );
}

function repairedJson(text: string): string | null {
  try {
    return jsonrepair(text);
  } catch {
    // A text that is beyond repair, or nested deeper than the stack.
    return null;
  }
}

/** Comments as in Python, outside of texts; `jsonrepair` knows those of JavaScript. */
function withoutHashComments(text: string): string {
  let kept = "";
  let inString = false;
  for (let at = 0; at < text.length; at += 1) {
    const letter = text.charAt(at);
    if (letter === '"') inString = !inString;
    if (letter === "\\" && inString) {
      kept += text.slice(at, at + 2);
      at += 1;
    } else if (letter === "#" && !inString) {
      const end = text.indexOf("\n", at);
      at = end === -1 ? text.length : end - 1;
    } else kept += letter;
  }
  return kept;
}

/** A number at the very end may have lost digits. */
function withoutCutNumber(text: string): string {
  return text.replace(/(:\s*)-?[\d.]{1,40}(?:e[-+]?\d{0,4})?\s*$/i, "$1null");
}

const plainMarks: Readonly<Record<string, string>> = {
  "｛": "{",
  "｝": "}",
  "［": "[",
  "］": "]",
  "：": ":",
  "，": ",",
};

/** Full-width marks of the structure; inside texts they stay. */
function withPlainMarks(text: string): string {
  if (!/[｛｝［］：，]/.test(text)) return text;
  return outsideTexts(text, (part) => part.replaceAll(/[｛｝［］：，]/g, (mark) => plainMarks[mark] ?? mark));
}

/** A value `1,190.5` or `+3`, which JSON does not know. */
function withPlainNumbers(text: string): string {
  if (!/:\s*(?:\+\d|\d{1,3},\d{3})/.test(text)) return text;
  return outsideTexts(text, (part) =>
    part
      .replaceAll(/(:\s*)\+(?=\d)/g, "$1")
      .replaceAll(
        /(:\s*-?)(\d{1,3}(?:,\d{3})+(?:\.\d+)?)(?=\s*[,}\]\n]|\s*$)/g,
        (_, before: string, number: string) => `${before}${number.replaceAll(",", "")}`,
      ),
  );
}

/** Changes what stands outside of an answer's texts. */
function outsideTexts(text: string, change: (part: string) => string): string {
  const parts = text.split(/("(?:[^"\\]|\\.)*"|“[^”]*”)/);
  return parts.map((part, index) => (index % 2 === 1 ? part : change(part))).join("");
}

/** `undefined` where the text is no JSON of an object or an array. */
function parsed(text: string): unknown {
  if (!/^[{["]/.test(text)) return undefined;
  const value = jsonOrNothing(text);
  return isJsonObject(value) || Array.isArray(value) || typeof value === "string" ? value : undefined;
}

/** `<parameter=rating>Hold</parameter>` and `<rating>Hold</rating>`; of nested tags the innermost. */
const tag = /<(?:parameter=)?([A-Za-z][\w-]{0,63})>([^<]*(?:<(?!\/?[A-Za-z][\w-]*[=>])[^<]*)*)<\/(?:parameter|\1)>/g;

interface TaggedFields {
  readonly value: Json;
  /** Fields that stand there twice. */
  readonly repeated: ReadonlySet<string>;
  /** What stands beside the tags. */
  readonly around: string;
}

/** Qwen3-Coder writes fields as tags. @returns `null` where there are not two */
function taggedFields(text: string, known: KnownKeys): TaggedFields | null {
  const found = [...text.matchAll(tag)].flatMap(([whole, name = "", inside = ""]) =>
    known(name, inside) ? [{ whole, name, inside: inside.trim() }] : [],
  );
  const names = found.map(({ name }) => name);
  if (new Set(names).size < 2) return null;
  return {
    value: Object.fromEntries(found.map(({ name, inside }) => [name, inside])),
    repeated: new Set(names.filter((name, index) => names.indexOf(name) !== index)),
    around: found.reduce((rest, { whole }) => rest.replace(whole, ""), text).trim(),
  };
}
