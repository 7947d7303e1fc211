import type { IncomingMessage } from "node:http";
import { z } from "zod";
import type { ValidationError } from "#src/contract/jobs/analysis.ts";
import type { Route } from "#src/contract/api/route.ts";
import { faithfulJson, type JsonBody } from "./read-body.ts";
import { ValidationFailed } from "../problems.ts";
import { strayFields, type MeantField } from "./stray-fields.ts";

type Where = "body" | "query" | "path" | "header";
type Issue = z.core.$ZodIssue;
type Wrong = Pick<ValidationError, "type" | "msg" | "ctx">;

/** More help nobody, and must not grow the answer. */
const mostErrors = 50;
const mostInput = 2000;
/** Never sent back. */
const secretFields = ["webhook_secret", "holdings"];

/** @throws ValidationFailed in the words of FastAPI and pydantic 2 */
export function validate<S extends z.ZodType>(schema: S, value: unknown, where: Where): z.output<S> {
  return read(schema, value, where, () => value, []);
}

/** As `validate`; unread fields are told. */
export function validateBody<S extends z.ZodType>(schema: S, { value, text, incoming }: JsonBody): z.output<S> {
  return read(schema, value, "body", () => asWritten(text, value), strayFields(incoming, schema, value));
}

/** The same of a line of a body. */
export function validateLine<S extends z.ZodType>(schema: S, value: unknown, incoming: IncomingMessage): z.output<S> {
  return read(schema, value, "body", () => value, strayFields(incoming, schema, value));
}

/** @throws ValidationFailed for a name close to a known one */
export function refuseStrayQuery(
  { query }: Route,
  given: Readonly<Record<string, string>>,
  incoming: IncomingMessage,
): void {
  const strays = strayFields(incoming, query ?? z.object({}), given);
  if (strays.length === 0) return;
  throw new ValidationFailed(strays.slice(0, mostErrors).map((one) => extra(one, given, "query")));
}

function read<S extends z.ZodType>(
  schema: S,
  value: unknown,
  where: Where,
  written: () => unknown,
  strays: readonly MeantField[],
): z.output<S> {
  const found = schema.safeParse(value);
  if (found.success && strays.length === 0) return found.data;
  const sent = written();
  const errors = [
    ...(found.success ? [] : describe(found.error.issues, value, where, sent)),
    ...strays.map((one) => extra(one, sent, where)),
  ];
  throw new ValidationFailed(errors.slice(0, mostErrors));
}

/** As pydantic names and words it, with the field that was meant. */
function extra({ path, meant }: MeantField, sent: unknown, where: Where): ValidationError {
  const msg = `Extra inputs are not permitted; did you mean '${meant}'?`;
  // What is secret under its own name is secret under a wrong one.
  const input = inputField(at(sent, path), [...path.slice(0, -1), meant]);
  return { type: "extra_forbidden", loc: [where, ...path], msg, ...input };
}

function asWritten(text: string, value: unknown): unknown {
  try {
    return faithfulJson(text);
  } catch (error) {
    // Nested too deeply: what stands that deep is not shown anyway.
    if (error instanceof RangeError) return value;
    throw error;
  }
}

/** @param written the value with its numbers as they were written */
function describe(issues: readonly Issue[], value: unknown, where: Where, written = value): ValidationError[] {
  const told = new Set<string>();
  const errors: ValidationError[] = [];
  for (const issue of issues) {
    // Pydantic stops at the first thing that is wrong with a value.
    const path = issue.path.map((part) => (typeof part === "number" ? part : String(part)));
    const place = JSON.stringify(path);
    if (told.has(place)) continue;
    told.add(place);
    const found = at(value, path);
    const missing = found === undefined;
    const input = at(written, missing ? path.slice(0, -1) : path);
    const wrong = missing ? { type: "missing", msg: "Field required" } : wordsFor(issue, found, path);
    const { type, msg, ctx } = outOfSize(wrong, input) ?? wrong;
    errors.push({ type, loc: [where, ...path], msg, ...inputField(input, path), ...(ctx !== undefined && { ctx }) });
    if (errors.length === mostErrors) break;
  }
  return errors;
}

function at(value: unknown, path: readonly (string | number)[]): unknown {
  let inner = value;
  for (const part of path) {
    if (typeof inner !== "object" || inner === null || !Object.hasOwn(inner, part)) return undefined;
    inner = Object.entries(inner).find(([name]) => name === String(part))?.[1];
  }
  return inner;
}

/** Unless it is secret, large or deep. */
function inputField(input: unknown, path: readonly (string | number)[]): { input?: unknown } {
  if (path.some((part) => secretFields.includes(String(part)))) return {};
  const open =
    typeof input === "object" && input !== null && !Array.isArray(input) && !JSON.isRawJSON(input)
      ? Object.fromEntries(Object.entries(input).filter(([name]) => !secretFields.includes(name)))
      : input;
  try {
    return (JSON.stringify(open) ?? "").length > mostInput ? {} : { input: open ?? null };
  } catch {
    // Nested deeper than can be written; `input` is optional.
    return {};
  }
}

