import { z } from "zod";
import { AnalystAnswer, ProposalAnswer, VerdictAnswer } from "#src/contract/run/answers.ts";
import { renderPrompt } from "#src/debate/reasoners/prompt.ts";
import type { Brief } from "#src/debate/reasoners/reasoner.ts";
import { wireSchema } from "#src/debate/reasoners/llm/call.ts";
import { startModelServer } from "../model-server.ts";
import type { Habit } from "./habit.ts";
import { behaviourOf } from "./run-habit.ts";

const Piece = z.object({
  choices: z
    .array(z.object({ delta: z.object({ content: z.string().nullish(), tool_calls: z.array(z.unknown()).nullish() }) }))
    .min(1),
});

const schemas: Readonly<Record<string, z.ZodType>> = { market: AnalystAnswer, trader: ProposalAnswer };

/**
 * Whether a reader without any leniency gets an answer: one request, `JSON.parse` of the content, and the answer's
 * schema. A request for tools in its own form counts as one.
 */
export async function readsPlainly(habit: Habit, brief: Brief<unknown>): Promise<boolean> {
  const server = await startModelServer({ plan: (call) => behaviourOf(habit, call, call.index) });
  try {
    const content = await contentOf(server.url, brief, habit.toolSteps !== undefined);
    if (content === null) return true;
    const read = (schemas[habit.agent ?? ""] ?? VerdictAnswer).safeParse(JSON.parse(content));
    return read.success && !(habit.agent === undefined && !isRated(read.data));
  } catch {
    return false;
  } finally {
    await server.close();
  }
}

function isRated(answer: unknown): boolean {
  return VerdictAnswer.parse(answer).rating !== null;
}

/** `null` where tools are asked for. @throws whatever does not come as it should */
async function contentOf(url: string, brief: Brief<unknown>, mayLookUp: boolean): Promise<string | null> {
  const { system, messages } = renderPrompt(brief);
  const tool = { type: "function", function: { name: "price_history", parameters: { type: "object" } } };
  const response = await fetch(`${url}/chat/completions`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    signal: AbortSignal.timeout(3000),
    body: JSON.stringify({
      model: "big",
      stream: true,
      stream_options: { include_usage: true },
      seed: 7,
      max_tokens: 16_000,
      messages: [
        { role: "system", content: system },
        { role: "user", content: messages.map((message) => message.content).join("\n\n") },
      ],
      response_format: { type: "json_schema", json_schema: { name: "answer", schema: wireSchema(brief.answer) } },
      ...(mayLookUp ? { tools: [tool], tool_choice: "auto" } : {}),
    }),
  });
  if (!response.ok) throw new Error(String(response.status));
  const text = await response.text();
  const pieces = text
    .split("\n\n")
    .filter((event) => event.startsWith("data: ") && !event.includes("[DONE]"))
    .map((event): unknown => JSON.parse(event.slice("data: ".length)));
  const deltas = pieces.flatMap((piece) => Piece.safeParse(piece).data?.choices.map(({ delta }) => delta) ?? []);
  if (deltas.some(({ tool_calls }) => tool_calls != null)) return null;
  return deltas.map(({ content }) => content ?? "").join("");
}
