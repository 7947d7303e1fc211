import { createHash } from "node:crypto";
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** What pages are made of: all of src but the rooms that no page imports, articles, versions of libraries. */
const sources = ["src/**/*", "content/**/*", "package-lock.json", "package.json"];
const apart =
  /^src\/(?:cli|server\/(?:http|mcp|worker))(?:\/|$)|\.test\.tsx?$|(?:^|\/)(?:\.next[^/]*|next-env\.d\.ts)$/;

/** Twelve characters that change when anything changes that the pages are built from. */
export function buildStamp(root: string): string {
  const hash = createHash("sha256").update(process.version);
  const files = globSync(sources, {
    cwd: root,
    withFileTypes: true,
    exclude: (entry) => apart.test(relative(root, join(entry.parentPath, entry.name))),
  })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(root, join(entry.parentPath, entry.name)))
    // `exclude` is asked of folders alone.
    .filter((file) => !apart.test(file))
    .toSorted();
  for (const file of files)
    hash
      .update(`${file}\0`)
      .update(readFileSync(join(root, file)))
      .update("\0");
  return hash.digest("hex").slice(0, 12);
}

function relative(root: string, file: string): string {
  return file.slice(root.length + 1).replaceAll("\\", "/");
}
