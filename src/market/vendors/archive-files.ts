import { isUtf8 } from "node:buffer";
import { readFile } from "node:fs/promises";
import { parse as parseCsv } from "csv-parse/sync";
import { z } from "zod";
import { calendarByName } from "../calendar.ts";

/*
 * The files of an archive as they stand on disk (docs/archives.md). A parser returns what it could read and every
 * problem it found; who opens an archive refuses a file with any problem, who checks one lists them all.
 */

/** `line` counts from 1 and is null for a problem of the whole file. */
export interface FileProblem {
  readonly line: number | null;
  readonly message: string;
}

/** `lines[i]` is the line of `rows[i]`. */
export interface ParsedFile<T> {
  readonly rows: readonly T[];
  readonly lines: readonly number[];
  readonly problems: readonly FileProblem[];
}

const ArchiveDescription = z.object({
  name: z
    .string()
    .regex(/^[a-z0-9][a-z0-9._-]{0,63}$/, "must be lower-case letters, digits, '.', '_' and '-', 64 at most"),
  description: z.string(),
  synthetic: z.boolean().default(false),
  sources: z.array(z.object({ what: z.string(), origin: z.string(), licence: z.string(), url: z.string() })),
  caveats: z.array(z.string()),
});
export type ArchiveDescription = z.infer<typeof ArchiveDescription>;

const ArchiveInstrument = z.object({
  // The spelling is the symbol parser's business; here it must only make a file name.
  symbol: z.string().regex(/^[\x21-\x7e]{1,32}$/, "must be 1 to 32 printable ASCII characters without spaces"),
  name: z.string().min(1),
  assetType: z.enum(["stock", "crypto", "index"]),
  exchange: z.string(),
  currency: z.string().regex(/^[A-Z]{3,5}$/, "must be a currency code such as USD"),
  calendar: z.string(),
  synthetic: z.boolean().default(false),
});
export type ArchiveInstrument = z.infer<typeof ArchiveInstrument>;

const date = z.iso.date("must be a day of the calendar, YYYY-MM-DD");
// `abort`: one word on a broken number is enough, without what its neighbours say of it.
const number = /^-?\d+(\.\d+)?(e[+-]?\d+)?$/i;
const price = z
  .string()
  .regex(number, { error: "must be a number", abort: true })
  .transform(Number)
  .refine((value) => value > 0, { error: "must be above 0", abort: true });
const quantity = z
  .string()
  .refine((text) => text === "" || number.test(text), { error: "must be a number or empty", abort: true })
  .transform((text) => (text === "" ? null : Number(text)))
  .refine((value) => value === null || value >= 0, { error: "must not be negative", abort: true });
const utcInstant = z.iso.datetime("must be ISO 8601 in UTC, such as 2025-06-02T13:30:00Z");

const BarRow = z
  .object({
    date,
    open: price,
    high: price,
    low: price,
    close: price,
    volume: quantity,
  })
  .refine((bar) => bar.high >= Math.max(bar.open, bar.close, bar.low), "high is below another price of the bar")
  .refine((bar) => bar.low <= Math.min(bar.open, bar.close), "low is above another price of the bar");
export type BarRow = z.infer<typeof BarRow>;

const ActionRow = z.object({
  exDate: date,
  kind: z.enum(["split", "dividend"]),
  value: price,
});
export type ActionRow = z.infer<typeof ActionRow>;

// `fy` and `fp` name the report, not the period of the fact; nothing here uses them.
const FilingRow = z
  .object({
    concept: z.string().min(1),
    unit: z.string().min(1),
    start: date.nullable(),
    end: date,
    value: z.number(),
    filed: date,
    form: z.string().min(1),
    accn: z.string().min(1),
  })
  .refine((fact) => fact.start === null || fact.start <= fact.end, "start is after end");
export type FilingRow = z.infer<typeof FilingRow>;

