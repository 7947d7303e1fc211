import { existsSync } from "node:fs";
import { InvalidInput } from "#src/platform/errors.ts";
import { headFileOf, readHeads, type KeptHeads } from "#src/services/signals/lib/head-file.ts";

export interface HeadFlags {
  readonly head?: readonly string[];
  readonly heads?: readonly string[];
}

/**
 * Heads that somebody saved: hashes as they were noted down, and files, that of this home first.
 * @throws InvalidInput for what is no hash, and for a file that is not there
 */
export async function savedHeads(
  home: string,
  { head: noted = [], heads: files = [] }: HeadFlags,
): Promise<{ readonly noted: readonly string[]; readonly outside: KeptHeads }> {
  if (!noted.every((hash) => /^[0-9a-f]{64}$/.test(hash)))
    throw new InvalidInput("--head: must be a hash of 64 lowercase hexadecimal digits");
  for (const path of files) if (!existsSync(path)) throw new InvalidInput(`--heads: there is no file ${path}`);
  return { noted, outside: await readHeads([headFileOf(home), ...files]) };
}
