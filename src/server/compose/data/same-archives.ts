import { existsSync } from "node:fs";
import type { BacktestSettings } from "#src/contract/backtests/backtest.ts";
import { archiveDigest } from "./archive-digest.ts";

/** To the byte and in order; `null` when one is missing. */
export async function sameArchives(
  dirs: readonly string[],
  wanted: BacktestSettings["archives"],
): Promise<string[] | null> {
  const here = new Map<string, string>();
  for (const dir of dirs) if (existsSync(dir)) here.set(await archiveDigest(dir), dir);
  const found = wanted.flatMap(({ sha256 }) => here.get(sha256) ?? []);
  return found.length === wanted.length ? found : null;
}
