import { afterEach, describe, expect, test, vi } from "vitest";
import { ModelFailed } from "#src/core/errors.ts";
import { nearestNames, providerFetch } from "./provider-fetch.ts";

const url = "http://127.0.0.1:9/v1/chat/completions";
const request = {
  model: "big",
  stream: true,
  seed: 7,
  response_format: { type: "json_schema", json_schema: { name: "answer", schema: { type: "object" } } },
  messages: [{ role: "user", content: "Now." }],
};
const options = { model: "big", mostWaitMs: 60_000, secrets: ["sk-secret"] };

afterEach(() => {
  vi.unstubAllGlobals();
});

/** Answers by what is sent, and keeps it. */
function serve(answer: (sent: Record<string, unknown>, path: string) => Response): Record<string, unknown>[] {
  const arrived: Record<string, unknown>[] = [];
  vi.stubGlobal("fetch", async (input: string, init?: RequestInit) => {
    const sent = typeof init?.body === "string" ? Object(JSON.parse(init.body)) : {};
    arrived.push(sent);
    return answer(sent, new URL(input).pathname);
  });
  return arrived;
}

function said(status: number, message: string): Response {
  return Response.json({ error: { message } }, { status });
}

const post = { method: "POST", body: JSON.stringify(request) };
const good = (): Response => new Response("data: [DONE]\n\n", { headers: { "content-type": "text/event-stream" } });

describe("a refused parameter", () => {
  test("is left out of the repeated call, and of every later one", async () => {
    const arrived = serve((sent) => (sent["seed"] === undefined ? good() : said(400, "seed is not supported")));
    const fetch = providerFetch(options);
    expect((await fetch(url, post)).status).toBe(200);
    expect((await fetch(url, post)).status).toBe(200);
    expect(arrived.map((sent) => sent["seed"])).toEqual([7, undefined, undefined]);
  });

  test("is remembered for one model alone", async () => {
    const arrived = serve((sent) => (sent["seed"] === undefined ? good() : said(400, "seed is not supported")));
    await providerFetch(options)(url, post);
    await providerFetch({ ...options, model: "small" })(url, post);
    expect(arrived.map((sent) => sent["seed"])).toEqual([7, undefined, 7, undefined]);
  });

  test("is sent again where leaving it out did not help", async () => {
    const arrived = serve(() => said(500, "unknown error while reading seed"));
    const fetch = providerFetch(options);
    await fetch(url, post);
    await fetch(url, post);
    expect(arrived.map((sent) => sent["seed"])).toEqual([7, undefined, 7, undefined]);
  });

  test("that is refused in any form ends with the refusal", async () => {
    const arrived = serve(() => said(400, "response_format is not supported"));
    const response = await providerFetch(options)(url, post);
    expect(response.status).toBe(400);
    expect(await response.text()).toContain("response_format is not supported");
    expect(arrived).toHaveLength(3);
  });
});

test("a body that is no chat is passed on as it is", async () => {
  const arrived = serve(() => said(400, "seed is not supported"));
  expect((await providerFetch(options)(url, { method: "POST", body: '{"seed":7}' })).status).toBe(400);
  expect(arrived).toEqual([{ seed: 7 }]);
});

test("a model that is not there is told with the nearest of those that are", async () => {
  serve((_sent, path) =>
    path === "/v1/models"
      ? Response.json({ data: [{ id: "bigger" }, { id: "tiny" }] })
      : said(404, 'model "big" not found'),
  );
  await expect(providerFetch(options)(url, post)).rejects.toMatchObject({
    reason: "unavailable",
    message: 'big: the provider has no model "big" (404); it lists 2, nearest "bigger", "tiny"',
  });
});

test("without a list, only that it is not there", async () => {
  serve((_sent, path) =>
    path === "/v1/models" ? new Response("<html>", { status: 200 }) : said(404, "model not found"),
  );
  await expect(providerFetch(options)(url, post)).rejects.toThrow('big: the provider has no model "big" (404)');
});

test("a used-up quota is told without the key", async () => {
  serve(() => said(429, "insufficient_quota for sk-secret"));
  const failure: unknown = await providerFetch(options)(url, post).catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(ModelFailed);
  expect(failure).toMatchObject({ reason: "unauthorized", message: expect.not.stringContaining("sk-secret") });
});

test("an error with a good status has the status it names", async () => {
  serve(() => Response.json({ error: { code: 503, message: "loading model" } }));
  expect((await providerFetch(options)(url, post)).status).toBe(503);
});

test.each([
  ["llama3.1", ["qwen3:8b", "llama3.1:8b", "llama3:latest", "mistral:7b"], ["llama3.1:8b", "llama3:latest"]],
  ["gpt-6-terra", ["gpt-6.1-sol", "gpt-6.1-terra", "text-embedding-3"], ["gpt-6.1-terra", "gpt-6.1-sol"]],
  ["Qwen/Qwen3-8B", ["qwen3-8b-instruct", "deepseek-r1"], ["qwen3-8b-instruct", "deepseek-r1"]],
])("the names nearest to %s come first", (name, names, first) => {
  expect(nearestNames(name, names).slice(0, first.length)).toEqual(first);
});

test("at most three are told, and none of none", () => {
  expect(nearestNames("a", ["b", "c", "d", "e"])).toHaveLength(3);
  expect(nearestNames("big", [])).toEqual([]);
});
