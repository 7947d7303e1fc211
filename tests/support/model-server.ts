import { createHash } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { setTimeout as wait } from "node:timers/promises";
import { z } from "zod";
import { conclaveScript, type ScriptAnswer, type ScriptRequest } from "./model-script.ts";
import { refuse, sendRaw, sendStream, sendWhole, type Behaviour, type Sent } from "./model-wire.ts";

export interface ModelServerOptions {
  /** What the model says; by default it argues from the figures in the prompt. */
  readonly script?: (request: ScriptRequest) => ScriptAnswer;
  /** Before the first byte of every answer. */
  readonly latencyMs?: number;
  /** No answer begins before. */
  readonly opens?: Promise<void>;
  /** By request: a list in the order of arrival (then plain answers), or a choice. */
  readonly plan?: readonly Behaviour[] | ((call: ModelCall) => Behaviour);
  /** Characters of the answer in one event. */
  readonly pieceLength?: number;
  /** Counts the longest start shared with an earlier prompt as cached, in blocks of 128 tokens. */
  readonly promptCache?: boolean;
  /** Some local servers count nothing. */
  readonly countsTokens?: boolean;
  /** What `GET /models` lists; without it there is no such list. */
  readonly models?: readonly string[];
  /** False in benchmarks: counts calls and forgets them. */
  readonly keepCalls?: boolean;
}

export interface ModelCall extends ScriptRequest {
  /** From 0, in the order of arrival. */
  readonly index: number;
  readonly path: string;
  readonly headers: IncomingMessage["headers"];
  readonly body: Readonly<Record<string, unknown>>;
  /** Milliseconds on the monotonic clock. */
  readonly arrivedAt: number;
  endedAt: number | null;
  /** `finished`: the whole answer was sent. `refused`: an error status was. `aborted`: the client went away, or was cut off. */
  outcome: "open" | "finished" | "refused" | "aborted";
}

export interface ModelServer {
  /** With `/v1` at its end, as an OpenAI-compatible base URL. */
  readonly url: string;
  readonly calls: readonly ModelCall[];
  readonly finished: () => number;
  /** The most calls that were open at the same time. */
  readonly mostAtOnce: () => number;
  /** The ends of prompts that were answered completely more than once, and how often: money paid twice. */
  readonly repeatedFinishedCalls: () => { readonly prompt: string; readonly times: number }[];
  readonly close: () => Promise<void>;
}

const TextContent = z.union([
  z.string(),
  z.array(z.object({ text: z.string() })).transform((parts) => parts.map((part) => part.text).join("\n\n")),
]);
const Schema = z.record(z.string(), z.unknown());
const Request = z.looseObject({
  model: z.string(),
  stream: z.boolean().default(false),
  stream_options: z.object({ include_usage: z.boolean().default(false) }).optional(),
  messages: z.array(z.object({ role: z.string(), content: TextContent.nullish() })),
  tools: z.array(z.object({ function: z.object({ name: z.string(), parameters: Schema.default({}) }) })).default([]),
  response_format: z.object({ json_schema: z.object({ schema: Schema }).optional() }).optional(),
});

