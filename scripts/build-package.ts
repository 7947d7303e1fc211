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
/** The public client, which commands and tools reach the service with. */
const clientFolder = "clients/typescript/src";

rmSync(to, { recursive: true, force: true });
for (const file of globSync("**/*.{ts,js,sql}", { cwd: join(root, "src"), exclude: ["**/*.test.ts", ...pages] }))
  put(`src/${file}`, file);
for (const file of globSync("**/*.ts", { cwd: join(root, clientFolder), exclude: ["**/*.test.ts"] }))
  put(`${clientFolder}/${file}`, `client/${file}`);
// A run says which sources made it, and these are not there to be hashed.
writeFileSync(join(to, "code-version"), `${codeVersion(root)}\n`);

function put(file: string, as: string): void {
  const target = join(to, as.replace(/\.ts$/, ".js"));
  mkdirSync(dirname(target), { recursive: true });
  if (/\.[jt]s$/.test(file)) writeFileSync(target, plain(file, as));
  else copyFileSync(join(root, file), target);
}

function plain(file: string, as: string): string {
  const text = readFileSync(join(root, file), "utf8");
  const code = file.endsWith(".ts") ? stripTypeScriptTypes(text) : text;
  const named = code.replace(/(["'])#client\1/g, "$1#src/client/main.ts$1");
  return named.replace(sourceNames, (_, quote: string, name: string) => {
    if (!name.startsWith("#src/")) return `${quote}${name}.js${quote}`;
    const path = posix.relative(posix.dirname(as), name.slice("#src/".length));
    return `${quote}${path.startsWith(".") ? path : `./${path}`}.js${quote}`;
  });
}
