import { join } from "node:path";
import { buildPages } from "#src/web/build.ts";

/* Builds the pages unless they are built: tests that start the whole product would otherwise each wait for it. */
const root = join(import.meta.dirname, "..");
await buildPages({
  root,
  dir: join(root, "src/web"),
  say: (line) => void process.stderr.write(`setup: ${line}\n`),
  signal: new AbortController().signal,
});
