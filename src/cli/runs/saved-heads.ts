import { existsSync } from "node:fs";
import { InvalidInput } from "#src/core/errors.ts";
import { headFileOf, readHeads, type KeptHeads } from "#src/product/signals/public/check-chain.ts";

export interface HeadFlags {
  readonly head?: readonly string[];
  readonly heads?: readonly string[];
}

/**
 * Noted hashes and files, this home's first.
 * @throws InvalidInput for no hash, or a missing file
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
