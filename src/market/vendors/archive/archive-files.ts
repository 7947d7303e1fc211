import { isUtf8 } from "node:buffer";
import { readFile } from "node:fs/promises";
import { z } from "zod";
import { isBelow } from "#src/market/series/corporate-actions.ts";
import { calendarByName } from "#src/market/calendar/calendar.ts";
import {
  csvRows,
  type FileProblem,
  issueText,
  jsonRows,
  linesOfOtherBytes,
  type LineRules,
  notUtf8,
  type ParsedFile,
  parseJson,
} from "./archive-lines.ts";

export type { FileProblem, ParsedFile };

/*
 * Files of an archive (docs/archives.md). Parsers return what they could read and every problem; a run refuses only
 * those it could have known.
 */

/** @param unreadable numbers of the lines, from 1, that are not UTF-8 */
export type Parse<T> = (text: string, unreadable: ReadonlySet<number>) => ParsedFile<T>;

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
  // Only a file name matters here.
  symbol: z.string().regex(/^[\x21-\x7e]{1,32}$/, "must be 1 to 32 printable ASCII characters without spaces"),
  name: z.string().min(1),
  assetType: z.enum(["stock", "crypto", "index", "currency"]),
  kind: z.enum(["etf", "adr"]).exactOptional(),
  exchange: z.string(),
  currency: z.string().regex(/^(?:[A-Z]{3,5}|GBp|ZAc)$/, "must be a currency code such as USD, or GBp for pence"),
  calendar: z.string(),
  synthetic: z.boolean().default(false),
  sharesPerUnit: z.number("must be a number above 0").positive("must be a number above 0").exactOptional(),
});
export type ArchiveInstrument = z.infer<typeof ArchiveInstrument>;

const date = z.iso.date("must be a day of the calendar, YYYY-MM-DD");
// One word on a broken number is enough.
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
  .refine((bar) => !isBelow(bar.high, Math.max(bar.open, bar.close, bar.low)), "high is below another price of the bar")
  .refine((bar) => !isBelow(Math.min(bar.open, bar.close), bar.low), "low is above another price of the bar");
export type BarRow = z.infer<typeof BarRow>;

const ActionRow = z.object({
  exDate: date,
  kind: z.enum(["split", "dividend"]),
  value: price,
});
export type ActionRow = z.infer<typeof ActionRow>;

// `fy` and `fp` name the report, not the period.
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

const EventRow = z.object({
  publishedAt: utcInstant,
  form: z.string().min(1),
  items: z.array(z.string().regex(/^\d{1,2}\.\d{2}$/, "must be numbers of items such as 2.02")),
});
export type EventRow = z.infer<typeof EventRow>;

const InsiderRow = z.object({
  publishedAt: utcInstant,
  owner: z.string().min(1),
  role: z.string().min(1),
  date,
  code: z.string().regex(/^[A-Z]$/, "must be a code of Form 4 such as P or S"),
  acquired: z.boolean(),
  shares: z.number().positive("must be above 0"),
  price: z.number().nonnegative("must not be negative").nullable(),
});
export type InsiderRow = z.infer<typeof InsiderRow>;

export const InstitutionRow = z.object({
  publishedAt: utcInstant,
  period: date.regex(/-(?:03-31|06-30|09-30|12-31)$/, "must be a quarter's end such as 2025-03-31"),
  manager: z.string().min(1),
  cik: z.string().regex(/^\d{10}$/, "must have ten digits"),
  shares: z.int("must be a whole number").nonnegative("must not be negative"),
  value: z.int("must be whole dollars").nonnegative("must not be negative"),
  accn: z.string().min(1),
  amendment: z.enum(["restatement", "new holdings"]).nullable(),
});
export type InstitutionRow = z.infer<typeof InstitutionRow>;

const dayIn = (text: string): string | null => /\d{4}-\d{2}-\d{2}/.exec(text)?.[0] ?? null;

const barRules: LineRules<BarRow, string> = {
  schema: BarRow,
  keyOf: (bar) => bar.date,
  timeOf: (bar) => bar.date,
  timeIn: dayIn,
  disorder: (key, before) =>
    key === before ? `a second bar of ${key}` : `${key} stands after ${before}: bars must ascend`,
  strict: true,
};

const actionRules: LineRules<ActionRow, string> = {
  schema: ActionRow,
  keyOf: (action) => action.exDate,
  timeOf: (action) => action.exDate,
  timeIn: dayIn,
  disorder: (key, before) => `${key} stands after ${before}: actions must ascend by exDate`,
  strict: false,
};

const filingRules: LineRules<FilingRow, string> = {
  schema: FilingRow,
  keyOf: (fact) => `${fact.filed} ${fact.end}`,
  timeOf: (fact) => fact.filed,
  timeIn: (text) => /"filed"\s*:\s*"(\d{4}-\d{2}-\d{2})/.exec(text)?.[1] ?? null,
  disorder: (key, before) => `filed and end ${key} stand after ${before}: facts must ascend`,
  strict: false,
};

