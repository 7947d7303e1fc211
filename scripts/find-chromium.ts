import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";

const names = ["chromium", "chromium-browser", "google-chrome-stable", "google-chrome"];

/** The path of a Chromium that can be run. */
export function findChromium(): string | null {
  const given = process.env["CHROMIUM_PATH"];
  if (given !== undefined && given !== "") return given;
  for (const folder of (process.env["PATH"] ?? "").split(delimiter).concat("/usr/bin")) {
    for (const name of names) {
      const file = join(folder, name);
      try {
        accessSync(file, constants.X_OK);
        return file;
      } catch {
        // Not there.
      }
    }
  }
  return null;
}
