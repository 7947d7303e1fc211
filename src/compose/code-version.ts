import { createHash } from "node:crypto";
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";

const Package = z.object({ version: z.string() });

/**
 * The release and a hash over the sources that run, such as `0.1.0+3f9a1c0d2b7e`: two runs with the same one
 * were made by the same code, committed or not.
 */
export function codeVersion(root: string): string {
  const { version } = Package.parse(JSON.parse(readFileSync(join(root, "package.json"), "utf8")));
  const src = join(root, "src");
  const hash = createHash("sha256");
  const names = globSync("**/*.ts", {
    cwd: src,
    withFileTypes: true,
    // Built pages are not looked into: they come and go while we read, and there are thousands of them.
    exclude: ({ name }) => name.startsWith(".next"),
  })
    .map((entry) => join(entry.parentPath, entry.name).slice(src.length + 1))
    .filter((name) => !name.endsWith(".test.ts") && !name.endsWith("next-env.d.ts"));
  for (const name of names.toSorted()) hash.update(name).update(readFileSync(join(src, name)));
  return `${version}+${hash.digest("hex").slice(0, 12)}`;
}
