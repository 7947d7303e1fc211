import { existsSync } from "node:fs";
import { resolve } from "node:path";

/**
 * The folder of a real market archive, which lives beside the project and is not a part of it.
 * `null` where it is missing, so that a test can be skipped and say so.
 * @throws under `CI=true`, where a missing archive must fail the run and not shrink it
 */
export function archivePath(name: string): string | null {
  const path = resolve(import.meta.dirname, "../../../shared/data/archives", name);
  if (existsSync(path)) return path;
  if (process.env["CI"] === "true") throw new Error(`market archive "${name}" is missing at ${path}`);
  return null;
}
