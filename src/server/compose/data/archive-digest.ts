import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join, sep } from "node:path";

/** Over names and bytes of all files. */
export async function archiveDigest(dir: string): Promise<string> {
  const entries = await readdir(dir, { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .map((path) => ({ path, name: path.slice(dir.length).split(sep).join("/") }))
    .toSorted((a, b) => (a.name < b.name ? -1 : 1));
  const digest = createHash("sha256");
  for (const { path, name } of files) {
    const bytes = await readFile(path);
    digest.update(`${name}\n${bytes.length}\n`).update(bytes);
  }
  return digest.digest("hex");
}
