import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";

const Package = z.object({ version: z.string() });

/** A package has its version beside the code. */
const written = join(import.meta.dirname, "../../code-version");

/** Release and source hash, such as `0.1.0+3f9a1c0d2b7e`. */
export function codeVersion(root: string): string {
  if (existsSync(written)) return readFileSync(written, "utf8").trim();
  const { version } = Package.parse(JSON.parse(readFileSync(join(root, "package.json"), "utf8")));
  const src = join(root, "src");
  const hash = createHash("sha256");
  for (const name of sources(src, "").toSorted()) hash.update(name).update(readFileSync(join(src, name)));
  return `${version}+${hash.digest("hex").slice(0, 12)}`;
}

/** By hand, as `globSync` takes four times as long as reading them. */
function sources(folder: string, path: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const { name } = entry;
    // Built pages come and go, by the thousand.
    if (name.startsWith(".next")) return [];
    if (entry.isDirectory()) return sources(join(folder, name), join(path, name));
    return /\.[jt]s$|^holidays\.json$/.test(name) && !name.endsWith(".test.ts") && !name.endsWith("next-env.d.ts")
      ? [join(path, name)]
      : [];
  });
}
