import { z } from "zod";
import { runCommand, type App } from "./app.ts";
import { askKeeper } from "./ask-keeper.ts";

export const Told = z.object({
  url: z.string(),
  databaseUrl: z.string(),
  environment: z.record(z.string(), z.string()),
});

/**
 * One app for all test files of a run that ask nothing of it but to be there: its rules argue on the archive that
 * ships. Whoever comes first starts it. A file has people of its own, by addresses that no other file uses, and changes
 * nothing that others rest on. The keeper stops it some time after the last of them has ended.
 */
export async function sharedApp(): Promise<App> {
  const { url, databaseUrl, environment } = Told.parse(JSON.parse(await askKeeper("app")));
  return { url, databaseUrl, run: (...args) => runCommand(args, environment) };
}
