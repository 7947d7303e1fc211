import { existsSync } from "node:fs";
import type { BacktestSettings } from "#src/contract/backtest.ts";
import { archiveDigest } from "./archive-digest.ts";

/** The archives of a backtest, to the byte and in its order, among these folders; `null` when one is not there. */
export async function sameArchives(
  dirs: readonly string[],
  wanted: BacktestSettings["archives"],
): Promise<string[] | null> {
  const here = new Map<string, string>();
  for (const dir of dirs) if (existsSync(dir)) here.set(await archiveDigest(dir), dir);
  const found = wanted.flatMap(({ sha256 }) => here.get(sha256) ?? []);
  return found.length === wanted.length ? found : null;
}
