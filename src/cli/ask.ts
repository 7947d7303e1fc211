import { stdin } from "node:process";
import { createInterface } from "node:readline/promises";
import type { Cli } from "./cli.ts";

/** Whether there is somebody to be asked. */
export function canAsk({ err }: Pick<Cli, "err">): boolean {
  return stdin.isTTY && err.isTTY === true;
}

/** Asks at the terminal. Ctrl-C and Ctrl-D count as no answer. */
export async function ask({ err }: Pick<Cli, "err">, question: string): Promise<string> {
  const asked = createInterface({ input: stdin, output: err });
  const said = await new Promise<string>((resolve) => {
    asked.once("close", () => resolve(""));
    asked.question(`${question} `).then(resolve, () => resolve(""));
  });
  asked.close();
  return said.trim();
}
