import { spawnSync } from "node:child_process";
import { statSync } from "node:fs";
import { join } from "node:path";

/** Every file of a folder that is, or would be, under version control. */
export function versionedFiles(folder: string): string[] {
  const args = ["ls-files", "-z", "--cached", "--others", "--exclude-standard"];
  const { stdout, status, stderr } = spawnSync("git", args, {
    cwd: folder,
    encoding: "utf8",
    maxBuffer: 64 * 1024 * 1024,
  });
  if (status !== 0) throw new Error(`git ls-files: ${stderr}`);
  return stdout
    .split("\0")
    .filter((file) => file !== "" && statSync(join(folder, file), { throwIfNoEntry: false })?.isFile() === true);
}
