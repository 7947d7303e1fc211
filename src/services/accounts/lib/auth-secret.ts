import { randomBytes } from "node:crypto";
import { existsSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { codeOf } from "#src/db/embedded-place.ts";

/**
 * What signs sessions: `AUTH_SECRET`, else one that the first process makes and every other of this home reads. Only
 * the user who runs the service can read the file.
 */
export function authSecret(given: string | null, home: string): string {
  return given ?? keptSecret(home, "auth-secret");
}

/** The file of a secret that is not given, if it was made yet. */
export function keptAuthSecretFile(home: string): string | null {
  const file = join(home, "auth-secret");
  return existsSync(file) ? file : null;
}

/** A secret of this home, under a file's name; made by the first process that asks. */
export function keptSecret(home: string, name: string): string {
  mkdirSync(home, { recursive: true, mode: 0o700 });
  const file = join(home, name);
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, randomBytes(32).toString("base64url"), { mode: 0o600 });
  try {
    // Fails where another process was first; half a file is never seen under the name.
    linkSync(draft, file);
  } catch (error) {
    if (codeOf(error) !== "EEXIST") throw error;
  } finally {
    rmSync(draft);
  }
  return readFileSync(file, "utf8").trim();
}
