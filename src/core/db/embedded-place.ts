import { randomBytes } from "node:crypto";
import { chmod, chown, lstat, mkdir, readFile, realpath, rmdir, stat, symlink } from "node:fs/promises";
import { dirname, join } from "node:path";
import { restrictPath } from "#src/core/private-folder.ts";

/** `message` says why and what would help. */
export class PostgresFailed extends Error {}

export interface RunUser {
  readonly uid: number;
  readonly gid: number;
}

/** `null`: we run it. */
export interface Place {
  readonly folder: string;
  readonly user: RunUser | null;
}

const openPlaces = "/var/lib/conclave";

/**
 * HOME/postgres. As root an unprivileged user runs Postgres; where it cannot reach the home, this is a link.
 * @throws PostgresFailed without such a user or folder
 */
export async function findPlace(home: string): Promise<Place> {
  await mkdir(home, { recursive: true, mode: 0o700 });
  const door = join(home, "postgres");
  if (process.getuid?.() !== 0) {
    restrictPath(home, { group: false });
    await mkdir(door, { recursive: true, mode: 0o700 });
    restrictPath(door, { group: false });
    return { folder: await realpath(door), user: null };
  }
  const user = (await ownerOf(join(door, "cluster", "data"))) ?? (await unprivilegedUser());
  const linked = (await lstat(door).catch(missing))?.isSymbolicLink() === true;
  if (linked || (await closedFolder(dirname(await realpath(home)), user)) !== null)
    restrictPath(home, { group: false });
  else await allowTraversal(home, user);
  if (!(await exists(door))) await makeFolder(home, door, user);
  const folder = await realpath(door);
  await allowTraversal(folder, user);
  const closed = await closedFolder(folder, user);
  if (closed !== null)
    throw new PostgresFailed(
      `${folder}: the user with id ${user.uid}, who runs Postgres in place of root, cannot enter ${closed} (chmod o+x would let it; or set DATABASE_URL)`,
    );
  return { folder, user };
}

/** Whoever runs Postgres may pass through, no more. */
async function allowTraversal(folder: string, { uid, gid }: RunUser): Promise<void> {
  const found = await stat(folder);
  if (found.uid !== uid) {
    await chown(folder, found.uid, gid);
    await chmod(folder, 0o710);
  } else restrictPath(folder, { group: false });
}

/** The second of two starts takes what the first made. */
async function makeFolder(home: string, door: string, user: RunUser): Promise<void> {
  if ((await closedFolder(await realpath(home), user)) === null) {
    await mkdir(door, { recursive: true, mode: 0o700 });
    return;
  }
  // Random: a home made anew must not find old data.
  const folder = join(openPlaces, randomBytes(8).toString("hex"));
  try {
    await mkdir(folder, { recursive: true });
    // The umask may have closed it.
    await chmod(openPlaces, 0o711);
  } catch (cause) {
    throw new PostgresFailed(
      `Postgres cannot run as root and needs a folder that an unprivileged user can enter, but ${folder} cannot be created; set CONCLAVE_HOME to such a folder, or DATABASE_URL`,
      { cause },
    );
  }
  await symlink(folder, door).catch(async (error: unknown) => {
    await rmdir(folder);
    if (codeOf(error) !== "EEXIST") throw error;
  });
}

/** The first folder on the path that `user` may not enter. */
export async function closedFolder(path: string, user: RunUser): Promise<string | null> {
  const parent = dirname(path);
  const above = parent === path ? null : await closedFolder(parent, user);
  if (above !== null) return above;
  const { mode, uid, gid } = await stat(path);
  const enter = uid === user.uid ? 0o100 : gid === user.gid ? 0o010 : 0o001;
  return (mode & enter) === 0 ? path : null;
}

/** Data of a plain user stays that user's. */
async function ownerOf(data: string): Promise<RunUser | null> {
  const found = await stat(data).catch(missing);
  return found === null || found.uid === 0 ? null : { uid: found.uid, gid: found.gid };
}

async function unprivilegedUser(): Promise<RunUser> {
  const lines = (await readFile("/etc/passwd", "utf8")).split("\n").map((line) => line.split(":"));
  for (const wanted of ["postgres", "nobody"]) {
    const [, , uid, gid] = lines.find(([name]) => name === wanted) ?? [];
    if (uid !== undefined && gid !== undefined) return { uid: Number(uid), gid: Number(gid) };
  }
  throw new PostgresFailed(
    "Postgres does not run as root, and this machine has no user named postgres or nobody; set DATABASE_URL",
  );
}

/** True for a link without a target too. */
export async function exists(path: string): Promise<boolean> {
  return (await lstat(path).catch(missing)) !== null;
}

/** For `.catch`: only a missing file is `null`. */
export function missing(error: unknown): null {
  if (codeOf(error) === "ENOENT") return null;
  throw error;
}

/** The error code of the operating system or of Postgres. */
export function codeOf(error: unknown): string | null {
  return error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : null;
}
