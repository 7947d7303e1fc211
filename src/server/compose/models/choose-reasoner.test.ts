import { createServer } from "node:http";
import { once } from "node:events";
import { describe, expect, onTestFinished, test } from "vitest";
import { InvalidInput } from "#src/core/errors.ts";
import { readSettings } from "#src/core/config/config.ts";
import { chooseReasoner, installedModels, type ReasonerWish } from "./choose-reasoner.ts";

const nothing: ReasonerWish = { reasoner: null, provider: null, deep: null, quick: null, baseUrl: null };
// Nothing listens there.
const nowhere = { SERVICE_LLM_BASE_URL: "ollama=http://127.0.0.1:9" };
const address = "http://127.0.0.1:8000/v1";

/** Something that answers like Ollama's list of models. */
async function ollama(body: string): Promise<string> {
  const server = createServer((_request, response) => response.setHeader("content-type", "application/json").end(body));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void server.close());
  const at = server.address();
  if (at === null || typeof at === "string") throw new Error("the server has no port");
  return `http://127.0.0.1:${at.port}`;
}

describe("who argues", () => {
  test.each<[string, Partial<ReasonerWish>, Record<string, string>, string]>([
    ["nothing is configured", {}, {}, "rules"],
    ["one provider has a key", {}, { SERVICE_LLM_API_KEY: "mistral=k" }, "mistral"],
    ["several have one", {}, { OPENAI_API_KEY: "k", ANTHROPIC_API_KEY: "k" }, "anthropic"],
    ["a provider is configured", {}, { OPENAI_API_KEY: "k", SERVICE_LLM_PROVIDER: "xai" }, "xai"],
    ["rules are configured", {}, { OPENAI_API_KEY: "k", SERVICE_LLM_PROVIDER: "rules" }, "rules"],
    ["a flag says another than is configured", { provider: "groq" }, { SERVICE_LLM_PROVIDER: "xai" }, "groq"],
    ["rules are asked for", { reasoner: "rules" }, { OPENAI_API_KEY: "k" }, "rules"],
    ["a model is asked for", { reasoner: "llm" }, { OPENAI_API_KEY: "k", SERVICE_LLM_PROVIDER: "rules" }, "openai"],
    ["an address is given", { baseUrl: address }, { OPENAI_API_KEY: "k" }, "openai-compatible"],
    ["an address is configured", {}, { SERVICE_LLM_BASE_URL: address, OPENAI_API_KEY: "k" }, "openai-compatible"],
  ])("when %s", async (_case, wish, env, provider) => {
    const choice = await chooseReasoner({ ...nothing, ...wish }, readSettings({ ...nowhere, ...env }));
    expect(choice.provider).toBe(provider);
  });

  test.each<[Partial<ReasonerWish>, string]>([
    [{ reasoner: "llm" }, "--reasoner llm"],
    [{ deep: "big" }, "--deep"],
    [{ reasoner: "rules", provider: "openai" }, "rules cannot be combined with"],
    [{ reasoner: "rules", deep: "big" }, "rules cannot be combined with"],
    [{ reasoner: "llm", provider: "rules" }, "cannot be combined"],
    [{ provider: "ollama" }, "ollama: no model found at http://127.0.0.1:9"],
    [{ baseUrl: "gateway.example:8000" }, "--base-url"],
    [{ baseUrl: "file:///etc/passwd" }, "--base-url"],
    [{ baseUrl: "http://me:secret@127.0.0.1/v1" }, "must not contain a user, password or query"],
    [{ baseUrl: "http://127.0.0.1/v1?key=secret" }, "must not contain a user, password or query"],
  ])("%j cannot be", async (wish, said) => {
    const choosing = chooseReasoner({ ...nothing, ...wish }, readSettings(nowhere));
    await expect(choosing).rejects.toThrow(InvalidInput);
    await expect(choosing).rejects.toThrow(said);
    await expect(choosing).rejects.not.toThrow("secret");
  });
});

describe("a local Ollama", () => {
  const tags =
    '{"models": [{"name": "nomic-embed-text"}, {"name": "b", "details": {"family": "llama"}}, {"name": "a"}]}';

  test("argues with its latest model that can talk, for all roles that name none", async () => {
    const at = await ollama(tags);
    const settings = readSettings({ SERVICE_LLM_BASE_URL: `ollama=${at}` });
    expect(await chooseReasoner(nothing, settings)).toEqual({
      provider: "ollama",
      deep: "b",
      quick: "b",
      baseUrl: `${at}/v1`,
    });
    const named = { ...nothing, provider: "ollama", deep: "big" };
    expect(await chooseReasoner(named, settings)).toMatchObject({ deep: "big", quick: "big" });
  });

  test("is looked for where a flag says that it is", async () => {
    const at = await ollama(tags);
    const wish = { ...nothing, provider: "ollama", baseUrl: `${at}/v1` };
    expect(await chooseReasoner(wish, readSettings(nowhere))).toMatchObject({ deep: "b", baseUrl: `${at}/v1` });
  });

  test.each(['{"models": []}', "<html>", '{"object": "list"}'])("is none when %j answers", async (body) => {
    expect(await installedModels(await ollama(body))).toEqual([]);
  });
});