const NewsRow = z.object({
  publishedAt: utcInstant,
  title: z.string().min(1),
  summary: z.string().nullish(),
  url: z.string().nullish(),
  source: z.string().nullish(),
});
export type NewsRow = z.infer<typeof NewsRow>;

const SocialRow = z.object({ publishedAt: utcInstant, text: z.string().min(1) });
export type SocialRow = z.infer<typeof SocialRow>;

/** Ascending by date, one row a date. */
export function parseBars(text: string): ParsedFile<BarRow> {
  return inOrder(
    csvRows(text, ["date", "open", "high", "low", "close", "volume"], BarRow),
    (bar) => bar.date,
    (key, before) => (key === before ? `a second bar of ${key}` : `${key} stands after ${before}: bars must ascend`),
    "strict",
  );
}

/** Ascending by `exDate`, one split a day. */
export function parseActions(text: string): ParsedFile<ActionRow> {
  const file = inOrder(
    csvRows(text, ["exDate", "kind", "value"], ActionRow),
    (action) => action.exDate,
    (key, before) => `${key} stands after ${before}: actions must ascend by exDate`,
  );
  const splitDays = new Set<string>();
  const repeats = file.rows.flatMap(({ exDate, kind }, index) => {
    if (kind !== "split") return [];
    const isRepeat = splitDays.has(exDate);
    splitDays.add(exDate);
    return isRepeat ? [{ line: file.lines[index] ?? null, message: `a second split on ${exDate}` }] : [];
  });
  return { ...file, problems: [...file.problems, ...repeats] };
}

/** Ascending by `filed`, then `end`. */
export function parseFilings(text: string): ParsedFile<FilingRow> {
  return inOrder(
    jsonRows(text, FilingRow),
    (fact) => `${fact.filed} ${fact.end}`,
    (key, before) => `filed and end ${key} stand after ${before}: facts must ascend`,
  );
}

/** Ascending by `publishedAt`. */
export function parseNews(text: string): ParsedFile<NewsRow> {
  return inOrder(jsonRows(text, NewsRow), publicationKey, publicationDisorder);
}

/** Ascending by `publishedAt`. */
export function parseSocial(text: string): ParsedFile<SocialRow> {
  return inOrder(jsonRows(text, SocialRow), publicationKey, publicationDisorder);
}

/** `archive.json`: one row. */
export function parseDescription(text: string): ParsedFile<ArchiveDescription> {
  return parseDocument(text, ArchiveDescription);
}

/** `instruments.json`. */
export function parseInstruments(text: string): ParsedFile<ArchiveInstrument> {
  const { rows, problems } = parseDocument(text, z.array(ArchiveInstrument).min(1));
  const instruments = rows.flat();
  const seen = new Set<string>();
  const found = [...problems];
  for (const { symbol, calendar } of instruments) {
    if (seen.has(symbol)) found.push({ line: null, message: `${symbol} stands twice` });
    if (calendarByName(calendar) === null) {
      found.push({ line: null, message: `${symbol}: no calendar is named ${calendar}` });
    }
    seen.add(symbol);
  }
  return { rows: instruments, lines: [], problems: found };
}

function parseDocument<T>(text: string, schema: z.ZodType<T>): ParsedFile<T> {
  const json = parseJson(text);
  if (!json.ok) return { rows: [], lines: [], problems: [{ line: null, message: json.reason }] };
  const parsed = schema.safeParse(json.value);
  if (parsed.success) return { rows: [parsed.data], lines: [], problems: [] };
  const problems = parsed.error.issues.map((issue) => ({ line: null, message: issueText(issue) }));
  return { rows: [], lines: [], problems };
}

/**
 * A file of the archive, parsed; `null` when there is none.
 * @throws the file system's error for anything else than a missing file
 */
export async function readArchiveFile<T>(
  path: string,
  parse: (text: string) => ParsedFile<T>,
): Promise<ParsedFile<T> | null> {
  const bytes = await readIfThere(path);
  if (bytes === null) return null;
  const parsed = parse(bytes.toString("utf8"));
  if (isUtf8(bytes)) return parsed;
  return { ...parsed, problems: [{ line: null, message: "is not UTF-8" }, ...parsed.problems] };
}

