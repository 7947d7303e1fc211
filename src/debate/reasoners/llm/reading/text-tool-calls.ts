import type { ToolCall } from "#src/debate/reasoners/reasoner.ts";
import { isJsonObject } from "./known-objects.ts";
import { objectSlices } from "./object-slices.ts";
import { withoutReasoning } from "./reasoning-blocks.ts";

interface Request {
  readonly name: string | undefined;
  readonly arguments: unknown;
}

/** A call with its name in a model family's marks. */
const callStarts =
  /<function=([\w-]{1,64})>|\[TOOL_CALLS\]\s{0,9}([\w-]{1,64})\s{0,9}(?:\[ARGS\])?|\bto=functions\.([\w-]{1,64})/g;
const parameter = /<parameter=([\w-]{1,64})>([^<]*)<\/parameter>/g;
/** Characters between a name and its arguments. */
const mostBetween = 80;

/**
 * Tool requests written as text: an object with name and arguments, bare, in `<tool_call>` or behind `[TOOL_CALLS]`;
 * `<function=NAME>`; `[TOOL_CALLS]NAME[ARGS]{…}`; `to=functions.NAME`. Linear.
 */
export function toolCallsIn(raw: string, tools: readonly string[]): ToolCall[] {
  const body = withoutReasoning(raw);
  // Harmony's tool calls are outside the channel for the reader.
  const marked = markedRequests(raw.includes("to=functions.") ? raw : body);
  const requests = marked.length > 0 ? marked : objectSlices(body).flatMap((slice) => requestsIn(parsed(slice)));
  return requests
    .flatMap(({ name, arguments: input }) =>
      name !== undefined && tools.includes(name)
        ? [{ name, input: typeof input === "string" ? parsed(input) : input }]
        : [],
    )
    .map(({ name, input }, index) => ({ id: `text-${index + 1}`, name, input: input ?? {} }));
}

function markedRequests(text: string): Request[] {
  const found = [...text.matchAll(callStarts)];
  return found.flatMap((start, index): Request[] => {
    const name = start[1] ?? start[2] ?? start[3];
    const rest = text.slice(start.index + start[0].length, found[index + 1]?.index);
    const given = [...rest.matchAll(parameter)];
    if (given.length > 0) {
      const entries = given.map(([, key = "", value = ""]) => [key, plainValue(value.trim())] as const);
      return [{ name, arguments: Object.fromEntries(entries) }];
    }
    const isNear = rest.slice(0, mostBetween).includes("{");
    const [object] = isNear ? objectSlices(rest) : [];
    return object === undefined ? [] : [{ name, arguments: object }];
  });
}

/** Numbers are read as numbers; all else is text. */
function plainValue(text: string): unknown {
  return /^-?\d{1,15}(?:\.\d{1,15})?$/.test(text) ? Number(text) : text;
}

function requestsIn(value: unknown): Request[] {
  if (Array.isArray(value)) return value.flatMap((item: unknown) => requestsIn(item));
  if (!isJsonObject(value)) return [];
  const inner = value["function"];
  const request = isJsonObject(inner) ? inner : value;
  const input = request["arguments"] ?? request["parameters"] ?? request["input"];
  const { name } = request;
  return typeof name === "string" && input !== undefined ? [{ name, arguments: input }] : [];
}

function parsed(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return value;
  } catch {
    return undefined;
  }
}
