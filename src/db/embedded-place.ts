import { randomBytes } from "node:crypto";
import { chmod, chown, lstat, mkdir, readFile, realpath, rmdir, stat, symlink } from "node:fs/promises";
import { dirname, join } from "node:path";
import { restrictPath } from "#src/platform/private-folder.ts";

/** The Postgres in the box cannot be used here; `message` says why and what would help. */
export class PostgresFailed extends Error {}

export interface RunUser {
  readonly uid: number;
  readonly gid: number;
}

/** Where the state of a home's Postgres stands, and who runs it: `null` for whoever we are. */
export interface Place {
  readonly folder: string;
  readonly user: RunUser | null;
}

/** Where data goes when the home is behind a folder that the unprivileged user cannot enter. */
const openPlaces = "/var/lib/conclave";

/**
 * HOME/postgres. Postgres refuses to be root: then an unprivileged user runs it, and where that user cannot reach
 * the home, HOME/postgres is a link to a folder that it can reach.
 * @throws PostgresFailed when there is no such user or no such folder
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

/** Closed to all but its owner, and to the one who runs Postgres, who may pass through and look at nothing. */
async function allowTraversal(folder: string, { uid, gid }: RunUser): Promise<void> {
  const found = await stat(folder);
  if (found.uid !== uid) {
    await chown(folder, found.uid, gid);
    await chmod(folder, 0o710);
  } else restrictPath(folder, { group: false });
}

/** Two starts may come here at once: whoever is second takes what the first one made. */
async function makeFolder(home: string, door: string, user: RunUser): Promise<void> {
  if ((await closedFolder(await realpath(home), user)) === null) {
    await mkdir(door, { recursive: true, mode: 0o700 });
    return;
  }
  // A random name: a home that was removed and made anew must not find the old data.
  const folder = join(openPlaces, randomBytes(8).toString("hex"));
  try {
    await mkdir(folder, { recursive: true });
    // The umask may have closed it.
    await chmod(openPlaces, 0o711);
  } catch (cause) {
    throw new PostgresFailed(
      `root's Postgres needs a folder that an unprivileged user can enter, and ${folder} cannot be made; set CONCLAVE_HOME to such a folder, or DATABASE_URL`,
      { cause },
    );
  }
  await symlink(folder, door).catch(async (error: unknown) => {
    await rmdir(folder);
    if (codeOf(error) !== "EEXIST") throw error;
  });
}

/** The first folder on the way that `user` may not enter. */
export async function closedFolder(path: string, user: RunUser): Promise<string | null> {
  const parent = dirname(path);
  const above = parent === path ? null : await closedFolder(parent, user);
  if (above !== null) return above;
  const { mode, uid, gid } = await stat(path);
  const enter = uid === user.uid ? 0o100 : gid === user.gid ? 0o010 : 0o001;
  return (mode & enter) === 0 ? path : null;
}

/** Data that a plain user made stays that user's, also when root starts it. */
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
    "Postgres does not run as root, and this machine has neither a user postgres nor nobody; set DATABASE_URL",
  );
}

/** Also true for a link that leads nowhere. */
export async function exists(path: string): Promise<boolean> {
  return (await lstat(path).catch(missing)) !== null;
}

/** For `.catch`: a file that is not there is `null`, any other failure stays one. */
export function missing(error: unknown): null {
  if (codeOf(error) === "ENOENT") return null;
  throw error;
}

/** What the operating system or Postgres calls an error. */
export function codeOf(error: unknown): string | null {
  return error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : null;
}
