import { globSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { repository } from "./described.ts";

const folder = "clients/python/src/conclave_client";

/** What the async client says, and the sync one in its place. */
const words: readonly (readonly [pattern: RegExp, to: string])[] = [
  [/\basync (?=def|for|with)/g, ""],
  [/\bawait /g, ""],
  [/\bAsync(?=[A-Z])/g, ""],
  [/\bStopAsyncIteration\b/g, "StopIteration"],
  [/__a(?=(?:iter|next|enter|exit)__)/g, "__"],
  [/\ba(?=(?:close|read|iter_bytes)\()/g, ""],
  [/^import asyncio\nimport time\n/gm, "import time\n"],
  [/^import asyncio\n/gm, "import time\n"],
  [/\basyncio\.sleep\b/g, "time.sleep"],
];

/** The files of the sync client, which are those of the async one without waiting. */
export function pythonSync(): ReadonlyMap<string, string> {
  const files = globSync(`${folder}/_async/*.py`, { cwd: repository }).toSorted();
  return new Map(
    files.map((file) => {
      const text = readFileSync(join(repository, file), "utf8");
      const sync = words.reduce((said, [pattern, to]) => said.replace(pattern, to), text);
      const heading = "# Generated from _async by scripts/make-client.ts.\n";
      return [`${folder}/_sync/${basename(file)}`, `${heading}${sync}`];
    }),
  );
}