/** Pydantic reads such numbers into 64 bits first. */
function outOfSize({ type }: Wrong, input: unknown): Wrong | null {
  if (!/^(?:less|greater)_than/.test(type)) return null;
  const text = JSON.stringify(input) ?? "";
  if (!/^-?\d[\d.]*[.eE]/.test(text) || Math.abs(Number(text)) < 2 ** 63) return null;
  return { type: "int_parsing_size", msg: "Unable to parse input string as an integer, exceeded maximum size" };
}

function wordsFor(issue: Issue, found: unknown, path: readonly unknown[]): Wrong {
  switch (issue.code) {
    case "invalid_type":
      return wrongType(issue.expected, path.length === 0);
    case "invalid_value": {
      const names = issue.values.map((value) => `'${String(value)}'`);
      const expected = names.length > 1 ? `${names.slice(0, -1).join(", ")} or ${names.at(-1)}` : names.join("");
      return { type: "enum", msg: `Input should be ${expected}`, ctx: { expected } };
    }
    case "too_small":
      return tooSmall(issue, found);
    case "too_big":
      return tooBig(issue, found);
    case "invalid_format":
      return wrongFormat(issue, found);
    case "custom":
      return ownWords(issue.params) ?? valueError(issue.message);
    default:
      return valueError(issue.message);
  }
}

function tooSmall({ origin, minimum, inclusive }: z.core.$ZodIssueTooSmall, found: unknown): Wrong {
  const least = Number(minimum);
  switch (origin) {
    case "array":
      return {
        type: "too_short",
        msg: `List should have at least ${count(minimum, "item")} after validation, not ${lengthOf(found)}`,
        ctx: { field_type: "List", min_length: least, actual_length: lengthOf(found) },
      };
    case "int":
    case "number":
      if (inclusive === false)
        return { type: "greater_than", msg: `Input should be greater than ${least}`, ctx: { gt: least } };
      return {
        type: "greater_than_equal",
        msg: `Input should be greater than or equal to ${least}`,
        ctx: { ge: least },
      };
    default:
      return {
        type: "string_too_short",
        msg: `String should have at least ${count(minimum, "character")}`,
        ctx: { min_length: least },
      };
  }
}

function tooBig({ origin, maximum, inclusive }: z.core.$ZodIssueTooBig, found: unknown): Wrong {
  const most = Number(maximum);
  switch (origin) {
    case "array":
      return {
        type: "too_long",
        msg: `List should have at most ${count(maximum, "item")} after validation, not ${lengthOf(found)}`,
        ctx: { field_type: "List", max_length: most, actual_length: lengthOf(found) },
      };
    case "int":
    case "number":
      if (inclusive === false)
        return { type: "less_than", msg: `Input should be less than ${most}`, ctx: { lt: most } };
      return { type: "less_than_equal", msg: `Input should be less than or equal to ${most}`, ctx: { le: most } };
    default:
      return {
        type: "string_too_long",
        msg: `String should have at most ${count(maximum, "character")}`,
        ctx: { max_length: most },
      };
  }
}

function wrongType(expected: string, whole: boolean): Wrong {
  switch (expected) {
    case "string":
      return { type: "string_type", msg: "Input should be a valid string" };
    case "array":
      return { type: "list_type", msg: "Input should be a valid list" };
    case "int":
      return { type: "int_type", msg: "Input should be a valid integer" };
    case "number":
      return { type: "float_type", msg: "Input should be a valid number" };
    case "object":
      return whole
        ? { type: "model_attributes_type", msg: "Input should be a valid dictionary or object to extract fields from" }
        : { type: "dict_type", msg: "Input should be a valid dictionary" };
    default:
      return valueError(`must be of type ${expected}`);
  }
}

function wrongFormat(issue: z.core.$ZodIssueInvalidStringFormat, found: unknown): Wrong {
  if (issue.format === "url") {
    if (typeof found === "string" && URL.canParse(found)) {
      const expected = "'http' or 'https'";
      return { type: "url_scheme", msg: `URL scheme should be ${expected}`, ctx: { expected_schemes: expected } };
    }
    const error = "relative URL without a base";
    return { type: "url_parsing", msg: `Input should be a valid URL, ${error}`, ctx: { error } };
  }
  if (issue.pattern === undefined) return valueError(issue.message);
  const pattern = issue.pattern.replace(/^\/(.*)\/[a-z]*$/s, "$1");
  return { type: "string_pattern_mismatch", msg: `String should match pattern '${pattern}'`, ctx: { pattern } };
}

/** What the schema itself says in pydantic's words: contract/api/pydantic-coercion.ts. */
function ownWords(params: Readonly<Record<string, unknown>> | undefined): Wrong | null {
  const { type, msg, ctx } = params ?? {};
  if (typeof type !== "string" || typeof msg !== "string") return null;
  return { type, msg, ...(typeof ctx === "object" && ctx !== null && { ctx: { ...ctx } }) };
}

function valueError(message: string): Wrong {
  return { type: "value_error", msg: `Value error, ${message}`, ctx: { error: message } };
}

function count(n: number | bigint, noun: string): string {
  return `${n} ${noun}${Number(n) === 1 ? "" : "s"}`;
}

function lengthOf(found: unknown): number {
  return Array.isArray(found) ? found.length : 0;
}
