import {
  SdkError,
  SdkErrorCode,
  type CallToolResult,
  type McpServer,
  type ServerContext,
  type StandardSchemaWithJSON,
  type ToolAnnotations,
} from "@modelcontextprotocol/server";
import type { z } from "zod";
import { unknownFields } from "#src/core/text/unknown-fields.ts";
import { inline } from "#src/core/text/untrusted.ts";
import { inWords, type Service, mostCharacters } from "./answer.ts";

/** A call of a tool while it runs. */
export interface Call {
  readonly service: Service;
  /** Fires when nobody is waiting for the answer any more. */
  readonly signal: AbortSignal;
  /** Whether the client cancelled, rather than lost its connection. */
  readonly isCancelled: () => boolean;
  /** `null` for a client that did not ask. `done` grows. */
  readonly tell: ((done: number, total: number, message: string) => Promise<void>) | null;
}

interface Spec<I extends z.ZodObject, O extends z.ZodObject> {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly input: I;
  readonly output: O;
  /** Its effects: it only reads, unless this says otherwise. */
  readonly does?: "starts" | "cancels";
  readonly run: (input: z.output<I>, call: Call) => Promise<z.output<O>>;
}

export interface Tool {
  readonly name: string;
  readonly register: (server: McpServer, service: Service) => void;
}

/** As data, and as text for clients that show only that. */
export function tool<I extends z.ZodObject, O extends z.ZodObject>(spec: Spec<I, O>): Tool {
  const { name, title, description, input, output, does, run } = spec;
  return {
    name,
    register(server, service) {
      const schemas = { inputSchema: telling(input), outputSchema: lean(output) };
      const config = { title, description, ...schemas, annotations: annotations(does) };
      server.registerTool(name, config, async (args, ctx) => {
        try {
          return answer(await run(input.parse(args), callOf(ctx, service)), ignoredOf(input, args));
        } catch (error) {
          return { isError: true, content: [{ type: "text", text: inWords(error, service) }] };
        }
      });
    },
  };
}

function answer(value: Record<string, unknown>, ignored: readonly string[]): CallToolResult {
  const text = JSON.stringify(value);
  if (text.length > mostCharacters) throw new Error(`an answer of ${text.length} characters is too long for a context`);
  const told = ignored.length === 0 ? [] : [`This tool has no such arguments and ignored them: ${ignored.join(", ")}`];
  const content = [text, ...told].map((one) => ({ type: "text" as const, text: one }));
  return { content, structuredContent: value };
}

/** Near misses are refused, others stay to be told. */
function telling(input: z.ZodObject): StandardSchemaWithJSON {
  const { "~standard": own } = lean(input);
  return {
    "~standard": {
      ...own,
      async validate(value) {
        const read = await own.validate(value);
        const slips = unknownFields(input, value).filter(({ meant }) => meant !== null);
        if (read.issues === undefined && slips.length === 0) return { value };
        const told = slips.map(({ path, meant }) => ({
          path: [...path],
          message: `${nameOf(path)} is not an argument of this tool; did you mean ${meant}?`,
        }));
        return { issues: [...(read.issues ?? []), ...told] };
      },
    },
  };
}

const mostIgnored = 20;

function ignoredOf(input: z.ZodObject, args: unknown): string[] {
  return [...new Set(unknownFields(input, args).map(({ path }) => nameOf(path)))].slice(0, mostIgnored);
}

function nameOf(path: readonly (string | number)[]): string {
  return inline(path.join("."), 60);
}

/** Nothing here reaches beyond the caller's service. */
function annotations(does: Spec<z.ZodObject, z.ZodObject>["does"]): ToolAnnotations {
  return {
    readOnlyHint: does === undefined,
    destructiveHint: does === "cancels",
    idempotentHint: does !== "starts",
    openWorldHint: does === "starts",
  };
}

function callOf(ctx: ServerContext, service: Service): Call {
  const { signal: told, _meta } = ctx.mcpReq;
  const { cancelled, stopping, leavingCancels } = service;
  const token = _meta?.progressToken;
  return {
    service,
    signal: AbortSignal.any([told, cancelled, stopping].filter((each) => each !== null)),
    isCancelled: () => cancelled?.aborted === true || (told.aborted && (leavingCancels || !hasLeft(told.reason))),
    tell:
      token === undefined
        ? null
        : (progress, total, message) =>
            ctx.mcpReq.notify({
              method: "notifications/progress",
              params: { progressToken: token, progress, total, message },
            }),
  };
}

/** The SDK's reason for a lost connection. */
function hasLeft(reason: unknown): boolean {
  return reason instanceof SdkError && reason.code === SdkErrorCode.ConnectionClosed;
}

/**
 * The same schema, described in fewer words: the list of tools stands in every conversation. A pattern beside a format
 * says the same twice, and the bounds of what JavaScript can hold say nothing.
 */
function lean(schema: StandardSchemaWithJSON): StandardSchemaWithJSON {
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
