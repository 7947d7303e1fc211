import type { StandardSchemaWithJSON } from "@modelcontextprotocol/server";

/**
 * The same schema, described in fewer words: the list of tools stands in every conversation. A pattern beside a format
 * says the same twice, and the bounds of what JavaScript can hold say nothing.
 */
export function lean(schema: StandardSchemaWithJSON): StandardSchemaWithJSON {
  const own = schema["~standard"];
  const { input, output } = own.jsonSchema;
  return {
    "~standard": {
      ...own,
      jsonSchema: { input: (options) => record(input(options)), output: (options) => record(output(options)) },
    },
  };
}

function record(node: Record<string, unknown>): Record<string, unknown> {
  const kept = Object.entries(node).filter(([key, value]) => !isIdle(key, value, node));
  return Object.fromEntries(kept.map(([key, value]) => [key, leaner(value)]));
}

function leaner(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(leaner);
  return isJsonObject(value) ? record(value) : value;
}

function isJsonObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** A property may have any of these names; what it then holds is a schema and no word or number. */
function isIdle(key: string, value: unknown, { format }: Record<string, unknown>): boolean {
  if (key === "pattern") return typeof value === "string" && typeof format === "string";
  if (key === "minimum" || key === "maximum") return typeof value === "number" && !isBound(value);
  return key === "additionalProperties" ? value === false : key === "$schema";
}

function isBound(value: number): boolean {
  return Math.abs(value) < Number.MAX_SAFE_INTEGER;
}
