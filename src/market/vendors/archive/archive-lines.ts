import { isUtf8 } from "node:buffer";
import type { z } from "zod";

/* Lines are read one by one and a fault keeps its line's time, so later faults change no earlier run. */

/** `line` counts from 1 and is null for a problem of the whole file. */
export interface FileProblem {
  readonly line: number | null;
  readonly message: string;
  /**
   * When the fault begins to count, in the file's spelling; `null`: always. Compared as text, so impossible days have a
   * place.
   */
  readonly since: string | null;
}

export interface ParsedFile<T> {
  readonly rows: readonly T[];
  readonly lines: readonly number[];
  readonly problems: readonly FileProblem[];
}

/** How a kind of file sorts its rows and dates its lines. */
export interface LineRules<T extends object, K extends string | number> {
  readonly schema: z.ZodType<T>;
  readonly keyOf: (row: T) => K;
  /** The time of a row, as `FileProblem.since`. */
  readonly timeOf: (row: T) => string;
  /** From the text of a broken line; `null` when it has no time. */
  readonly timeIn: (text: string) => string | null;
  readonly disorder: (key: K, before: K) => string;
  /** True where no two rows may have the same key. */
  readonly strict: boolean;
}

type ReadLine<T> =
  | { readonly ok: true; readonly line: number; readonly row: T }
  | { readonly ok: false; readonly line: number; readonly text: string; readonly messages: readonly string[] };

/** A time later than every other. */
const never = "~";

/** @param unreadable lines that are not UTF-8 */
export function csvRows<T extends object, K extends string | number>(
  text: string,
  header: readonly string[],
  rules: LineRules<T, K>,
  unreadable: ReadonlySet<number>,
): ParsedFile<T> {
  const [first, ...records] = csvLines(text);
  if (first?.text !== header.join(",")) {
    const message = `the first line must be ${header.join(",")}`;
    return { rows: [], lines: [], problems: [{ line: 1, message, since: null }] };
  }
  const lines = records.map(({ text: written, line }): ReadLine<T> => {
    const broken = { ok: false, line, text: written } as const;
    if (unreadable.has(line)) return { ...broken, messages: [notUtf8] };
    const fields = written.split(",");
    if (fields.length !== header.length) {
      return { ...broken, messages: [`has ${fields.length} fields and not ${header.length}`] };
    }
    const row = rules.schema.safeParse(Object.fromEntries(header.map((name, index) => [name, fields[index]])));
    return row.success ? { ok: true, line, row: row.data } : { ...broken, messages: row.error.issues.map(issueText) };
  });
  return inOrder(lines, rules);
}

/** Fields are never quoted. All lines end as the first one does. */
function csvLines(text: string): { text: string; line: number }[] {
  const body = text.startsWith("\uFEFF") ? text.slice(1) : text;
  const [ending = "\n"] = /\r\n|\n|\r/.exec(body) ?? [];
  return body.split(ending).flatMap((written, index) => (written === "" ? [] : [{ text: written, line: index + 1 }]));
}

/** @param unreadable lines that are not UTF-8 */
export function jsonRows<T extends object, K extends string | number>(
  text: string,
  rules: LineRules<T, K>,
  unreadable: ReadonlySet<number>,
): ParsedFile<T> {
  const lines: ReadLine<T>[] = [];
  for (const [index, written] of text.split("\n").entries()) {
    if (written.trim() === "") continue;
    const line = index + 1;
    const broken = { ok: false, line, text: written } as const;
    const json = unreadable.has(line) ? ({ ok: false, reason: notUtf8 } as const) : parseJson(written);
    const row = json.ok ? rules.schema.safeParse(json.value) : null;
    if (!json.ok) lines.push({ ...broken, messages: [json.reason] });
    else if (row?.success === true) lines.push({ ok: true, line, row: row.data });
    else lines.push({ ...broken, messages: row?.error.issues.map(issueText) ?? [] });
  }
  return inOrder(lines, rules);
}

export const notUtf8 = "is not UTF-8";

/** The numbers of the lines, from 1, that are not UTF-8. */
export function linesOfOtherBytes(bytes: Buffer): ReadonlySet<number> {
  const found = new Set<number>();
  let line = 1;
  for (let start = 0; start < bytes.length; line += 1) {
    const newline = bytes.indexOf(0x0a, start);
    const end = newline === -1 ? bytes.length : newline;
    if (!isUtf8(bytes.subarray(start, end))) found.add(line);
    start = end + 1;
  }
  return found;
}

