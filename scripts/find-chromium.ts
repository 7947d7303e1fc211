import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";

/** Without a window: a page costs it a third of the processor's time that the whole browser takes. */
export const headlessShell = "chromium-headless-shell";

const names = [headlessShell, "chromium", "chromium-browser", "google-chrome-stable", "google-chrome"];

/** The path of a Chromium that can be run: the one at CHROMIUM_PATH, or the first of the names that is on the PATH. */
export function findChromium(): string | null {
  const given = process.env["CHROMIUM_PATH"];
  if (given !== undefined && given !== "") return given;
  for (const name of names) {
    const file = onPath(name);
    if (file !== null) return file;
  }
  return null;
}

export function onPath(name: string): string | null {
  for (const folder of (process.env["PATH"] ?? "").split(delimiter).concat("/usr/bin")) {
    const file = join(folder, name);
    try {
      accessSync(file, constants.X_OK);
      return file;
    } catch {
      // Not there.
    }
  }
  return null;
}
