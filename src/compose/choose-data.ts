import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { InvalidInput } from "#src/platform/errors.ts";
import type { Settings } from "#src/platform/config.ts";
import type { DataChoice } from "./choices.ts";

export interface DataWish {
  readonly archives: readonly string[];
  /** `null`: not said. */
  readonly online: boolean | null;
}

/** The symbols of the archive that ships, and the days for which it can answer. */
const shipped: Readonly<Record<string, { from: string; to: string }>> = {
  DEMO: { from: "2016-01-01", to: "2019-12-31" },
  "^GSPC": { from: "2000-01-03", to: "2020-12-31" },
};

/**
 * Where a run's data comes from. Archives that were named answer alone unless `--online` adds the online chain
 * behind them. With nothing named, the shipped archive answers for its own symbols, and the online chain for all
 * others (docs/adr/0005).
 * @throws InvalidInput for an archive that is not there, or when nothing is left to ask
 */
export function chooseData(wish: DataWish, settings: Settings, symbol: string, date: string, demoArchive: string): { choice: DataChoice; text: string } {
  const named = (wish.archives.length > 0 ? wish.archives : settings.archives).map((dir) => resolve(dir));
  for (const dir of named) if (!existsSync(dir)) throw new InvalidInput(`--archive: there is no folder ${dir}`);
  const online = wish.online ?? settings.onlineTools;
  if (named.length > 0) {
    const also = online === true || settings.vendors !== null;
    return { choice: { archives: named, online: also && online !== false }, text: describe(named, also && online !== false) };
  }
  const range = shipped[symbol];
  const inRange = range !== undefined && date >= range.from && date <= range.to;
  if (online !== true && settings.vendors === null && (inRange || symbol === "DEMO" || online === false))
    return { choice: { archives: [demoArchive], online: false }, text: "the archive that ships" };
  return { choice: { archives: [], online: true }, text: describe([], true) };
}

function describe(archives: readonly string[], online: boolean): string {
  const names = archives.map((dir) => `archive ${dir.split("/").at(-1) ?? dir}`);
  return [...names, ...(online ? ["online vendors"] : [])].join(", ");
}
