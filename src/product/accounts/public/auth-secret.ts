import { randomBytes } from "node:crypto";
import { existsSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { codeOf } from "#src/core/db/embedded-place.ts";

/** Signs sessions: `AUTH_SECRET`, else made once per home, readable by its user alone. */
export function authSecret(given: string | null, home: string): string {
  return given ?? keptSecret(home, "auth-secret");
}

export function keptAuthSecretFile(home: string): string | null {
  const file = join(home, "auth-secret");
  return existsSync(file) ? file : null;
}

/** Made by the first process that asks. */
export function keptSecret(home: string, name: string): string {
  mkdirSync(home, { recursive: true, mode: 0o700 });
  const file = join(home, name);
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, randomBytes(32).toString("base64url"), { mode: 0o600 });
  try {
    // Fails where another process was first; nobody sees half a file.
    linkSync(draft, file);
  } catch (error) {
    if (codeOf(error) !== "EEXIST") throw error;
  } finally {
    rmSync(draft);
  }
  return readFileSync(file, "utf8").trim();
}
