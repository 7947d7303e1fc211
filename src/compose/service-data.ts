import type { Settings } from "#src/platform/config.ts";
import type { DataChoice } from "./choices.ts";

/**
 * Where the service's runs get their data: named archives alone unless online tools are on; with none named the
 * online chain, or the archive that ships when online tools are off.
 */
export function serviceData(settings: Settings, demoArchive: string): DataChoice {
  const { archives, onlineTools, vendors } = settings;
  if (archives.length > 0) return { archives, online: onlineTools ?? vendors !== null };
  return onlineTools === false ? { archives: [demoArchive], online: false } : { archives: [], online: true };
}

/**
 * Where a backtest gets its data: archives alone, as what an online vendor says of the past changes from day to day;
 * with none named the archive that ships.
 */
export function backtestArchives({ archives }: Pick<Settings, "archives">, demoArchive: string): readonly string[] {
  return archives.length > 0 ? archives : [demoArchive];
}
