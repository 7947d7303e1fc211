import type { z } from "zod";
import { wireSchema, type WireSchema } from "../call.ts";
import { valueOf, idsIn, isNothing, readDays, readNumber, readShare, readWord } from "./read-values.ts";
import { isJsonObject } from "./json-objects.ts";
import { ellipsis } from "#src/core/text/shorten.ts";
import { jsonOrNothing } from "#src/core/json-or-nothing.ts";
import { comparatorIn, type ProposedCondition } from "#src/contract/run/conditions.ts";

export interface ReadField {
  readonly value: unknown;
  /** What was made of it, in words; `null` where it came in its form. */
  readonly conversion: string | null;
  /** Why it could not be read; `null` where it could. */
  readonly problem: string | null;
}

/** One field of an answer, converted where that invents nothing. What cannot be read is `null`, or an empty list. */
export function readField(key: string, schema: z.ZodType, given: unknown): ReadField {
  const { isNullable, wire } = formOf(schema);
  const none = wire.type === "array" ? [] : null;
  if (given === undefined) {
    const unsaid = schema.safeParse(undefined);
    if (unsaid.success) return { value: unsaid.data, conversion: null, problem: null };
    if (wire.type === "array") return { value: none, conversion: `${key}: missing, read as none`, problem: null };
    return { value: none, conversion: null, problem: `${key} is missing` };
  }
  const asGiven = schema.safeParse(given);
  // A field that must be stated takes `null` where it could not be read, which is not what was meant here.
  if (asGiven.success && !(given === null && !isNullable))
    return { value: asGiven.data, conversion: null, problem: null };
  const converted = convert(key, wire, wire.type === "array" ? given : unwrapped(key, given));
  const read = schema.safeParse(converted);
  if (read.success && (read.data !== null || isNullable))
    return { value: read.data, conversion: `${key}: ${brief(given)} read as ${brief(read.data)}`, problem: null };
  if (given === null) return { value: none, conversion: null, problem: `${key} is null` };
  const [issue] = asGiven.error?.issues ?? [];
  const where = issue === undefined || issue.path.length === 0 ? key : `${key}.${issue.path.join(".")}`;
  return { value: none, conversion: null, problem: `${where}: ${issue?.message ?? "not readable"}` };
}

/** What a field is on the wire, and whether `null` is an answer to it. */
function formOf(schema: z.ZodType): { wire: WireSchema; isNullable: boolean } {
  const wire = wireSchema(schema);
  const choices = wire.anyOf ?? [];
  const [form] = choices.filter(({ type }) => type !== "null");
  return { wire: form ?? wire, isNullable: choices.some(({ type }) => type === "null") };
}

/** The one value that stands in a list, or in an object under the field's own name, `value` or `label`. */
function unwrapped(key: string, given: unknown): unknown {
  if (Array.isArray(given) && given.length === 1) return given[0];
  if (!isJsonObject(given)) return given;
  const inside = [key, "value", "label"].flatMap((name) => (Object.hasOwn(given, name) ? [given[name]] : []));
  return inside.length === 1 ? inside[0] : given;
}

/** @returns `undefined` where nothing can be made of it */
function convert(key: string, wire: WireSchema, given: unknown): unknown {
  if (typeof given === "string" && wire.type !== "array" && isNothing(given)) return null;
  if (wire.enum !== undefined) return typeof given === "string" ? wordOf(given, wire) : undefined;
  switch (wire.type) {
    case "number":
    case "integer":
      return numberOf(key, wire, given);
    case "string":
      return textOf(given);
    case "array":
      return listOf(wire.items ?? {}, given);
    default:
      return undefined;
  }
}

/** Paragraphs in a list, or sections under their names. */
function textOf(given: unknown): string | undefined {
  if (typeof given === "string") return given;
  const parts: unknown[] = Array.isArray(given) ? given : isJsonObject(given) ? Object.values(given) : [];
  return parts.length > 0 && parts.every((part) => typeof part === "string") ? parts.join("\n\n") : undefined;
}

function wordOf(given: string, { enum: words = [] }: WireSchema): string | undefined {
  return (
    readWord(
      given,
      words.filter((word) => typeof word === "string"),
    ) ?? undefined
  );
}

function numberOf(key: string, { type }: WireSchema, given: unknown): number | undefined {
  const days = key === "horizon_days" && typeof given === "string" ? readDays(given) : null;
  if (days !== null) return days;
  const share = key === "confidence" && typeof given === "string" ? readShare(given) : null;
  if (share !== null) return share;
  const number =
    typeof given === "number"
      ? { value: given, isPercent: false }
      : typeof given === "string"
        ? readNumber(given)
        : null;
  if (number === null) return undefined;
  const { value, isPercent } = number;
  if (key === "confidence") return isPercent || (value >= 2 && value <= 100) ? fraction(value) : value;
  // Of no other field that is no share can a percentage be meant.
  if (isPercent && key !== "size_pct") return undefined;
  return type === "integer" && key === "horizon_days" ? Math.round(value) : value;
}