/** Compared as instants: fractions of a second may be missing. */
function publicationRules<T extends { publishedAt: string }>(schema: z.ZodType<T>): LineRules<T, number> {
  return {
    schema,
    keyOf: (item) => Date.parse(item.publishedAt),
    timeOf: (item) => new Date(item.publishedAt).toISOString(),
    timeIn(text) {
      const written = /"publishedAt"\s*:\s*"(\d{4}-\d{2}-\d{2}[^"]*)/.exec(text)?.[1];
      if (written === undefined) return null;
      const at = Date.parse(written);
      return Number.isNaN(at) ? written : new Date(at).toISOString();
    },
    disorder: () => "publishedAt is earlier than on the line before: items must ascend",
    strict: false,
  };
}

/** Ascending by date, one row a date. */
export const parseBars: Parse<BarRow> = (text, unreadable) =>
  csvRows(text, ["date", "open", "high", "low", "close", "volume"], barRules, unreadable);

/** Ascending by `exDate`, one split a day. */
export const parseActions: Parse<ActionRow> = (text, unreadable) => {
  const file = csvRows(text, ["exDate", "kind", "value"], actionRules, unreadable);
  const splitDays = new Set<string>();
  const repeats = file.rows.flatMap(({ exDate, kind }, index): FileProblem[] => {
    if (kind !== "split") return [];
    const isRepeat = splitDays.has(exDate);
    splitDays.add(exDate);
    const message = `a second split on ${exDate}`;
    return isRepeat ? [{ line: file.lines[index] ?? null, message, since: exDate }] : [];
  });
  return { ...file, problems: [...file.problems, ...repeats] };
};

/** Ascending by `filed`, then `end`. */
export const parseFilings: Parse<FilingRow> = (text, unreadable) => jsonRows(text, filingRules, unreadable);

/** Ascending by `publishedAt`. */
export const parseNews: Parse<NewsRow> = (text, unreadable) => jsonRows(text, publicationRules(NewsRow), unreadable);

/** Ascending by `publishedAt`. */
export const parseSocial: Parse<SocialRow> = (text, unreadable) =>
  jsonRows(text, publicationRules(SocialRow), unreadable);

/** Ascending by `publishedAt`. */
export const parseEvents: Parse<EventRow> = (text, unreadable) =>
  jsonRows(text, publicationRules(EventRow), unreadable);

/** Ascending by `publishedAt`. */
export const parseInsiders: Parse<InsiderRow> = (text, unreadable) =>
  jsonRows(text, publicationRules(InsiderRow), unreadable);

/** Ascending by `publishedAt`. */
export const parseInstitutions: Parse<InstitutionRow> = (text, unreadable) =>
  jsonRows(text, publicationRules(InstitutionRow), unreadable);

/** `archive.json`: one row. */
export const parseDescription: Parse<ArchiveDescription> = (text, unreadable) =>
  parseDocument(text, ArchiveDescription, unreadable);

/** `instruments.json`. */
export const parseInstruments: Parse<ArchiveInstrument> = (text, unreadable) => {
  const { rows, problems } = parseDocument(text, z.array(ArchiveInstrument).min(1), unreadable);
  const instruments = rows.flat();
  const seen = new Set<string>();
  const found = [...problems];
  for (const { symbol, calendar } of instruments) {
    if (seen.has(symbol)) found.push(ofTheFile(`${symbol} stands twice`));
    if (calendarByName(calendar) === null) found.push(ofTheFile(`${symbol}: no calendar is named ${calendar}`));
    seen.add(symbol);
  }
  return { rows: instruments, lines: [], problems: found };
};

function parseDocument<T>(text: string, schema: z.ZodType<T>, unreadable: ReadonlySet<number>): ParsedFile<T> {
  const broken = unreadable.size > 0 ? [ofTheFile(notUtf8)] : [];
  const json = parseJson(text);
  if (!json.ok) return { rows: [], lines: [], problems: [...broken, ofTheFile(json.reason)] };
  const parsed = schema.safeParse(json.value);
  if (parsed.success) return { rows: [parsed.data], lines: [], problems: broken };
  return {
    rows: [],
    lines: [],
    problems: [...broken, ...parsed.error.issues.map((issue) => ofTheFile(missingText(issue) ?? issueText(issue)))],
  };
}

const examples: Readonly<Record<string, string>> = { array: "[]", string: '"…"', object: "{}", boolean: "false" };

/** What to write where a field is missing; `null` for another fault. */
function missingText(issue: z.core.$ZodIssue): string | null {
  if (issue.code !== "invalid_type" || !issue.message.endsWith("received undefined")) return null;
  const [field, ...around] = issue.path.toReversed();
  const place = around.length === 0 ? "" : `${around.toReversed().join(".")}: `;
  return `${place}add "${String(field)}": ${examples[issue.expected] ?? "…"}`;
}

function ofTheFile(message: string): FileProblem {
  return { line: null, message, since: null };
}

/** @throws the file system's error for anything but a missing file */
export async function readArchiveFile<T>(path: string, parse: Parse<T>): Promise<ParsedFile<T> | null> {
  const bytes = await readIfThere(path);
  return bytes === null ? null : parse(bytes.toString("utf8"), isUtf8(bytes) ? new Set() : linesOfOtherBytes(bytes));
}

async function readIfThere(path: string): Promise<Buffer | null> {
  try {
    return await readFile(path);
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return null;
    throw error;
  }
}

/** `^GSPC` is `%5EGSPC.csv`; never holds a path separator. */
export function fileStem(symbol: string): string {
  return encodeURIComponent(symbol);
}
