import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { z } from "zod";
import { Passage } from "#src/contract/jobs/assistant.ts";
import { newId } from "#src/core/ids.ts";

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
