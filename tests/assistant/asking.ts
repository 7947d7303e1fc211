import { createPassageModel } from "#src/debate/reasoners/llm/passage-answers.ts";
import { systemClock } from "#src/core/clock.ts";
import { reindex } from "#src/product/assistant/assistant.ts";
import type { Browser } from "#tests/support/browser.ts";
import { systemContext } from "#tests/support/contexts.ts";
import { openTestApp, type FrontDoor, type TestApp } from "#tests/support/front-door.ts";
import { startModelServer, type ModelServer, type ModelServerOptions } from "#tests/support/model-server.ts";
import type { ScriptRequest } from "#tests/support/model-script.ts";
import { confirmedUser } from "#tests/support/sign-in.ts";
import { fixturePassages } from "./fixture-passages.ts";

/** A service whose assistant knows the tests' own passages. */
export async function openAssistantApp(): Promise<TestApp> {
  const testApp = await openTestApp();
  await reindex(systemContext({ db: testApp.db, clock: systemClock }), fixturePassages);
  return testApp;
}

let people = 0;

/** Whoever asks, each time another one. */
export function somebodyAt(testApp: TestApp, door: FrontDoor): Promise<Browser> {
  people += 1;
  return confirmedUser(testApp, door, `asker${people}@example.com`);
}

export function body(question: string, id = "c1"): object {
  return { id, messages: [{ id: "m1", role: "user", parts: [{ type: "text", text: question }] }] };
}

export interface Written {
  readonly text: string;
  readonly chunkId: string;
  readonly quote: string;
}

/** The ids and texts of the passages that a prompt holds. */
export function shown({ prompt }: ScriptRequest): { id: string; text: string }[] {
  return [...prompt.matchAll(/<external id="(p\d+)\/text">([^<]*)<\/external>/g)].map(([, id = "", text = ""]) => ({
    id,
    text,
  }));
}

/** A front door whose assistant asks a model that says what `script` says. */
export async function doorWithModel(
  testApp: TestApp,
  script: (request: ScriptRequest) => { answerable: boolean; claims: readonly Written[] } | string,
  options: Omit<ModelServerOptions, "script"> = {},
): Promise<{ at: FrontDoor; server: ModelServer }> {
  const server = await startModelServer({ ...options, script });
  const assistantModel = createPassageModel({
    provider: "openai-compatible",
    settings: { baseUrl: server.url, apiKey: "key" },
    model: "tester",
    concurrency: 4,
    totalMs: 10_000,
    idleMs: 5000,
  });
  return { at: await testApp.open({ assistantModel }), server };
}
