import { readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";

const Media = z.record(
  z.string(),
  z.object({ schema: z.unknown(), example: z.unknown().optional(), examples: z.unknown().optional() }),
);
const Answer = z.object({
  description: z.string(),
  headers: z.record(z.string(), z.unknown()).optional(),
  content: Media.optional(),
});
const Operation = z.object({
  operationId: z.string(),
  summary: z.string(),
  parameters: z.array(z.object({ name: z.string(), in: z.string(), required: z.boolean(), schema: z.unknown() })),
  requestBody: z
    .object({
      content: z.record(
        z.string(),
        z.object({ schema: z.unknown(), examples: z.record(z.string(), z.object({ value: z.unknown() })) }),
      ),
    })
    .optional(),
  responses: z.record(z.string(), z.union([z.object({ $ref: z.string() }), Answer])),
});
const Document = z.object({
  openapi: z.string(),
  info: z.object({ version: z.string() }),
  paths: z.record(z.string(), z.record(z.string(), Operation)),
  components: z.object({ schemas: z.record(z.string(), z.unknown()), responses: z.record(z.string(), Answer) }),
});
export type Operation = z.infer<typeof Operation>;

export const documentText = readFileSync(join(import.meta.dirname, "../../openapi.json"), "utf8");
/** As committed; the tests hold answers to it and not to the schemas it was made from. */
export const apiDocument = Document.parse(JSON.parse(documentText));

const readers = new Map<string, z.ZodType>();

/** What is wrong with a value by a JSON schema of the document; empty when nothing is. */
export function faults(schema: unknown, value: unknown): string[] {
  const text = JSON.stringify(schema);
  const reader = readers.get(text) ?? z.fromJSONSchema(z.record(z.string(), z.json()).parse(JSON.parse(bundled(text))));
  readers.set(text, reader);
  const read = reader.safeParse(value);
  return read.success ? [] : read.error.issues.map((issue) => `${issue.path.join(".")}: ${issue.message}`);
}

function bundled(schema: string): string {
  const local = (text: string): string => text.replaceAll('"#/components/schemas/', '"#/$defs/');
  return `{"$schema":"https://json-schema.org/draft/2020-12/schema","$defs":${local(JSON.stringify(apiDocument.components.schemas))},${local(schema).slice(1)}`.replace(
    /,\}$/,
    "}",
  );
}

/** The operation of a path as it is asked for. */
export function operationOf(method: string, path: string): Operation | null {
  for (const [template, operations] of Object.entries(apiDocument.paths)) {
    const pattern = new RegExp(`^${template.replaceAll(".", "\\.").replaceAll(/\{\w+\}/g, "[^/]+")}$`);
    const operation = operations[method.toLowerCase()];
    if (pattern.test(path) && operation !== undefined) return operation;
  }
  return null;
}

export function answerOf(operation: Operation, status: number): z.infer<typeof Answer> | null {
  const answer = operation.responses[status];
  if (answer === undefined || !("$ref" in answer)) return answer ?? null;
  return apiDocument.components.responses[answer.$ref.replace("#/components/responses/", "")] ?? null;
}

/**
 * Holds an answer to the document: its status, its type and its body must be declared for the operation.
 * @throws with what is not
 */
export function checkAnswer(
  method: string,
  url: string,
  answer: { readonly status: number; readonly type: string | null; readonly body: unknown },
): void {
  const { pathname } = new URL(url);
  const operation = operationOf(method, pathname);
  if (operation === null) return;
  const declared = answerOf(operation, answer.status);
  const name = `${method} ${pathname} → ${answer.status}`;
  if (declared === null) throw new Error(`${name} is not in openapi.json`);
  if (declared.content === undefined) {
    if (answer.body !== null) throw new Error(`${name} has a body, and openapi.json declares none`);
    return;
  }
  const type = answer.type?.split(";")[0] ?? "none";
  const media = declared.content[type];
  if (media === undefined)
    throw new Error(`${name} is ${type}, and openapi.json declares ${Object.keys(declared.content).join(", ")}`);
  const wrong = faults(media.schema, answer.body);
  if (wrong.length > 0) throw new Error(`${name} is not as openapi.json says: ${wrong.join("; ")}`);
}
