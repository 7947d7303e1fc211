import { cpSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { emptyFolder } from "./empty-folder.ts";

const root = join(import.meta.dirname, "../..");

/** In which file of the sources something else stands, and what. */
export interface Edit {
  readonly file: string;
  readonly from: string;
  readonly to: string;
}

/**
 * This program as another release: its sources, with edits, in a folder of their own. Without pages, which no worker
 * has. @returns what to start
 */
export function releaseWith(edits: readonly Edit[]): string {
  const folder = emptyFolder();
  const pages = join(root, "src/web");
  cpSync(join(root, "src"), join(folder, "src"), { recursive: true, filter: (path) => path !== pages });
  cpSync(join(root, "package.json"), join(folder, "package.json"));
  for (const name of ["node_modules", "demo", "content"]) symlinkSync(join(root, name), join(folder, name));
  for (const { file, from, to } of edits) {
    const path = join(folder, "src", file);
    const text = readFileSync(path, "utf8");
    if (!text.includes(from)) throw new Error(`${file} has no "${from}" any more`);
    writeFileSync(path, text.replace(from, to));
  }
  return join(folder, "src/cli/main.ts");
}
