import { get } from "node:http";
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
 * nothing that others rest on. The keeper stops it some time after the last of them has ended.
 */
export async function sharedApp(): Promise<App> {
  const { url, databaseUrl, environment } = Told.parse(JSON.parse(await askKeeper()));
  return { url, databaseUrl, run: (...args) => runCommand(args, environment) };
}

/** The first line of an answer that goes on for as long as this process lives: by it the keeper knows who is there. */
function askKeeper(): Promise<string> {
  return new Promise((resolve, reject) => {
    get(process.env[keeperVariable] ?? "", { agent: false }, (answer) => {
      let text = "";
      answer.setEncoding("utf8").on("data", (piece: string) => {
        text += piece;
        if (answer.statusCode !== 200 || !text.endsWith("\n")) return;
        answer.socket.unref();
        resolve(text);
      });
      answer.once("error", reject);
      answer.once("end", () => reject(new Error(`the shared app did not start: ${text}`)));
    }).once("error", reject);
  });
}
