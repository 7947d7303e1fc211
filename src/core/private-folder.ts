import { chmodSync, statSync } from "node:fs";
import { chmod, lstat, readdir } from "node:fs/promises";
import { join } from "node:path";

/** The permissions of everybody but the owner. */
const others = 0o077;

/** Everything made from now on is its user's alone. */
export function restrictUmask(): void {
  if (process.platform !== "win32") process.umask(others);
}

/** @param group may still pass through */
export function restrictPath(path: string, { group }: { readonly group: boolean }): void {
  if (process.platform === "win32") return;
  const found = statSync(path, { throwIfNoEntry: false });
  const wide = found === undefined ? 0 : found.mode & (group ? others & ~0o010 : others);
  if (found !== undefined && wide !== 0) chmodSync(path, found.mode & 0o7777 & ~wide);
}

/**
 * Also what earlier versions made. Links and others' files are left.
 * @param except an entry that is closed by itself
 */
export async function restrictContents(folder: string, except: string): Promise<void> {
  if (process.platform === "win32") return;
  for (const entry of await readdir(folder, { withFileTypes: true }).catch(() => [])) {
    if (entry.name === except || entry.isSymbolicLink()) continue;
    const path = join(folder, entry.name);
    // A file that another process removes meanwhile needs nothing.
    const found = await lstat(path).catch(() => null);
    if (found === null) continue;
    if ((found.mode & others) !== 0) await chmod(path, found.mode & 0o7777 & ~others).catch(() => {});
    if (found.isDirectory()) await restrictContents(path, "");
  }
}
