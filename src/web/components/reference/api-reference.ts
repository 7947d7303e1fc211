import {
  ApiDocument,
  type DescribedMedia,
  type DescribedOperation,
  type DescribedParameter,
  type DescribedResponse,
  type DescribedSchema,
} from "#src/contract/api/api-document.ts";
import { describeApi } from "#src/contract/api/openapi.ts";
import type { z } from "zod";

type Described = z.infer<typeof DescribedOperation>;

/** An operation with everything that its page shows: references to shared answers are followed. */
export interface Operation {
  readonly id: string;
  readonly tag: string;
  /** In capitals. */
  readonly method: string;
  readonly path: string;
  readonly summary: string;
  readonly description: string;
  /** What it takes to be let in: a key, or nothing that a program has. */
  readonly access: "key" | "open";
  readonly parameters: readonly DescribedParameter[];
  readonly body: { readonly type: string; readonly media: DescribedMedia } | null;
  readonly answers: readonly (DescribedResponse & { readonly status: string })[];
  readonly callbacks: readonly Callback[];
}

export interface Callback {
  readonly id: string;
  readonly summary: string;
  /** A runtime expression of OpenAPI. */
  readonly url: string;
  readonly parameters: readonly DescribedParameter[];
  readonly media: DescribedMedia | null;
  readonly answers: readonly { readonly status: string; readonly description: string }[];
}

export interface Group {
  readonly name: string;
  readonly description: string;
  readonly operations: readonly Operation[];
}

export interface ApiReference {
  readonly version: string;
  readonly description: string;
  readonly groups: readonly Group[];
  readonly operations: ReadonlyMap<string, Operation>;
  readonly schemas: ReadonlyMap<string, DescribedSchema>;
  /** Ids of the operations that name a schema in what they take or answer, by the schema. */
  readonly usedBy: ReadonlyMap<string, readonly string[]>;
}

let read: ApiReference | null = null;

/** The document that `/openapi.json` answers with, as pages show it. Read once. */
export function apiReference(): ApiReference {
  return (read ??= readReference(ApiDocument.parse(describeApi())));
}

export function readReference({ info, tags, paths, components }: ApiDocument): ApiReference {
  const all = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, described]) => operationOf(method, path, described, components.responses)),
  );
  const schemas = new Map(Object.entries(components.schemas).toSorted(([a], [b]) => a.localeCompare(b)));
  return {
    version: info.version,
    description: info.description,
    groups: tags.map(({ name, description }) => ({
      name,
      description,
      operations: all.filter(({ tag }) => tag === name),
    })),
    operations: new Map(all.map((operation) => [operation.id, operation])),
    schemas,
    usedBy: usesOf(all),
  };
}

function operationOf(
  method: string,
  path: string,
  described: Described,
  shared: Readonly<Record<string, DescribedResponse>>,
): Operation {
  const { operationId, tags, summary, description, security, parameters, requestBody, responses } = described;
  const [type, media] = Object.entries(requestBody?.content ?? {})[0] ?? [];
  return {
    id: operationId,
    tag: tags[0] ?? "",
    method: method.toUpperCase(),
    path,
    summary,
    description,
    access: security?.length === 0 ? "open" : "key",
    parameters,
    body: type === undefined || media === undefined ? null : { type, media },
    answers: Object.entries(responses).flatMap(([status, answer]) => {
      const whole = "$ref" in answer ? shared[nameOf(answer.$ref)] : answer;
      return whole === undefined ? [] : [{ status, ...whole }];
    }),
    callbacks: callbacksOf(described),
  };
}

function callbacksOf({ callbacks }: Described): Callback[] {
  return Object.values(callbacks).flatMap((urls) =>
    Object.entries(urls).flatMap(([url, methods]) =>
      Object.values(methods).map(({ operationId, summary, parameters, requestBody, responses }) => ({
        id: operationId,
        summary,
        url,
        parameters,
        media: Object.values(requestBody.content)[0] ?? null,
        answers: Object.entries(responses).map(([status, { description }]) => ({ status, description })),
      })),
    ),
  );
}

/** `Job` of `#/components/schemas/Job`. */
export function nameOf(reference: string): string {
  return reference.slice(reference.lastIndexOf("/") + 1);
}

function usesOf(operations: readonly Operation[]): Map<string, string[]> {
  const uses = new Map<string, string[]>();
  for (const { id, parameters, body, answers, callbacks } of operations) {
    const named = new Set(
      [
        ...parameters.map(({ schema }) => schema),
        body?.media.schema,
        ...answers.flatMap(({ content }) => Object.values(content).map(({ schema }) => schema)),
        ...callbacks.map(({ media }) => media?.schema),
      ].flatMap((schema) => (schema === undefined ? [] : namesIn(schema))),
    );
    for (const name of named) uses.set(name, [...(uses.get(name) ?? []), id]);
  }
  return uses;
}

/** Every schema that this one names, at any depth of what stands in it. */
export function namesIn(schema: DescribedSchema): string[] {
  const {
    $ref,
    properties = {},
    items,
    anyOf = [],
    oneOf = [],
    allOf = [],
    additionalProperties,
    contentSchema,
  } = schema;
  const inner = [
    ...Object.values(properties),
    ...anyOf,
    ...oneOf,
    ...allOf,
    ...(items === undefined ? [] : [items]),
    ...(contentSchema === undefined ? [] : [contentSchema]),
    ...(typeof additionalProperties === "object" ? [additionalProperties] : []),
  ];
  return [...($ref === undefined ? [] : [nameOf($ref)]), ...inner.flatMap(namesIn)];
}
