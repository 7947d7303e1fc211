import { z } from "zod";
import { runCommand, type App } from "./app.ts";

/** Set for test files by the run that they are part of: where its keeper tells of the app. */
export const keeperVariable = "TEST_KEEPER_URL";

export const Told = z.object({
  url: z.string(),
  databaseUrl: z.string(),
  environment: z.record(z.string(), z.string()),
});

/**
 * One app for all test files of a run that ask nothing of it but to be there: its rules argue on the archive that
 * ships. Whoever comes first starts it. A file has people of its own, by addresses that no other file uses, and changes
 * nothing that others rest on.
 */
export async function sharedApp(): Promise<App> {
  const answer = await fetch(process.env[keeperVariable] ?? "");
  if (!answer.ok) throw new Error(`the shared app did not start: ${await answer.text()}`);
  const { url, databaseUrl, environment } = Told.parse(await answer.json());
  return { url, databaseUrl, run: (...args) => runCommand(args, environment) };
}
