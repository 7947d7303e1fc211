import { chmodSync, statSync } from "node:fs";
import { chmod, lstat, readdir } from "node:fs/promises";
import { join } from "node:path";

/** What everybody but the owner may do with a file or a folder. */
const others = 0o077;

/** All that this process and its children make from now on is its user's alone. */
export function restrictUmask(): void {
  if (process.platform !== "win32") process.umask(others);
}

/**
 * Closes a file or folder, if it is there, to everybody but its owner.
 * @param group may still pass through: the one that a program of another user belongs to
 */
export function restrictPath(path: string, { group }: { readonly group: boolean }): void {
  if (process.platform === "win32") return;
  const found = statSync(path, { throwIfNoEntry: false });
  const wide = found === undefined ? 0 : found.mode & (group ? others & ~0o010 : others);
  if (found !== undefined && wide !== 0) chmodSync(path, found.mode & 0o7777 & ~wide);
}

/**
 * Closes everything below a folder to everybody but its owner: what an earlier version made, or somebody opened.
 * Links are not followed, and what is not ours to change is left.
 * @param except the name of an entry that is closed by itself
 */
export async function restrictContents(folder: string, except: string): Promise<void> {
  if (process.platform === "win32") return;
  for (const entry of await readdir(folder, { withFileTypes: true }).catch(() => [])) {
    if (entry.name === except || entry.isSymbolicLink()) continue;
    const path = join(folder, entry.name);
    // What another process removes meanwhile needs no care.
    const found = await lstat(path).catch(() => null);
    if (found === null) continue;
    if ((found.mode & others) !== 0) await chmod(path, found.mode & 0o7777 & ~others).catch(() => {});
    if (found.isDirectory()) await restrictContents(path, "");
  }
}
