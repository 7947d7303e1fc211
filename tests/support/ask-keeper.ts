import { get } from "node:http";

/** Set for test files by the run that they are part of: where its keeper tells of what all files share. */
export const keeperVariable = "TEST_KEEPER_URL";

/**
 * Asks the run's keeper for what all files share; whoever comes first has it started.
 * @returns the first line of an answer that goes on for as long as this process lives: by it the keeper knows who is there
 */
export function askKeeper(what: "app" | "browser"): Promise<string> {
  return new Promise((resolve, reject) => {
    get(`${process.env[keeperVariable] ?? ""}/${what}`, { agent: false }, (answer) => {
      let text = "";
      answer.setEncoding("utf8").on("data", (piece: string) => {
        text += piece;
        if (answer.statusCode !== 200 || !text.endsWith("\n")) return;
        answer.socket.unref();
        resolve(text);
      });
      answer.once("error", reject);
      answer.once("end", () => reject(new Error(`the shared ${what} did not start: ${text}`)));
    }).once("error", reject);
  });
}
