import { execFileSync } from "node:child_process";
import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { codeOf } from "#src/core/db/embedded-place.ts";

/** A file system of its own that a test may fill. */
export interface SmallDisk {
  readonly folder: string;
  /** Takes all that is left. */
  fill(): void;
  /** Gives it back. */
  free(): void;
}

const block = Buffer.alloc(1024 * 1024);

/** Gone when the test ends. @returns `null` where one cannot be mounted, which takes root on Linux */
export function mountSmallDisk(megabytes: number): SmallDisk | null {
  const folder = mkdtempSync(join(tmpdir(), "conclave-disk-"));
  try {
    execFileSync("mount", ["-t", "tmpfs", "-o", `size=${megabytes}m,mode=755`, "tmpfs", folder], { stdio: "ignore" });
  } catch {
    rmSync(folder, { recursive: true });
    return null;
  }
  onTestFinished(() => {
    // Whoever still holds a file of it keeps it until then.
    execFileSync("umount", ["--lazy", folder]);
    rmSync(folder, { recursive: true });
  });
  const ballast = join(folder, "ballast");
  return {
    folder,
    fill() {
      const file = openSync(ballast, "w");
      try {
        for (let size = block.length; size >= 1;) {
          try {
            writeSync(file, block, 0, size);
          } catch (error) {
            if (codeOf(error) !== "ENOSPC") throw error;
            size = Math.floor(size / 2);
          }
        }
      } finally {
        closeSync(file);
      }
    },
    free: () => rmSync(ballast, { force: true }),
  };
}
