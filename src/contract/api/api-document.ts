import { z } from "zod";

/* The parts of OpenAPI 3.1 that the reference shows. */

/** The subset of JSON Schema that this API uses. */
export const DescribedSchema = z.object({
  $ref: z.string().optional(),
  type: z.union([z.string(), z.array(z.string())]).optional(),
  description: z.string().optional(),
  format: z.string().optional(),
  enum: z.array(z.unknown()).optional(),
  const: z.unknown().optional(),
  default: z.unknown().optional(),
  pattern: z.string().optional(),
  minimum: z.number().optional(),
  maximum: z.number().optional(),
  exclusiveMinimum: z.number().optional(),
  exclusiveMaximum: z.number().optional(),
  minLength: z.number().optional(),
  maxLength: z.number().optional(),
  minItems: z.number().optional(),
  maxItems: z.number().optional(),
  required: z.array(z.string()).optional(),
  get properties() {
    return z.record(z.string(), DescribedSchema).optional();
  },
  get items() {
    return DescribedSchema.optional();
  },
  get additionalProperties() {
    return z.union([z.boolean(), DescribedSchema]).optional();
  },
  get anyOf() {
    return z.array(DescribedSchema).optional();
  },
  get oneOf() {
    return z.array(DescribedSchema).optional();
  },
  get allOf() {
    return z.array(DescribedSchema).optional();
  },
  get contentSchema() {
    return DescribedSchema.optional();
  },
});
export type DescribedSchema = z.infer<typeof DescribedSchema>;

export const DescribedParameter = z.object({
  name: z.string(),
  in: z.enum(["path", "query", "header", "cookie"]),
  required: z.boolean().default(false),
  description: z.string().optional(),
  schema: DescribedSchema,
  example: z.unknown().optional(),
});
export type DescribedParameter = z.infer<typeof DescribedParameter>;

const Media = z.object({
  schema: DescribedSchema.optional(),
  example: z.unknown().optional(),
  examples: z.record(z.string(), z.object({ summary: z.string().optional(), value: z.unknown() })).optional(),
});
export type DescribedMedia = z.infer<typeof Media>;

export const DescribedResponse = z.object({
  description: z.string(),
  headers: z.record(z.string(), z.object({ description: z.string().optional() })).default({}),
  content: z.record(z.string(), Media).default({}),
});
export type DescribedResponse = z.infer<typeof DescribedResponse>;

const RequestBody = z.object({ required: z.boolean().default(false), content: z.record(z.string(), Media) });

const Callback = z.object({
  operationId: z.string(),
  summary: z.string(),
  parameters: z.array(DescribedParameter).default([]),
  requestBody: RequestBody,
  responses: z.record(z.string(), DescribedResponse),
});

export const DescribedOperation = z.object({
  operationId: z.string(),
  tags: z.array(z.string()).min(1),
  summary: z.string(),
  description: z.string().default(""),
  security: z.array(z.record(z.string(), z.array(z.string()))).optional(),
  parameters: z.array(DescribedParameter).default([]),
  requestBody: RequestBody.optional(),
  responses: z.record(z.string(), z.union([z.object({ $ref: z.string() }), DescribedResponse])),
  callbacks: z.record(z.string(), z.record(z.string(), z.record(z.string(), Callback))).default({}),
});

export const ApiDocument = z.object({
  info: z.object({ title: z.string(), version: z.string(), description: z.string() }),
  tags: z.array(z.object({ name: z.string(), description: z.string().default("") })),
  paths: z.record(z.string(), z.record(z.string(), DescribedOperation)),
  components: z.object({
    responses: z.record(z.string(), DescribedResponse),
    schemas: z.record(z.string(), DescribedSchema),
  }),
});
export type ApiDocument = z.infer<typeof ApiDocument>;