/** Without the noise of binary division: 70 % is 0.7. */
function fraction(percent: number): number {
  return Number((percent / 100).toPrecision(12));
}

function listOf(item: WireSchema, given: unknown): unknown {
  if (given === null) return [];
  const inText = typeof given === "string" ? listInText(given) : null;
  const list = inText ?? (Array.isArray(given) ? given : [given]);
  return list.flatMap((one: unknown) => itemOf(item, one));
}

/** A list that came as a text of JSON. */
function listInText(text: string): unknown[] | null {
  if (!/^\s*\[[\s\S]*\]\s*$/.test(text)) return null;
  const value = jsonOrNothing(text);
  // `null` for such as "[M1] carries it".
  return Array.isArray(value) ? value : null;
}

/** An item of a list in its form, or nothing where it has none. */
function itemOf({ type, properties = {} }: WireSchema, given: unknown): unknown[] {
  if (type === "string") return typeof given === "string" ? withIds(given) : [];
  if ("claim" in properties) return pointOf(properties, given);
  if ("comparator" in properties) return conditionOf(given);
  if (!isJsonObject(given)) return [];
  const value = valueOf(given, "value");
  const number = typeof value === "string" ? readNumber(value)?.value : value;
  return typeof number === "number" && typeof given["expression"] === "string"
    ? [{ expression: given["expression"], value: number }]
    : [];
}

function withIds(text: string): string[] {
  const ids = idsIn(text);
  return ids.length > 0 ? ids : [text];
}

/** A claim that came as a text, or with its ids as a text. */
function pointOf(properties: Readonly<Record<string, WireSchema>>, given: unknown): object[] {
  const point = typeof given === "string" ? { claim: given } : isJsonObject(given) ? given : {};
  const claim = valueOf(point, "claim");
  if (typeof claim !== "string" || claim.trim() === "") return [];
  const cited = valueOf(point, "evidence");
  const texts = typeof cited === "string" ? [cited] : Array.isArray(cited) ? cited : [claim];
  const evidence = [...new Set(texts.flatMap((text: unknown) => (typeof text === "string" ? idsIn(text) : [])))];
  const { side } = properties;
  if (side === undefined) return [{ claim, evidence }];
  const said = valueOf(point, "side");
  return [{ claim, evidence, side: (typeof said === "string" ? wordOf(said, side) : undefined) ?? "context" }];
}

function brief(value: unknown): string {
  const text = JSON.stringify(value) ?? "nothing";
  return ellipsis(text, 60);
}

/** What cannot be read is `null`; its words are kept. */
export function conditionOf(given: unknown): ProposedCondition[] {
  if (typeof given === "string") return given.trim() === "" || isNothing(given) ? [] : [{ ...unread, said: given }];
  if (!isJsonObject(given)) return [];
  const bound = numberIn(valueOf(given, "threshold"));
  const unit = textIn(valueOf(given, "unit"));
  const comparator = textIn(valueOf(given, "comparator"));
  const by = valueOf(given, "by");
  const filing = valueOf(given, "next_filing");
  return [
    {
      said: textIn(valueOf(given, "said")) ?? "",
      measure: measureIn(valueOf(given, "measure")),
      comparator: comparator === null ? null : comparatorIn(comparator),
      threshold: bound?.value ?? null,
      unit: unit ?? bound?.unit ?? null,
      sessions: wholeIn(valueOf(given, "sessions")),
      next_filing:
        filing === true || (typeof filing === "string" && /^(?:true|yes)$/i.test(filing.trim())) ? true : null,
      by: typeof by === "number" ? String(by) : textIn(by),
    },
  ];
}

const unread: ProposedCondition = {
  said: "",
  measure: null,
  comparator: null,
  threshold: null,
  unit: null,
  sessions: null,
  next_filing: null,
  by: null,
};

function textIn(given: unknown): string | null {
  return typeof given === "string" && !isNothing(given) ? given : null;
}

/** `"M1"`, or `["M1"]`. */
function measureIn(given: unknown): string | null {
  const [only, ...others]: unknown[] = Array.isArray(given) ? given : [given];
  return others.length === 0 ? textIn(only) : null;
}

/** `187`, `"187"`, `"187 USD"`, `"44 %"`. */
function numberIn(given: unknown): { readonly value: number; readonly unit: string | null } | null {
  if (typeof given === "number") return Number.isFinite(given) ? { value: given, unit: null } : null;
  if (typeof given !== "string") return null;
  const read = readNumber(given);
  if (read === null) return null;
  const currency = /[A-Z]{3}|[$€£¥]/.exec(given)?.[0] ?? null;
  return { value: read.value, unit: read.isPercent ? "%" : currency };
}

function wholeIn(given: unknown): number | null {
  const value =
    typeof given === "string"
      ? (readNumber(given.replace(/\s*(?:sessions?|days?|closes)$/i, ""))?.value ?? null)
      : given;
  return typeof value === "number" && Number.isInteger(value) ? value : null;
}
