import { existsSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";

/** All that are kept beside the project. */
export const archiveNames = ["crypto", "crypto-2023", "djia-2025", "index-2000", "stocknet-2014"] as const;

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

/** Each instrument of an archive at so many dates, spread over its bars. */
export function archiveDates(path: string, datesEach: number): { ticker: string; tradeDate: string }[] {
  const listed: { symbol: string }[] = JSON.parse(readFileSync(join(path, "instruments.json"), "utf8"));
  return listed.flatMap(({ symbol }) => {
    const bars = readFileSync(join(path, "bars", `${encodeURIComponent(symbol)}.csv`), "utf8")
      .trim()
      .split("\n");
    const days = bars.slice(1).map((line) => line.slice(0, 10));
    return Array.from({ length: datesEach }, (_, nth) => ({
      ticker: symbol,
      tradeDate: days[Math.floor((days.length * (nth + 1)) / datesEach) - 1] ?? "",
    }));
  });
}
