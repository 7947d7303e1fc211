import { closeSync, openSync } from "node:fs";
import { shortageOf, type Shortage } from "./database-away.ts";

/** Why this process cannot open a file; `null`: it can. */
export function lackOfFiles(): Shortage | null {
  try {
    closeSync(openSync(process.execPath, "r"));
    return null;
  } catch (error) {
    return shortageOf(error);
  }
}
