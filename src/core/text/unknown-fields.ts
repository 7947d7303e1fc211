import { z } from "zod";
import { editDistance } from "./compare-text.ts";

/** A field that a schema does not have. */
export interface UnknownField {
  readonly path: readonly (string | number)[];
  /** `null` where none is near. */
  readonly meant: string | null;
}

/** Near: at most two letters differ (one in names of three or four), without case and separators. */
export function unknownFields(
  schema: z.core.$ZodType,
  value: unknown,
  path: UnknownField["path"] = [],
): UnknownField[] {
  const inner = innerOf(schema);
  if (inner instanceof z.ZodUnion) return ofUnion(inner, value, path);
  if (inner instanceof z.ZodArray)
    return Array.isArray(value) ? value.flatMap((one, at) => unknownFields(inner.element, one, [...path, at])) : [];
  if (typeof value !== "object" || value === null || Array.isArray(value)) return [];
  if (inner instanceof z.ZodRecord)
    return Object.entries(value).flatMap(([name, one]) => unknownFields(inner.valueType, one, [...path, name]));
  if (!(inner instanceof z.ZodObject)) return [];
  const known: Readonly<Record<string, z.core.$ZodType>> = inner.shape;
  return Object.entries(value).flatMap(([name, one]) => {
    const own = Object.hasOwn(known, name) ? known[name] : undefined;
    if (own !== undefined) return unknownFields(own, one, [...path, name]);
    return inner.def.catchall instanceof z.ZodUnknown
      ? []
      : [{ path: [...path, name], meant: nearest(name, Object.keys(known)) }];
  });
}

/** The schema inside an optional, nullable, default or transformed one. */
function innerOf(schema: z.core.$ZodType): z.core.$ZodType {
  if (schema instanceof z.ZodPipe)
    return innerOf(schema.def.in instanceof z.ZodTransform ? schema.def.out : schema.def.in);
  if (schema instanceof z.ZodLazy) return innerOf(schema.unwrap());
  if (
    schema instanceof z.ZodOptional ||
    schema instanceof z.ZodNullable ||
    schema instanceof z.ZodDefault ||
    schema instanceof z.ZodPrefault ||
    schema instanceof z.ZodReadonly ||
    schema instanceof z.ZodCatch ||
    schema instanceof z.ZodExactOptional
  )
    return innerOf(schema.def.innerType);
  return schema;
}

/** By the variant that fits, else by the one that ignores the least. */
function ofUnion({ options }: z.ZodUnion, value: unknown, path: UnknownField["path"]): UnknownField[] {
  const fitting = options.filter((option) => z.safeParse(option, value).success);
  const found = (fitting.length === 0 ? options : fitting).map((option) => unknownFields(option, value, path));
  return found.toSorted((a, b) => a.length - b.length)[0] ?? [];
}

function nearest(name: string, known: readonly string[]): string | null {
  const plain = plainOf(name);
  const most = plain.length < 3 ? 0 : plain.length < 5 ? 1 : 2;
  const [found] = known
    .filter((one) => Math.abs(plainOf(one).length - plain.length) <= most)
    .map((one) => ({ one, off: editDistance(plain, plainOf(one), most) }))
    .filter(({ off }) => off <= most)
    .toSorted((a, b) => a.off - b.off);
  return found?.one ?? null;
}

function plainOf(name: string): string {
  return name.toLowerCase().replaceAll(/[_-]/g, "");
}
