import { closeSync, openSync } from "node:fs";
import { shortageOf, type Shortage } from "./database-away.ts";

/** What keeps this process from opening a file; `null`: nothing. */
export function lackOfFiles(): Shortage | null {
  try {
    closeSync(openSync(process.execPath, "r"));
    return null;
  } catch (error) {
    return shortageOf(error);
  }
}
