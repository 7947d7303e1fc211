import { createServer } from "node:http";
import { afterEach, expect, test } from "vitest";
import { chooseReasoner, noWish } from "#src/server/compose/models/choose-reasoner.ts";
import { composeReasoner } from "#src/server/compose/models/compose-reasoner.ts";
import { readSettings } from "#src/core/config/config.ts";
import { once } from "node:events";
import { analystBrief } from "#tests/support/llm-brief.ts";
const noDelta = { signal: new AbortController().signal, onDelta: () => {} };

/* Base URLs as people copy them, against a server that knows one address alone. */

const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

/** @returns its origin, and the paths that were asked */
async function strictServer(unknown: { status: number; type: string; body: string }) {
  const paths: string[] = [];
  const server = createServer((incoming, response) => {
    paths.push(incoming.url ?? "");
    incoming.resume();
    if (incoming.url !== "/v1/chat/completions")
      return void response.writeHead(unknown.status, { "content-type": unknown.type }).end(unknown.body);
    const answer = JSON.stringify({ text: "It holds.", score: 1, points: [] });
    const piece = { id: "1", object: "chat.completion.chunk", created: 1, model: "m" };
    const choices = [{ index: 0, delta: { content: answer }, finish_reason: "stop" }];
    response.writeHead(200, { "content-type": "text/event-stream" });
    response.end(`data: ${JSON.stringify({ ...piece, choices })}\n\ndata: [DONE]\n\n`);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  closing.push(() => server.close());
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the server has no port");
  return { origin: `http://127.0.0.1:${address.port}`, paths };
}

const notFound = { status: 404, type: "text/plain", body: "404 page not found" };

async function ask(provider: string, baseUrl: string) {
  const env = {
    SERVICE_LLM_PROVIDER: provider,
    SERVICE_LLM_BASE_URL: baseUrl,
    SERVICE_DEEP_THINK_LLM: "m",
    SERVICE_QUICK_THINK_LLM: "m",
    OPENAI_API_KEY: "k",
  };
  const settings = readSettings(env);
  const reasoner = await composeReasoner(await chooseReasoner(noWish, settings), settings);
  return reasoner.speak(analystBrief(), noDelta);
}

test.each([
  ["openai-compatible", "/v1/"],
  ["openai-compatible", "/v1 "],
  ["openai-compatible", "//v1//"],
  ["openai-compatible", "/v1#"],
  ["openai-compatible", "/v1/#models"],
  ["openai-compatible", "/v1/chat/completions"],
  ["openai-compatible", "/v1/chat/completions/"],
  ["openai-compatible", "/v1/v1"],
  ["openai", "/v1/models"],
  ["ollama", ""],
  ["ollama", "/"],
  ["ollama", "/api/chat"],
  ["vllm", ""],
  ["lmstudio", "/"],
  ["llamacpp", "/v1"],
])("%s at …%s is asked where it answers", async (provider, path) => {
  const { origin, paths } = await strictServer(notFound);
  await expect(ask(provider, `${origin}${path}`)).resolves.toMatchObject({ kind: "statement" });
  expect(paths.at(-1)).toBe("/v1/chat/completions");
});

test.each([
  ["a status", "", notFound, "/v1"],
  ["a page", "", { status: 200, type: "text/html; charset=utf-8", body: "<html>Chat</html>" }, "/v1"],
  [
    "LM Studio's words",
    "",
    { status: 200, type: "application/json", body: '{"error":"Unexpected endpoint or method."}' },
    "/v1",
  ],
  [
    "a method that is refused",
    "/api",
    { status: 405, type: "application/json", body: '{"detail":"Method Not Allowed"}' },
    "/v1",
  ],
  ["a status below a folder", "/openai", notFound, "/openai/v1"],
])("%s at …%s is told with the address that was asked and the likely one", async (_what, path, unknown, likely) => {
  const { origin } = await strictServer(unknown);
  const asked = ask("openai-compatible", `${origin}${path}`);
  await expect(asked).rejects.toMatchObject({ reason: "unavailable" });
  await expect(asked).rejects.toThrow(`${origin}${path}/chat/completions`);
  await expect(asked).rejects.toThrow(`set the base URL to ${origin}${likely}`);
});

test("an address with a version is told as it was asked, without a guess", async () => {
  const { origin } = await strictServer(notFound);
  const asked = ask("openai-compatible", `${origin}/v2`);
  await expect(asked).rejects.toThrow(`${origin}/v2/chat/completions (404: 404 page not found)`);
  await expect(asked).rejects.not.toThrow("set the base URL");
});

test("a server that is not there is told with its address and what to do", async () => {
  const { origin } = await strictServer(notFound);
  closing.splice(0).forEach((close) => close());
  const { host } = new URL(origin);
  await expect(ask("openai-compatible", `${origin}/v1`)).rejects.toThrow(
    `m: the model server at ${host} cannot be reached: nothing listens at ${host}. Start it; from a container this machine is host.docker.internal`,
  );
});