function inOrder<T extends object, K extends string | number>(
  lines: readonly ReadLine<T>[],
  rules: LineRules<T, K>,
): ParsedFile<T> {
  const good = lines.filter((line) => line.ok);
  if (good.length === lines.length && ascends(good, rules))
    return { rows: good.map(({ row }) => row), lines: good.map(({ line }) => line), problems: [] };
  const problems = [...brokenLines(lines, rules), ...disorders(good, rules)];
  const sorted = good.toSorted((a, b) => compare(rules.keyOf(a.row), rules.keyOf(b.row)));
  return {
    rows: sorted.map(({ row }) => row),
    lines: sorted.map(({ line }) => line),
    problems: problems.toSorted((a, b) => (a.line ?? 0) - (b.line ?? 0)),
  };
}

/** As nearly every file is. */
function ascends<T extends object, K extends string | number>(
  good: readonly (ReadLine<T> & { readonly ok: true })[],
  { keyOf, strict }: LineRules<T, K>,
): boolean {
  const keys = good.map(({ row }) => keyOf(row));
  return keys.every((key, index) => {
    const before = keys[index - 1];
    return before === undefined || before < key || (!strict && before === key);
  });
}

/** A line without a time stands before the lines behind it, and counts once one of those does. */
function brokenLines<T extends object, K extends string | number>(
  lines: readonly ReadLine<T>[],
  rules: LineRules<T, K>,
): FileProblem[] {
  const times = lines.map((line) => (line.ok ? rules.timeOf(line.row) : rules.timeIn(line.text)));
  const isDated = times.some((time) => time !== null);
  let earliestBehind = never;
  const since = times.toReversed().map((time) => {
    const at = time ?? earliestBehind;
    if (at < earliestBehind) earliestBehind = at;
    return isDated ? at : null;
  });
  return lines.flatMap((line, index) => {
    if (line.ok) return [];
    const counts = since.at(-1 - index) ?? null;
    return line.messages.map((message) => ({ line: line.line, message, since: counts }));
  });
}

/** Rows below an earlier row's key, once both are known. */
function disorders<T extends object, K extends string | number>(
  good: readonly (ReadLine<T> & { readonly ok: true })[],
  { keyOf, timeOf, disorder, strict }: LineRules<T, K>,
): FileProblem[] {
  // Ascending; a sound file only appends.
  const seen: T[] = [];
  return good.flatMap(({ row, line }) => {
    const place = leading(seen, (earlier) => keyOf(earlier) < keyOf(row) || (!strict && keyOf(earlier) === keyOf(row)));
    // The fault shows as soon as the row it should precede is known.
    const least = seen[place];
    seen.splice(place, 0, row);
    if (least === undefined) return [];
    const since = timeOf(least) > timeOf(row) ? timeOf(least) : timeOf(row);
    return { line, message: disorder(keyOf(row), keyOf(least)), since };
  });
}

/** Count before the first for which `precedes` is false; it must be monotone. */
export function leading<T>(ascending: readonly T[], precedes: (item: T) => boolean): number {
  const last = ascending.at(-1);
  if (last === undefined || precedes(last)) return ascending.length;
  let low = 0;
  let high = ascending.length - 1;
  while (low < high) {
    const middle = (low + high) >>> 1;
    const item = ascending[middle];
    if (item !== undefined && precedes(item)) low = middle + 1;
    else high = middle;
  }
  return low;
}

function compare<K extends string | number>(a: K, b: K): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

export function parseJson(text: string): { ok: true; value: unknown } | { ok: false; reason: string } {
  try {
    // Windows editors put a byte order mark first.
    return { ok: true, value: JSON.parse(text.replace(/^\uFEFF/, "")) };
  } catch (error) {
    if (error instanceof SyntaxError) return { ok: false, reason: `is not JSON: ${error.message}` };
    throw error;
  }
}

export function issueText(issue: z.core.$ZodIssue): string {
  const path = issue.path.join(".");
  return path === "" ? issue.message : `${path}: ${issue.message}`;
}
