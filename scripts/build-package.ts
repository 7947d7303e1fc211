import { copyFileSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { stripTypeScriptTypes } from "node:module";
import { dirname, join, posix } from "node:path";
import { codeVersion } from "#src/compose/code-version.ts";

/*
 * `npm pack` runs this first: it makes dist/, which is src/ in plain JavaScript, as Node takes no TypeScript from
 * below node_modules. Pages stay out: Next compiles them, and does not do so there either (docs/adr/0068).
 */
const root = join(import.meta.dirname, "..");
const to = process.argv[2] ?? join(root, "dist");
const pages = ["web/app/**", "web/components/**", "web/actions/**", "web/.next*/**", "web/next.config.ts", "**/*.d.ts"];
/** Imports, and what a thread or a process is started by. */
const sourceNames = /(["'])((?:\.\.?|#src)\/[^"'\n]+)\.ts\1/g;

rmSync(to, { recursive: true, force: true });
for (const file of globSync("**/*.{ts,js,sql}", { cwd: join(root, "src"), exclude: ["**/*.test.ts", ...pages] })) {
  const target = join(to, file.replace(/\.ts$/, ".js"));
  mkdirSync(dirname(target), { recursive: true });
  if (/\.[jt]s$/.test(file)) writeFileSync(target, plain(file));
  else copyFileSync(join(root, "src", file), target);
}
// A run says which sources made it, and these are not there to be hashed.
writeFileSync(join(to, "code-version"), `${codeVersion(root)}\n`);

function plain(file: string): string {
  const text = readFileSync(join(root, "src", file), "utf8");
  const code = file.endsWith(".ts") ? stripTypeScriptTypes(text) : text;
  return code.replace(sourceNames, (_, quote: string, name: string) => {
    if (!name.startsWith("#src/")) return `${quote}${name}.js${quote}`;
    const path = posix.relative(posix.dirname(file), name.slice("#src/".length));
    return `${quote}${path.startsWith(".") ? path : `./${path}`}.js${quote}`;
  });
}
