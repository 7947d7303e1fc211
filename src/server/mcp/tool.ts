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
import { unknownFields } from "#src/core/unknown-fields.ts";
import { inline } from "#src/core/untrusted.ts";
import { lean } from "./lean-schema.ts";
import { inWords } from "./refusal.ts";
import type { Service } from "./service.ts";
import { mostCharacters } from "./size.ts";

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
          message: `${nameOf(path)} is no argument of this tool; did you mean ${meant}?`,
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
