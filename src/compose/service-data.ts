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
