import type { Manifest } from "./run.ts";

/**
 * Why a run cannot be made again, in whole or in part; `null` where it can. What it came to stays readable.
 * @param act what was asked for: `replayed`, `resumed`, `rerun` or `measured`
 */
export function notRepeatable(
  { version, code_version: code }: Pick<Manifest, "version" | "code_version">,
  act: string,
): string | null {
  if (version !== 1) return null;
  return `this run was made by an earlier release (${code}), whose agents wrote their figures themselves; this release can show it, compare it and verify its proof, but it cannot be ${act}`;
}
