import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { z } from "zod";

const path = join(import.meta.dirname, "runs/version-1.json.gz");

/** The files of a run on the demo archive by the last release whose agents wrote digits, by their names. */
export function earlierRun(): Readonly<Record<string, string>> {
  return z.record(z.string(), z.string()).parse(JSON.parse(gunzipSync(readFileSync(path)).toString()));
}

/** Writes them into a new folder of a home. */
export function earlierRunIn(home: string): string {
  const folder = join(home, "earlier");
  mkdirSync(folder);
  for (const [name, text] of Object.entries(earlierRun())) writeFileSync(join(folder, name), text);
  return folder;
}
