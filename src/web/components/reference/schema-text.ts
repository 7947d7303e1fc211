import type { DescribedSchema } from "#src/contract/api/api-document.ts";
import { counted, countText } from "#src/core/text/number-text.ts";
import { nameOf } from "./api-reference.ts";

/** A type in words, in parts: those with a name of their own have a page. */
export interface TypePart {
  readonly text: string;
  /** The schema that it names. */
  readonly schema?: string;
}

/** `string (date)`, `array of Analyst`, `OwnModel or null`. */
export function typeText(schema: DescribedSchema): TypePart[] {
  const { $ref, anyOf, oneOf, allOf, type, items, format, contentSchema, additionalProperties, properties } = schema;
  if ($ref !== undefined) return [{ text: nameOf($ref), schema: nameOf($ref) }];
  const choices = anyOf ?? oneOf ?? allOf;
  if (choices !== undefined) return joined(choices.map(typeText), allOf === undefined ? " or " : " and ");
  if (contentSchema !== undefined)
    return [{ text: "events, each with " }, ...typeText(contentSchema.items ?? contentSchema)];
  if (type === "array") return [{ text: "array of " }, ...(items === undefined ? [{ text: "any" }] : typeText(items))];
  if (type === "object" && properties === undefined && typeof additionalProperties === "object")
    return Object.keys(additionalProperties).length === 0
      ? [{ text: "object" }]
      : [{ text: "map of " }, ...typeText(additionalProperties)];
  const kinds = [type ?? kindOf(schema)]
    .flat()
    .map((kind) => (format === undefined || kind === "null" ? kind : `${kind} (${format})`));
  return [{ text: kinds.join(" or ") }];
}

function kindOf({ const: constant, enum: values, properties }: DescribedSchema): string {
  if (properties !== undefined) return "object";
  return constant === undefined && values === undefined ? "any" : typeof (constant ?? values?.[0]);
}

function joined(parts: readonly TypePart[][], word: string): TypePart[] {
  return parts.flatMap((part, at) => (at === 0 ? part : [{ text: word }, ...part]));
}

/** What a value must keep to, each rule a short phrase. */
export function constraints(schema: DescribedSchema): string[] {
  const own = [
    range("", schema.minimum, schema.maximum),
    schema.exclusiveMinimum === undefined ? null : `more than ${schema.exclusiveMinimum}`,
    schema.exclusiveMaximum === undefined ? null : `less than ${schema.exclusiveMaximum}`,
    range("character", schema.minLength, schema.maxLength),
    range("item", schema.minItems, schema.maxItems),
    schema.default === undefined ? null : `default ${JSON.stringify(schema.default)}`,
  ].filter((text) => text !== null);
  const inner = (schema.anyOf ?? []).filter(({ $ref }) => $ref === undefined);
  return [...own, ...inner.flatMap(constraints)];
}

function range(unit: string, least: number | undefined, most: number | undefined): string | null {
  const [from, to] = [least, largest(most)];
  const many = (count: number): string => (unit === "" ? String(count) : counted(count, unit));
  if (from === undefined) return to === undefined ? null : `at most ${many(to)}`;
  if (to === undefined) return `at least ${many(from)}`;
  return from === to ? `exactly ${many(from)}` : `${unit === "" ? from : countText(from)} to ${many(to)}`;
}

/** What only says that a number must fit its type says nothing. */
function largest(most: number | undefined): number | undefined {
  return most === Number.MAX_SAFE_INTEGER ? undefined : most;
}

/** The values to choose from; none where any will do. */
export function allowedValues({ enum: values, const: constant, anyOf = [], items }: DescribedSchema): string[] {
  if (constant !== undefined) return [JSON.stringify(constant)];
  if (values !== undefined) return values.map((value) => JSON.stringify(value));
  return [...anyOf, ...(items === undefined ? [] : [items])].flatMap(allowedValues);
}

/** The patterns that texts must match. */
export function patterns({ pattern, anyOf = [], items }: DescribedSchema): string[] {
  return [
    ...(pattern === undefined ? [] : [pattern]),
    ...[...anyOf, ...(items === undefined ? [] : [items])].flatMap(patterns),
  ];
}

/** The fields of an object, or of the objects in an array or beside `null`, that has no name of its own. */
export function fieldsOf(schema: DescribedSchema): [name: string, field: DescribedSchema, required: boolean][] {
  const { properties, required = [], items, anyOf = [], additionalProperties } = schema;
  if (properties !== undefined)
    return Object.entries(properties).map(([name, field]) => [name, field, required.includes(name)]);
  const inner = [
    ...anyOf,
    ...(items === undefined ? [] : [items]),
    ...(typeof additionalProperties === "object" ? [additionalProperties] : []),
  ];
  return inner.flatMap((one) => (one.$ref === undefined ? fieldsOf(one) : []));
}
