import { existsSync } from "node:fs";
import { basename, resolve } from "node:path";
import { InvalidInput } from "#src/core/errors.ts";
import type { Settings } from "#src/core/config/config.ts";
import type { DataChoice } from "../models/choices.ts";

export interface DataWish {
  readonly archives: readonly string[];
  /** `null`: not said. */
  readonly online: boolean | null;
}

interface Shipped {
  readonly from: string;
  readonly to: string;
  readonly text: string;
}

const shipped: Readonly<Record<string, Shipped>> = {
  DEMO: { from: "2016-01-01", to: "2019-12-31", text: "the included archive, a synthetic company" },
  "^GSPC": { from: "2000-01-03", to: "2020-12-31", text: "the included archive" },
};

/**
 * Named archives alone, unless `--online` adds the chain; else the shipped one for its symbols, and the chain for
 * others.
 * @throws InvalidInput for a missing archive
 */
export function chooseData(
  wish: DataWish,
  settings: Settings,
  symbol: string,
  date: string,
  demoArchive: string,
): { choice: DataChoice; text: string } {
  const byFlag = wish.archives.length > 0;
  const named = (byFlag ? wish.archives : settings.archives).map((dir) => resolve(dir));
  for (const dir of named)
    if (!existsSync(dir))
      throw new InvalidInput(`${byFlag ? "--archive" : "MARKET_ARCHIVES"}: there is no folder ${dir}`);
  const online = wish.online ?? settings.onlineTools;
  if (named.length > 0) {
    const also = online ?? settings.vendors !== null;
    return { choice: { archives: named, online: also }, text: describe(named, also) };
  }
  const own = shipped[symbol];
  const inRange = own !== undefined && date >= own.from && date <= own.to;
  if (online !== true && settings.vendors === null && (inRange || symbol === "DEMO" || online === false))
    return { choice: { archives: [demoArchive], online: false }, text: own?.text ?? "the included archive" };
  return { choice: { archives: [], online: true }, text: describe([], true) };
}

function describe(archives: readonly string[], online: boolean): string {
  const names = archives.map((dir) => `archive ${basename(dir)}`);
  return [...names, ...(online ? ["online vendors"] : [])].join(", ");
}
