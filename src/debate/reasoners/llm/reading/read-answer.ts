import { z } from "zod";
import { jsonOrNothing } from "#src/core/json-or-nothing.ts";
import type { ReadStep, Reading } from "#src/contract/run/answers.ts";
import type { AnswerBase, ToolCall } from "#src/debate/reasoners/reasoner.ts";
import { fieldsOf, valueOf } from "./read-values.ts";
import { findObject } from "./find-object.ts";
import { type Json, isJsonObject, objectSlices, repeatedKeys } from "./json-objects.ts";
import { readField } from "./read-field.ts";
import { withoutReasoning } from "../prose.ts";

export interface ReadAnswer<A> {
  readonly text: string;
  readonly answer: A | null;
  /** What could not be read, in words; `null` when all could. */
  readonly problem: string | null;
  /** Where it did not come as asked. */
  readonly reading?: Reading;
}

export interface RawAnswer {
  readonly raw: string;
  /** What was read of the field `text` while it came. */
  readonly prose: string;
  readonly isCut: boolean;
}

/** Reads without guessing: nothing is filled in, the ambiguous is left out. Without an object the text is prose. */
export function readAnswer<A extends AnswerBase>(
  schema: z.ZodType<A>,
  { raw, prose, isCut }: RawAnswer,
): ReadAnswer<A> {
  const asAsked = parsedWhole(schema, raw);
  if (asAsked !== null) return { text: asAsked.text, answer: asAsked, problem: isCut ? wasCut : null };
  const fields = shapeOf(schema).map(([key]) => key);
  const found = findObject(raw, fieldsOf(fields));
  if (found.ok) return fromFields(schema, found, isCut);
  return {
    text: prose.trim() === "" ? withoutReasoning(raw) : prose,
    answer: null,
    problem: isCut ? `${found.reason}; ${wasCut}` : found.reason,
    reading: { steps: [...found.steps, "prose"], conversions: [], missing: fields, disputed: [], is_cut: isCut },
  };
}

/** @returns the answer if the whole text is as asked */
function parsedWhole<A extends AnswerBase>(schema: z.ZodType<A>, raw: string): A | null {
  const value = parsedObject(raw);
  if (value === null) return null;
  const isPlain = shapeOf(schema).every(([key, field]) => {
    const { problem, conversion } = readField(key, field, Object.hasOwn(value, key) ? value[key] : undefined);
    return problem === null && conversion === null;
  });
  if (!isPlain || repeatedKeys(raw).size > 0) return null;
  return schema.safeParse(value).data ?? null;
}

function parsedObject(raw: string): Json | null {
  if (!raw.trimStart().startsWith("{")) return null;
  const value = jsonOrNothing(raw);
  return isJsonObject(value) ? value : null;
}

function shapeOf(schema: z.ZodType): readonly (readonly [key: string, field: z.ZodType])[] {
  if (!(schema instanceof z.ZodObject)) return [];
  return Object.entries(schema.shape).flatMap(([key, field]) => (field instanceof z.ZodType ? [[key, field]] : []));
}

/** Shorter texts beside an object ("Here you are:") are not a report. */
const leastProse = 80;

function fromFields<A extends AnswerBase>(
  schema: z.ZodType<A>,
  found: Extract<ReturnType<typeof findObject>, { ok: true }>,
  isCut: boolean,
): ReadAnswer<A> {
  const { value, rivals, repeated, around, steps } = found;
  const read = shapeOf(schema).map(([key, field]) => {
    const one = { key, ...readField(key, field, valueOf(value, key)) };
    if (key === "text" && one.problem !== null) return textBeside(around);
    const isDisputed = repeated.has(key) || rivals.some((rival) => differs(key, field, one.value, rival));
    if (one.problem !== null || !isDisputed) return one;
    const none = Array.isArray(one.value) ? [] : key === "text" ? "" : null;
    return { key, value: none, conversion: null, problem: `${key} ${disputedWords}` };
  });
  const problems = read.flatMap(({ problem }) => (problem === null ? [] : [problem]));
  const conversions = read.flatMap(({ conversion }) => (conversion === null ? [] : [conversion]));
  const done: ReadStep[] = [...steps];
  if (conversions.length > 0) done.push("converted");
  if (problems.length > 0) done.push("field_by_field");
  const missing = read.flatMap(({ key, problem }) => (problem === null ? [] : [key]));
  const disputed = read.flatMap(({ key, problem }) => (problem?.endsWith(disputedWords) === true ? [key] : []));
  const answer = schema.safeParse(Object.fromEntries(read.map((one) => [one.key, one.value]))).data ?? null;
  if (isCut) problems.push(wasCut);
  return {
    text: answer?.text ?? "",
    answer,
    problem: problems.length === 0 ? null : problems.join("; "),
    reading: { steps: done, conversions, missing, disputed, is_cut: isCut },
  };
}

