import { z } from "zod";
import { stated } from "#src/contract/run/answers.ts";

/**
 * The part of JSON Schema that every provider's strict mode takes. Ranges, patterns, formats and lengths are
 * not in it: they are checked when the answer is read.
 */
const WireSchema = z.object({
  type: z.enum(["object", "array", "string", "number", "integer", "boolean", "null"]).exactOptional(),
  description: z.string().exactOptional(),
  enum: z.array(z.union([z.string(), z.number(), z.null()])).exactOptional(),
  get properties() {
    return z.record(z.string(), WireSchema).exactOptional();
  },
  required: z.array(z.string()).exactOptional(),
  get items() {
    return WireSchema.exactOptional();
  },
  get anyOf() {
    return z.array(WireSchema).exactOptional();
  },
  additionalProperties: z.literal(false).exactOptional(),
});
export type WireSchema = z.infer<typeof WireSchema>;

const known = new WeakMap<z.ZodType, WireSchema>();

/** What is sent to a provider for a schema of ours; one conversion per schema, since schemas are constants. */
export function wireSchema(schema: z.ZodType): WireSchema {
  let wire = known.get(schema);
  if (wire === undefined) {
    const json = JSON.stringify(z.toJSONSchema(schema, { target: "draft-7", io: "input", override: adapt }));
    wire = WireSchema.parse(JSON.parse(json, splitTypes));
    known.set(schema, wire);
  }
  return wire;
}

const ListOfTypes = z.looseObject({ type: z.array(z.string()) });

/** zod writes "a string or null" as a list of types, which not every provider takes. */
function splitTypes(_key: string, value: unknown): unknown {
  const listed = ListOfTypes.safeParse(value);
  if (!listed.success) return value;
  const { type: types, ...rest } = listed.data;
  return { ...rest, anyOf: types.map((type) => ({ type })) };
}

/** Strict modes want every object closed and every field named; what an agent must state has no `null` on the wire. */
function adapt({ jsonSchema }: { jsonSchema: z.core.JSONSchema.BaseSchema }): void {
  if (jsonSchema.type === "object") {
    jsonSchema.additionalProperties = false;
    jsonSchema.required = Object.keys(jsonSchema.properties ?? {});
  }
  if (jsonSchema[stated] !== true) return;
  const [form] = jsonSchema.anyOf ?? [];
  delete jsonSchema.anyOf;
  if (typeof form === "object") Object.assign(jsonSchema, form);
}
