import type { Change } from "./request-change.ts";
import { isJsonObject, type Json } from "./reading/known-objects.ts";
import { withinOutputLimit } from "./thinking-budget.ts";

/** The field for the output limit, by protocol. */
const places = [
  ["max_tokens"],
  ["max_completion_tokens"],
  ["max_output_tokens"],
  ["generationConfig", "maxOutputTokens"],
  ["inferenceConfig", "maxTokens"],
] as const;

const aboutLimit =
  /max_(?:completion_|output_|new_)?tokens|maxOutputTokens|maximum tokens|output tokens|completion tokens/i;
/** Less is no room for an answer. */
const leastRoom = 1000;

/** Lowers the limit to what the server names; `null`: it names none. */
export function outputLimitChange(body: Json, said: string): Change | null {
  const place = places.find((path) => typeof at(body, path) === "number");
  const asked = place === undefined ? undefined : at(body, place);
  if (place === undefined || typeof asked !== "number") return null;
  const left = leftInContext(said);
  const most = left ?? (aboutLimit.test(said) ? statedLimit(said, asked) : null);
  if (most === null || most >= asked || most < leastRoom) return null;
  return {
    name: `an output limit above ${most}`,
    named: aboutLimit,
    has: (one) => Number(at(one, place) ?? 0) > most,
    instead: (one) => {
      const lower = put(one, place, most);
      return isJsonObject(lower["thinking"]) ? withinOutputLimit(lower, most) : lower;
    },
    ...(left !== null && { isForOneCall: true }),
  };
}

function leftInContext(said: string): number | null {
  const context = /maximum context length (?:is|of) (\d+)/i.exec(said)?.[1];
  const prompt = /(\d+) (?:input tokens|(?:tokens )?in the (?:messages|prompt|input))/i.exec(said)?.[1];
  return context === undefined || prompt === undefined ? null : Number(context) - Number(prompt);
}

function statedLimit(said: string, asked: number): number | null {
  const numbers = [...said.matchAll(/(?<![\w.])\d{3,7}(?![\w.]*\d)/g)].map(({ 0: digits }) => Number(digits));
  const most = Math.max(...numbers.filter((one) => one < asked));
  if (!Number.isFinite(most)) return null;
  const isBeyond = new RegExp(`(?:lower|less|smaller) than ${most}|${most}\\W{1,2}exclusive`, "i").test(said);
  return isBeyond ? most - 1 : most;
}

function at(body: Json, [outer, inner]: readonly [string, string?]): unknown {
  const held = body[outer];
  return inner === undefined ? held : isJsonObject(held) ? held[inner] : undefined;
}

function put(body: Json, [outer, inner]: readonly [string, string?], value: number): Json {
  const held = body[outer];
  return { ...body, [outer]: inner === undefined ? value : { ...(isJsonObject(held) ? held : {}), [inner]: value } };
}
