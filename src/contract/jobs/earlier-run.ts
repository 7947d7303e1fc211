import type { Manifest } from "../run/run.ts";

/**
 * Why an old run cannot be repeated; `null` where it can.
 * @param act `replayed`, `resumed`, `rerun` or `measured`
 */
export function notRepeatable(
  { version, code_version: code }: Pick<Manifest, "version" | "code_version">,
  act: string,
): string | null {
  if (version !== 1) return null;
  return `this run was made by an earlier release (${code}), whose agents wrote their figures themselves; this release can show it, compare it and verify its proof, but it cannot be ${act}`;
}