async function readIfThere(path: string): Promise<Buffer | null> {
  try {
    return await readFile(path);
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return null;
    throw error;
  }
}

/** The name of a symbol's file without its ending: `^GSPC` stands in `%5EGSPC.csv`. Never holds a path separator. */
export function fileStem(symbol: string): string {
  return encodeURIComponent(symbol);
}

// Compared as instants, since the same instant may be written with and without a fraction.
const publicationKey = (item: { publishedAt: string }): number => Date.parse(item.publishedAt);
const publicationDisorder = (): string => "publishedAt is earlier than on the line before: items must ascend";

function csvRows<T>(text: string, header: readonly string[], schema: z.ZodType<T>): ParsedFile<T> {
  const records = z
    .array(z.object({ record: z.array(z.string()), info: z.object({ lines: z.int() }) }))
    .parse(parseCsv(text, { bom: true, info: true, quote: false, relax_column_count: true, skip_empty_lines: true }));
  const rows: T[] = [];
  const lines: number[] = [];
  const problems: FileProblem[] = [];
  const first = records[0];
  if (first?.record.join(",") !== header.join(",")) {
    return { rows, lines, problems: [{ line: 1, message: `the first line must be ${header.join(",")}` }] };
  }
  for (const { record, info } of records.slice(1)) {
    if (record.length !== header.length) {
      problems.push({ line: info.lines, message: `has ${record.length} fields and not ${header.length}` });
      continue;
    }
    const row = schema.safeParse(Object.fromEntries(header.map((name, index) => [name, record[index]])));
    if (row.success) {
      rows.push(row.data);
      lines.push(info.lines);
    } else problems.push(...row.error.issues.map((issue) => ({ line: info.lines, message: issueText(issue) })));
  }
  return { rows, lines, problems };
}

function jsonRows<T>(text: string, schema: z.ZodType<T>): ParsedFile<T> {
  const rows: T[] = [];
  const lines: number[] = [];
  const problems: FileProblem[] = [];
  for (const [index, line] of text.split("\n").entries()) {
    if (line.trim() === "") continue;
    const json = parseJson(line);
    if (!json.ok) {
      problems.push({ line: index + 1, message: json.reason });
      continue;
    }
    const row = schema.safeParse(json.value);
    if (row.success) {
      rows.push(row.data);
      lines.push(index + 1);
    } else problems.push(...row.error.issues.map((issue) => ({ line: index + 1, message: issueText(issue) })));
  }
  return { rows, lines, problems };
}

/** Adds a problem for every row whose key is below (or, when strict, equal to) the one before it. */
function inOrder<T, K extends string | number>(
  file: ParsedFile<T>,
  keyOf: (row: T) => K,
  message: (key: K, before: K) => string,
  order: "strict" | "loose" = "loose",
): ParsedFile<T> {
  const problems = [...file.problems];
  let before: K | null = null;
  for (const [index, row] of file.rows.entries()) {
    const key = keyOf(row);
    if (before !== null && (key < before || (order === "strict" && key === before))) {
      problems.push({ line: file.lines[index] ?? null, message: message(key, before) });
    }
    before = key;
  }
  return { ...file, problems: problems.toSorted((a, b) => (a.line ?? 0) - (b.line ?? 0)) };
}

function parseJson(text: string): { ok: true; value: unknown } | { ok: false; reason: string } {
  try {
    return { ok: true, value: JSON.parse(text) };
  } catch (error) {
    if (error instanceof SyntaxError) return { ok: false, reason: `is not JSON: ${error.message}` };
    throw error;
  }
}

function issueText(issue: z.core.$ZodIssue): string {
  const path = issue.path.join(".");
  return path === "" ? issue.message : `${path}: ${issue.message}`;
}
