import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { codeVersion } from "#src/server/compose/code-version.ts";

const root = join(import.meta.dirname, "../..");

/** Of the sources as they are. */
export const thisVersion = codeVersion(root);

/** In which file of the sources something else stands, and what. */
interface Edit {
  readonly file: string;
  readonly from: string;
  readonly to: string;
}

export interface Release {
  /** What to start. */
  readonly program: string;
  /** What its results say that they were made by. */
  readonly version: string;
  remove(): void;
}

/** This program as another release: its sources, with edits, in a folder of their own. Without pages, which no worker has. */
export function releaseWith(edits: readonly Edit[]): Release {
  const folder = mkdtempSync(join(tmpdir(), "conclave-release-"));
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
  return {
    program: join(folder, "src/cli/main.js"),
    version: codeVersion(folder),
    remove: () => rmSync(folder, { recursive: true }),
  };
}
