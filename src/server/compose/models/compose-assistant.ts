import { createHash } from "node:crypto";
import { readFileSync, readdirSync } from "node:fs";
import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { z } from "zod";
import type { Settings } from "#src/core/config/config.ts";
import { InvalidInput } from "#src/core/errors.ts";
import { ProviderName, defaultModels } from "#src/debate/reasoners/llm/provider-names.ts";
import type { AssistantModel } from "#src/product/assistant/public/assistant-tools.ts";
import { type ReasonerChoice, modelsOf, providerSettings } from "./choices.ts";
import type { Embedder } from "#src/product/assistant/public/knowledge.ts";
import { Passage } from "#src/contract/jobs/assistant.ts";
import { newId } from "#src/core/ids.ts";

/** Somebody waits in front of it. */
const longestMs = 60_000;

/** The quick model; `null` for rules. */
export async function composeAssistantModel(
  choice: ReasonerChoice,
  settings: Settings,
): Promise<AssistantModel | null> {
  if (choice.provider === "rules") return null;
  const provider = ProviderName.parse(choice.provider);
  const model = modelsOf(provider, choice).quick ?? defaultModels[provider]?.quick;
  if (model === undefined) throw new InvalidInput(`${provider} has no default models; specify them`);
  const { concurrency, totalMs, idleMs } = settings.reasoner;
  const { createPassageModel } = await import("#src/debate/reasoners/llm/passage-answers.ts");
  return createPassageModel({
    provider,
    settings: providerSettings(provider, choice.baseUrl, settings),
    model,
    concurrency,
    totalMs: Math.min(totalMs, longestMs),
    idleMs: Math.min(idleMs, longestMs),
  });
}

/** `null` where none is named. */
export function composeEmbedder({ embedding }: Pick<Settings, "embedding">): Embedder | null {
  const { url, model: name, key } = embedding;
  if (url === null || name === null) return null;
  return {
    model: name,
    async embed(texts, signal) {
      // Loaded only where a model is configured.
      const [{ createOpenAICompatible }, { embedMany }] = await Promise.all([
        import("@ai-sdk/openai-compatible"),
        import("ai"),
      ]);
      const provider = createOpenAICompatible({
        name: "embedding",
        baseURL: url,
        ...(key !== null && { apiKey: key }),
      });
      const model = provider.embeddingModel(name);
      return (await embedMany({ model, values: [...texts], maxRetries: 1, abortSignal: signal })).embeddings;
    },
  };
}

const Kept = z.object({ key: z.string(), passages: z.array(Passage) });

/**
 * Reading the help centre is a third of a worker's start, so it is kept in a file where possible.
 * @param key of all it is made from
 */
export async function keptPassages(
  file: string,
  key: string,
  make: () => Promise<readonly Passage[]>,
): Promise<readonly Passage[]> {
  const kept = await readKept(file);
  if (kept?.key === key) return kept.passages;
  const passages = await make();
  const draft = `${file}.${newId("draft")}`;
  await mkdir(dirname(file), { recursive: true })
    .then(() => writeFile(draft, JSON.stringify({ key, passages })))
    .then(() => rename(draft, file))
    .catch(() => {});
  return passages;
}

/** What was kept last; `null` for nothing, or for an incomplete file. */
async function readKept(file: string): Promise<z.infer<typeof Kept> | null> {
  try {
    return Kept.parse(JSON.parse(await readFile(file, "utf8")));
  } catch {
    return null;
  }
}

/** Of code, texts and libraries. */
export function passagesKey(root: string, codeVersion: string): string {
  const hash = createHash("sha256").update(codeVersion);
  const add = (path: string) => hash.update(path).update(readFileSync(join(root, path)));
  add("package.json");
  add("content/figures.json");
  for (const folder of ["content/help", "content/blog"])
    for (const name of readdirSync(join(root, folder)).toSorted()) add(`${folder}/${name}`);
  return hash.digest("hex");
}