const disputedWords = "is given in more than one way";
const wasCut = "it was cut at the limit of output tokens";

/** The report, where it is beside the object instead of in it. */
function textBeside(around: string): ReturnType<typeof readField> & { readonly key: string } {
  return around.length >= leastProse
    ? { key: "text", value: around, conversion: "text: read from beside the object", problem: null }
    : { key: "text", value: "", conversion: null, problem: "text is missing" };
}

/** A draft's prose may differ; an agent's decisions may not. */
function differs(key: string, field: z.ZodType, value: unknown, rival: Json): boolean {
  if (key === "text" || key === "thesis" || (typeof value === "object" && value !== null)) return false;
  const given = valueOf(rival, key);
  if (given === undefined) return false;
  const other = readField(key, field, given);
  return other.problem === null && other.value !== value;
}

interface Request {
  readonly name: string | undefined;
  readonly arguments: unknown;
}

/** A call with its name in a model family's marks. */
const callStarts =
  /<function=([\w-]{1,64})>|\[TOOL_CALLS\]\s{0,9}([\w-]{1,64})\s{0,9}(?:\[ARGS\])?|\bto=functions\.([\w-]{1,64})/g;
const parameter = /<parameter=([\w-]{1,64})>([^<]*)<\/parameter>/g;
/** Characters between a name and its arguments. */
const mostBetween = 80;

/**
 * Tool requests written as text: an object with name and arguments, bare, in `<tool_call>` or behind `[TOOL_CALLS]`;
 * `<function=NAME>`; `[TOOL_CALLS]NAME[ARGS]{…}`; `to=functions.NAME`. Linear.
 */
export function toolCallsIn(raw: string, tools: readonly string[]): ToolCall[] {
  const body = withoutReasoning(raw);
  // Harmony's tool calls are outside the channel for the reader.
  const marked = markedRequests(raw.includes("to=functions.") ? raw : body);
  const requests = marked.length > 0 ? marked : objectSlices(body).flatMap((slice) => requestsIn(jsonOrNothing(slice)));
  return requests
    .flatMap(({ name, arguments: input }) =>
      name !== undefined && tools.includes(name)
        ? [{ name, input: typeof input === "string" ? jsonOrNothing(input) : input }]
        : [],
    )
    .map(({ name, input }, index) => ({ id: `text-${index + 1}`, name, input: input ?? {} }));
}

function markedRequests(text: string): Request[] {
  const found = [...text.matchAll(callStarts)];
  return found.flatMap((start, index): Request[] => {
    const name = start[1] ?? start[2] ?? start[3];
    const rest = text.slice(start.index + start[0].length, found[index + 1]?.index);
    const given = [...rest.matchAll(parameter)];
    if (given.length > 0) {
      const entries = given.map(([, key = "", value = ""]) => [key, plainValue(value.trim())] as const);
      return [{ name, arguments: Object.fromEntries(entries) }];
    }
    const isNear = rest.slice(0, mostBetween).includes("{");
    const [object] = isNear ? objectSlices(rest) : [];
    return object === undefined ? [] : [{ name, arguments: object }];
  });
}

/** Numbers are read as numbers; all else is text. */
function plainValue(text: string): unknown {
  return /^-?\d{1,15}(?:\.\d{1,15})?$/.test(text) ? Number(text) : text;
}

function requestsIn(value: unknown): Request[] {
  if (Array.isArray(value)) return value.flatMap((item: unknown) => requestsIn(item));
  if (!isJsonObject(value)) return [];
  const inner = value["function"];
  const request = isJsonObject(inner) ? inner : value;
  const input = request["arguments"] ?? request["parameters"] ?? request["input"];
  const { name } = request;
  return typeof name === "string" && input !== undefined ? [{ name, arguments: input }] : [];
}
