import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { onTestFinished } from "vitest";
import { z } from "zod";

/** What reached a service and was taken by it. */
export interface Taken {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Record<string, unknown>;
}

/** What a server does instead of what it should, once each, in this order. */
type Trick = (response: ServerResponse, request: IncomingMessage) => void;

export interface ChannelServer {
  readonly url: string;
  readonly taken: Taken[];
  /** Requests, taken or not. */
  readonly asked: () => number;
  readonly next: (...tricks: readonly Trick[]) => void;
}

const Body = z.record(z.string(), z.unknown());

function json(response: ServerResponse, status: number, body: unknown, headers: Record<string, string> = {}): void {
  response.writeHead(status, { "content-type": "application/json", ...headers }).end(JSON.stringify(body));
}

/** Answers that the services are known to give, and those of what stands before them. */
export const tricks = {
  page:
    (status: number): Trick =>
    (response) =>
      void response.writeHead(status, { "content-type": "text/html" }).end("<!DOCTYPE html><h1>Error</h1>"),
  status:
    (status: number, body: unknown = {}, headers: Record<string, string> = {}): Trick =>
    (response) =>
      json(response, status, body, headers),
  word:
    (status: number, word: string, headers: Record<string, string> = {}): Trick =>
    (response) =>
      void response.writeHead(status, { "content-type": "text/plain", ...headers }).end(word),
  dropped: (): Trick => (_response, request) => void request.socket.destroy(),
  /** Begins an answer and never ends it. */
  silent: (): Trick => (response) => void response.writeHead(200, { "content-length": "1000" }).write("o"),
  /** @see https://core.telegram.org/bots/api#responseparameters */
  telegram:
    (code: number, description: string, parameters?: object): Trick =>
    (response) =>
      json(response, code, {
        ok: false,
        error_code: code,
        description,
        ...(parameters !== undefined && { parameters }),
      }),
} as const;

type Answer = (response: ServerResponse, given: Taken) => boolean;

async function serve(answer: Answer): Promise<ChannelServer> {
  const taken: Taken[] = [];
  const waiting: Trick[] = [];
  let asked = 0;
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const path = request.url ?? "";
      if (!/getUpdates|getMe/.test(path)) {
        asked += 1;
        const trick = waiting.shift();
        if (trick !== undefined) return trick(response, request);
      }
      const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]));
      const body = Body.safeParse(JSON.parse(Buffer.concat(chunks).toString() || "{}"));
      const given = { path, headers, body: body.success ? body.data : {} };
      if (answer(response, given)) taken.push(given);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port }: AddressInfo = Object(server.address());
  return { url: `http://127.0.0.1:${port}`, taken, asked: () => asked, next: (...more) => void waiting.push(...more) };
}

const TelegramMessage = z.object({
  chat_id: z.union([z.string(), z.number()]),
  text: z.string().min(1),
  parse_mode: z.literal("HTML").optional(),
});
const knownTags = /<\/?(?:b|i|blockquote)>|<a href="[^"<>]*">|<\/a>/g;

export interface TelegramServer extends ChannelServer {
  /** Somebody writes to the bot. */
  readonly write: (update: object) => void;
}

export const botToken = "123456789:test-token-of-a-bot-that-is-none";
export const botName = "conclave_test_bot";

/**
 * As api.telegram.org: updates are held until there are some and forgotten once a later one is asked for, a second
 * reader is refused, HTML is held to its tags, and a text to 4096 characters.
 */