/** An OpenAI-compatible model over real HTTP on 127.0.0.1, that says what a script says and fails as planned. */
export async function startModelServer(options: ModelServerOptions = {}): Promise<ModelServer> {
  const script = options.script ?? conclaveScript();
  const calls: ModelCall[] = [];
  const prompts: string[] = [];
  const finishedTimes = new Map<string, { prompt: string; times: number }>();
  let arrived = 0;
  let open = 0;
  let most = 0;
  let finished = 0;

  async function handle(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    if (incoming.method === "GET") return list(response, options.models);
    const index = arrived;
    arrived += 1;
    open += 1;
    most = Math.max(most, open);
    response.once("close", () => {
      open -= 1;
    });
    const { call, stream, usageApart } = await readCall(incoming, index);
    if (options.keepCalls ?? true) calls.push(call);
    response.once("close", () => {
      call.endedAt = performance.now();
      if (!response.writableFinished) call.outcome = "aborted";
      else if (response.statusCode >= 400) call.outcome = "refused";
      else {
        call.outcome = "finished";
        finished += 1;
        countFinished(finishedTimes, call);
      }
    });
    const behaviour =
      typeof options.plan === "function" ? options.plan(call) : (options.plan?.[index] ?? { kind: "answer" });
    await options.opens;
    if (options.latencyMs !== undefined && options.latencyMs > 0) await wait(options.latencyMs);
    if (behaviour.kind === "hang" || response.destroyed) return;
    if (behaviour.kind === "status") return refuse(response, behaviour);
    if (behaviour.kind === "raw") return sendRaw(response, behaviour);
    if (behaviour.kind === "garbage")
      return void response
        .writeHead(200, { "content-type": "text/event-stream" })
        .end("data: <html>not json\n\ndata: {\n\n");
    const answer = answerOf(script(call), behaviour);
    const sent = {
      answer,
      behaviour,
      usage: (behaviour.kind === "text" ? behaviour.usage : undefined) ?? usageOf(call, answer, prompts, options),
      usageApart,
      model: (behaviour.kind === "answer" ? behaviour.model : undefined) ?? call.model,
      pieceLength: options.pieceLength ?? 120,
    };
    if (options.promptCache ?? false) prompts.push(`${call.system}\n\n${call.prompt}`);
    await (stream ? sendStream(response, sent) : sendWhole(response, sent));
  }

  const server = createServer((incoming, response) => {
    handle(incoming, response).catch((error: unknown) => {
      if (!response.headersSent) response.writeHead(500, { "content-type": "text/plain" });
      response.end(`the model server broke: ${String(error)}`);
    });
  });
  server.keepAliveTimeout = 60_000;
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the server has no port");
  return {
    url: `http://127.0.0.1:${address.port}/v1`,
    calls,
    finished: () => finished,
    mostAtOnce: () => most,
    repeatedFinishedCalls: () => [...finishedTimes.values()].filter(({ times }) => times > 1),
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

function list(response: ServerResponse, models: readonly string[] | undefined): void {
  response.writeHead(models === undefined ? 404 : 200, { "content-type": "application/json" });
  response.end(JSON.stringify({ object: "list", data: (models ?? []).map((id) => ({ id, object: "model" })) }));
}

async function readCall(
  incoming: IncomingMessage,
  index: number,
): Promise<{ call: ModelCall; stream: boolean; usageApart: boolean }> {
  const arrivedAt = performance.now();
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(Buffer.from(chunk));
  const json: unknown = JSON.parse(Buffer.concat(chunks).toString("utf8"));
  const body = Request.parse(json);
  const textOf = (roles: readonly string[]) =>
    body.messages
      .filter(({ role }) => roles.includes(role))
      .map(({ content }) => content ?? "")
      .join("\n\n");
  const call: ModelCall = {
    index,
    path: incoming.url ?? "",
    headers: incoming.headers,
    body: Schema.parse(json),
    model: body.model,
    system: textOf(["system", "developer"]),
    prompt: textOf(["user"]),
    schema: body.response_format?.json_schema?.schema ?? schemaInPrompt(textOf(["user"])),
    tools: body.tools.map(({ function: { name, parameters } }) => ({ name, schema: parameters })),
    arrivedAt,
    endedAt: null,
    outcome: "open",
  };
  return { call, stream: body.stream, usageApart: body.stream_options?.include_usage ?? false };
}

/** The trade date of the run that asks, which stands at the head of each of its prompts; "" in another prompt. */
export function promptDate({ prompt }: ScriptRequest): string {
  return /, trade date (\d{4}-\d{2}-\d{2})\./.exec(prompt)?.[1] ?? "";
}

/** Where a provider takes no schema, it stands at the end of the prompt. */
function schemaInPrompt(prompt: string): Record<string, unknown> | null {
  const json = /JSON schema:\n(\{.*\})$/.exec(prompt)?.[1];
  return json === undefined ? null : Schema.parse(JSON.parse(json));
}

function countFinished(times: Map<string, { prompt: string; times: number }>, call: ModelCall): void {
  const key = createHash("sha256")
    .update(JSON.stringify([call.model, call.system, call.prompt]))
    .digest("hex");
  times.set(key, { prompt: call.prompt.slice(-300), times: (times.get(key)?.times ?? 0) + 1 });
}

const ToolAnswer = z.object({ toolCalls: z.array(z.object({ name: z.string(), input: z.unknown() })) });

function answerOf(scripted: ScriptAnswer, behaviour: Behaviour): Sent["answer"] {
  const asked = typeof scripted === "string" ? null : ToolAnswer.safeParse(scripted).data;
  const text = typeof scripted === "string" ? scripted : JSON.stringify(scripted);
  if (behaviour.kind === "text")
    return {
      text: behaviour.text.replace("$JSON", () => text),
      toolCalls: [],
      finishReason: behaviour.finishReason ?? "stop",
    };
  if (behaviour.kind === "tools") return { text: "", toolCalls: behaviour.calls, finishReason: "tool_calls" };
  if (asked != null) return { text: "", toolCalls: asked.toolCalls, finishReason: "tool_calls" };
  return { text, toolCalls: [], finishReason: "stop" };
}

/** Four bytes a token, and the prompt cache as providers count it. */
function usageOf(
  call: ModelCall,
  { text, toolCalls }: Sent["answer"],
  prompts: readonly string[],
  options: ModelServerOptions,
): object | undefined {
  if (options.countsTokens === false) return undefined;
  const all = `${call.system}\n\n${call.prompt}`;
  const shared =
    options.promptCache === true ? Math.max(0, ...prompts.slice(-64).map((earlier) => sharedLength(earlier, all))) : 0;
  const prompt_tokens = Math.ceil(Buffer.byteLength(all) / 4);
  const completion_tokens = Math.ceil(Buffer.byteLength(text + JSON.stringify(toolCalls)) / 4);
  return {
    prompt_tokens,
    completion_tokens,
    total_tokens: prompt_tokens + completion_tokens,
    prompt_tokens_details: { cached_tokens: Math.floor(shared / 4 / 128) * 128 },
  };
}

function sharedLength(one: string, other: string): number {
  let at = 0;
  while (at < one.length && at < other.length && one.charCodeAt(at) === other.charCodeAt(at)) at += 1;
  return at;
}
