import type { Settings } from "#src/core/config/config.ts";
import type { DataChoice } from "../models/choices.ts";

/** Named archives, unless online tools are on; else the chain, or the shipped archive when they are off. */
export function serviceData(settings: Settings, demoArchive: string): DataChoice {
  const { archives, onlineTools, vendors } = settings;
  if (archives.length > 0) return { archives, online: onlineTools ?? vendors !== null };
  return onlineTools === false ? { archives: [demoArchive], online: false } : { archives: [], online: true };
}

/** Archives alone, as online vendors change; else the shipped one. */
export function backtestArchives({ archives }: Pick<Settings, "archives">, demoArchive: string): readonly string[] {
  return archives.length > 0 ? archives : [demoArchive];
}