export async function telegramServer(): Promise<TelegramServer> {
  const updates: { update_id: number }[] = [];
  const readers = new Set<ServerResponse>();
  const answerReaders = (): void => {
    for (const response of readers) json(response, 200, { ok: true, result: updates });
    readers.clear();
  };
  let last = 100;
  const server = await serve((response, { path, body }) => {
    const [, token, method] = /^\/bot([^/]+)\/(\w+)$/.exec(path) ?? [];
    const fail = (code: number, description: string): false => {
      tricks.telegram(code, description)(response, response.req);
      return false;
    };
    if (token !== botToken) return fail(401, "Unauthorized");
    if (method === "getMe") {
      json(response, 200, { ok: true, result: { id: 1, is_bot: true, first_name: "Conclave", username: botName } });
      return false;
    }
    if (method === "getUpdates") {
      const offset = Number(body["offset"] ?? 0);
      while ((updates[0]?.update_id ?? offset) < offset) updates.shift();
      if (readers.size > 0) {
        // The one that waits is told to give way, as Telegram does.
        for (const other of readers)
          json(other, 409, {
            ok: false,
            error_code: 409,
            description: "Conflict: terminated by other getUpdates request",
          });
        readers.clear();
      }
      if (updates.length > 0) json(response, 200, { ok: true, result: updates });
      else readers.add(response);
      response.on("close", () => readers.delete(response));
      return false;
    }
    const message = TelegramMessage.safeParse(body);
    if (!message.success) return fail(400, "Bad Request: message text is empty");
    const { text, parse_mode: mode } = message.data;
    if (mode === "HTML" && /[<>]/.test(text.replace(knownTags, "")))
      return fail(400, "Bad Request: can't parse entities: Unsupported start tag");
    if (text.replace(knownTags, "").replace(/&\w+;/g, "x").length > 4096)
      return fail(400, "Bad Request: message is too long");
    json(response, 200, { ok: true, result: { message_id: 1 } });
    return true;
  });
  return {
    ...server,
    write(update) {
      last += 1;
      updates.push({ ...update, update_id: last });
      answerReaders();
    },
  };
}

const Embed = z.object({ title: z.string().max(256), description: z.string().max(4096).optional() });

/** As a webhook of Discord: 204, and 400 for an embed that is too long; the limits stand in headers of every answer. */
export function discordServer(): Promise<ChannelServer> {
  return serve((response, { body }) => {
    const embeds = z.array(Embed).min(1).max(10).safeParse(body["embeds"]);
    const size = embeds.success
      ? embeds.data.reduce((sum, { title, description = "" }) => sum + title.length + description.length, 0)
      : Infinity;
    if (size > 6000) {
      json(response, 400, { code: 50035, message: "Invalid Form Body" });
      return false;
    }
    response.writeHead(204, { "x-ratelimit-remaining": "4", "x-ratelimit-reset-after": "1" }).end();
    return true;
  });
}

const Block = z.object({ type: z.string(), text: z.object({ text: z.string().min(1).max(3000) }).optional() });

/** As an incoming webhook of Slack: the word `ok`, or the word for what is wrong. */
export function slackServer(): Promise<ChannelServer> {
  return serve((response, { body }) => {
    const blocks = z.array(Block).max(50).safeParse(body["blocks"]);
    const headers = blocks.success ? blocks.data.filter(({ type }) => type === "header") : [];
    const good = blocks.success && headers.every(({ text }) => (text?.text.length ?? 0) <= 150);
    if (!good || typeof body["text"] !== "string") {
      tricks.word(400, good ? "no_text" : "invalid_blocks")(response, response.req);
      return false;
    }
    tricks.word(200, "ok")(response, response.req);
    return true;
  });
}

/** As ntfy: JSON to the root, a topic of letters, and at most 4096 bytes. */
export function ntfyServer(token: string | null = null): Promise<ChannelServer> {
  return serve((response, { path, headers, body }) => {
    const refuse = (status: number, code: number, error: string): false => {
      json(response, status, { code, http: status, error });
      return false;
    };
    if (token !== null && headers["authorization"] !== `Bearer ${token}`) return refuse(403, 40301, "forbidden");
    if (path !== "/" || !/^[-_A-Za-z0-9]{1,64}$/.test(String(body["topic"])))
      return refuse(404, 40401, "page not found");
    if (Buffer.byteLength(String(body["message"])) > 4096) return refuse(413, 41301, "attachment too large");
    json(response, 200, { id: "x", event: "message", topic: body["topic"] });
    return true;
  });
}

/** Any program's. */
export function hookServer(): Promise<ChannelServer> {
  return serve((response) => {
    response.writeHead(200).end();
    return true;
  });
}

/** As a program's endpoint: 204 for every message. */
export function endpointServer(): Promise<ChannelServer> {
  return serve((response) => {
    response.writeHead(204).end();
    return true;
  });
}
