import { z } from "zod";
import type { Reading, ReadStep } from "#src/contract/run/answers.ts";
import type { AnswerBase } from "#src/debate/reasoners/reasoner.ts";
import { fieldsOf, valueOf } from "./field-names.ts";
import { findObject } from "./find-object.ts";
import { isJsonObject, type Json } from "./known-objects.ts";
import { readField } from "./read-field.ts";
import { withoutReasoning } from "./reasoning-blocks.ts";
import { repeatedKeys } from "./repeated-keys.ts";

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
  try {
    const value: unknown = JSON.parse(raw);
    return isJsonObject(value) ? value : null;
  } catch {
    return null;
  }
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
