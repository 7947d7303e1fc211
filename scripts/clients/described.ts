import { readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";

/** A schema of openapi.json, as far as generators look at it. */
export interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly format?: string;
  readonly enum?: readonly (string | number | boolean | null)[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | Schema;
  readonly items?: Schema;
  readonly prefixItems?: readonly Schema[];
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
}

const SchemaShape: z.ZodType<Schema> = z.lazy(() =>
  z.looseObject({
    $ref: z.string().exactOptional(),
    type: z.union([z.string(), z.array(z.string())]).exactOptional(),
    description: z.string().exactOptional(),
    format: z.string().exactOptional(),
    enum: z.array(z.union([z.string(), z.number(), z.boolean(), z.null()])).exactOptional(),
    properties: z.record(z.string(), SchemaShape).exactOptional(),
    required: z.array(z.string()).exactOptional(),
    additionalProperties: z.union([z.boolean(), SchemaShape]).exactOptional(),
    items: SchemaShape.exactOptional(),
    prefixItems: z.array(SchemaShape).exactOptional(),
    anyOf: z.array(SchemaShape).exactOptional(),
    oneOf: z.array(SchemaShape).exactOptional(),
    allOf: z.array(SchemaShape).exactOptional(),
  }),
);

const Document = z.looseObject({
  paths: z.record(z.string(), z.record(z.string(), z.unknown())),
  components: z.looseObject({ schemas: z.record(z.string(), SchemaShape) }),
});
const Operation = z.looseObject({ responses: z.record(z.string(), z.looseObject({})) });
export type Document = z.infer<typeof Document>;

export const repository = join(import.meta.dirname, "../..");

/**
 * openapi.json with what a client of /v1 needs, and no more: not the site's own paths, nor the errors and headers of
 * each operation, which are the same for all and handled in one place, nor the examples.
 */
export function describedForClients(): Document {
  const whole = Document.parse(JSON.parse(readFileSync(join(repository, "openapi.json"), "utf8"), withoutExamples));
  const paths = Object.fromEntries(
    Object.entries(whole.paths)
      .filter(([path]) => path.startsWith("/v1/"))
      .map(([path, item]) => [path, Object.fromEntries(Object.entries(item).map(([key, one]) => [key, lean(one)]))]),
  );
  const { schemas } = whole.components;
  const reached = new Set(["Error", "HTTPValidationError"]);
  const visit = (value: unknown): void => {
    for (const [, name = ""] of JSON.stringify(value).matchAll(/"#\/components\/schemas\/(\w+)"/g)) {
      if (reached.has(name)) continue;
      reached.add(name);
      visit(schemas[name]);
    }
  };
  visit({ paths, errors: [...reached].map((name) => schemas[name]) });
  const used = Object.fromEntries(Object.entries(schemas).filter(([name]) => reached.has(name)));
  return { ...whole, paths, components: { schemas: used } };
}

function withoutExamples(this: unknown, key: string, value: unknown): unknown {
  // A property may be called so; what stands beside a schema or a type is an example.
  const isExample = (key === "example" || key === "examples") && typeof this === "object" && this !== null;
  return isExample && ("schema" in this || "type" in this) ? undefined : value;
}

/** An operation with its parameters, its body and what it answers when all is well. */
function lean(operation: unknown): unknown {
  const { responses, ...rest } = Operation.parse(operation);
  const success = Object.entries(responses).filter(([status]) => status.startsWith("2"));
  return {
    ...rest,
    responses: Object.fromEntries(success.map(([status, answer]) => [status, { ...answer, headers: {} }])),
  };
}
