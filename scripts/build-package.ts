import { cpSync, copyFileSync, existsSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { stripTypeScriptTypes } from "node:module";
import { dirname, join, posix } from "node:path";
import { rolldown } from "rolldown";
import { z } from "zod";
import { codeVersion } from "#src/server/compose/code-version.ts";
import { noticesOf } from "./package-notices.ts";

/*
 * Makes package/, which is what `npm run package` packs: src/ in plain JavaScript, as Node takes no TypeScript from
 * below node_modules, and of the dependencies those alone that it names. Pages stay out, and so does all that only they
 * need: Next compiles them, and does not do so there either.
 */
const root = join(import.meta.dirname, "..");
const to = process.argv[2] ?? join(root, "package");
const code = join(to, "dist");
const pages = [
  "web/app/**",
  "web/components/**",
  "web/actions/**",
  "web/.next*/**",
  "web/next.config.ts",
  // What runs the pages; the commands that name them say that there are none.
  "web/{serve,build,page-gate}.ts",
  "**/*.d.ts",
];
/** Imports, and what a thread or a process is started by. */
const sourceNames = /(["'])((?:\.\.?|#src)\/[^"'\n]+)\.ts\1/g;
/** Fonts are opened by their names: these alone come along, not all that their packages hold. */
const opened = /import\.meta\.resolve\("(@(?:embedpdf|fontsource)\/[\w-]+)(\/[\w./-]+)?"\)/g;
const fontNames = /"(Noto[\w-]+\.[ot]tf)"/g;
/** Of ccxt's hundred exchanges the ones that are asked. */
const exchanges = ["bitstamp", "coinbaseexchange", "binanceusdm"];
const copied = new Set<string>();
/** The public client, which commands and tools reach the service with. */
const clientFolder = "clients/typescript/src";
const Package = z.looseObject({
  name: z.string(),
  version: z.string(),
  description: z.string(),
  license: z.string(),
  bin: z.record(z.string(), z.string()),
  dependencies: z.record(z.string(), z.string()),
});

rmSync(to, { recursive: true, force: true });
const sources = globSync(["**/*.{ts,js,sql}", "market/calendar/*.json"], {
  cwd: join(root, "src"),
  exclude: ["**/*.test.ts", ...pages],
});
const reached = reachedFrom(["cli/main.js"], new Set(sources));
for (const file of sources) if (/\.(?:sql|json)$/.test(file) || reached.has(file)) put(`src/${file}`, file);
for (const file of globSync("**/*.ts", { cwd: join(root, clientFolder), exclude: ["**/*.test.ts"] }))
  put(`${clientFolder}/${file}`, `client/${file}`);
// A run says which sources made it, and these are not there to be hashed.
writeFileSync(join(code, "code-version"), `${codeVersion(root)}\n`);
for (const name of ["bin", "demo", "content", "LICENSE", "README.md", "CHANGELOG.md", ".env.example"])
  if (existsSync(join(root, name))) cpSync(join(root, name), join(to, name), { recursive: true });

await bundleCcxt();

const { name, version, description, license, bin, dependencies } = Package.parse(
  JSON.parse(readFileSync(join(root, "package.json"), "utf8")),
);
const texts = globSync("**/*.js", { cwd: code }).map((file) => readFileSync(join(code, file), "utf8"));
const used = Object.entries(dependencies).filter(([each]) =>
  texts.some((text) => text.includes(`"${each}"`) || text.includes(`"${each}/`)),
);
// Whoever installs a package has a Node.
const kept = Object.fromEntries(used.filter(([each]) => each !== "next" && each !== "node" && !copied.has(each)));
const made = {
  name,
  version,
  description,
  license,
  type: "module",
  engines: { node: ">=24" },
  bin,
  dependencies: kept,
};
writeFileSync(join(to, "package.json"), `${JSON.stringify(made, null, 2)}\n`);
writeFileSync(join(to, "THIRD-PARTY-NOTICES.md"), noticesOf(root, [...Object.keys(kept), ...copied]));

/** Files that others name, by import or as what they start. */
function reachedFrom(first: readonly string[], known: ReadonlySet<string>): ReadonlySet<string> {
  const found = new Set<string>();
  const open = [...first];
  for (let file = open.pop(); file !== undefined; file = open.pop()) {
    if (found.has(file) || !known.has(file)) continue;
    found.add(file);
    const text = readFileSync(join(root, "src", file), "utf8");
    for (const [, , written = ""] of text.matchAll(sourceNames)) {
      const from = written.startsWith("#src/") ? written.slice(5) : posix.join(posix.dirname(file), written);
      open.push(`${from}.ts`);
    }
    for (const [, written = ""] of text.matchAll(/["'](\.\.?\/[^"'\n]+\.js)["']/g))
      open.push(posix.join(posix.dirname(file), written));
  }
  return found;
}

function put(file: string, as: string): void {
  const target = join(code, as.replace(/\.ts$/, ".js"));
  mkdirSync(dirname(target), { recursive: true });
  if (/\.[jt]s$/.test(file)) writeFileSync(target, plain(file, as));
  else copyFileSync(join(root, file), target);
}

function plain(file: string, as: string): string {
  const text = readFileSync(join(root, file), "utf8");
  const bare = file.endsWith(".ts") ? stripTypeScriptTypes(text) : text;
  const named = withFiles(bare, posix.relative(posix.dirname(as), "files"))
    .replace(/(["'])#client\1/g, "$1#src/client/main.ts$1")
    .replace(/import\("ccxt"\)/g, `import("${posix.relative(posix.dirname(as), "files/ccxt.js")}")`);
  return named.replace(sourceNames, (_, quote: string, source: string) => {
    if (!source.startsWith("#src/")) return `${quote}${source}.js${quote}`;
    const path = posix.relative(posix.dirname(as), source.slice("#src/".length));
    return `${quote}${path.startsWith(".") ? path : `./${path}`}.js${quote}`;
  });
}

/** Copies the files that a source opens out of other packages, and has it open the copies. */
function withFiles(text: string, folder: string): string {
  const fonts = [...text.matchAll(fontNames)].map(([, font = ""]) => font);
  return text.replaceAll(opened, (_all, from: string, path: string | undefined) => {
    copied.add(from);
    // Without a path: the entry, beside whose folder its fonts lie.
    const files = path === undefined ? fonts.map((font) => `/fonts/${font}`) : [path];
    for (const file of files) {
      const source = join(root, "node_modules", `${from}${file}`);
      if (!existsSync(source)) continue;
      mkdirSync(dirname(join(code, "files", `${from}${file}`)), { recursive: true });
      copyFileSync(source, join(code, "files", `${from}${file}`));
    }
    return `new URL("${folder}/${from}${path ?? "/dist/"}", import.meta.url).href`;
  });
}

async function bundleCcxt(): Promise<void> {
  copied.add("ccxt");
  const from = join(root, "node_modules/ccxt/js/src");
  const names = exchanges.join(", ");
  const entry = [
    ...exchanges.map((each) => `import ${each} from ${JSON.stringify(join(from, `${each}.js`))};`),
    `import * as errors from ${JSON.stringify(join(from, "base/errors.js"))};`,
    `export default { ${names}, ...errors };`,
  ].join("\n");
  const at = "ccxt-of-conclave";
  const bundle = await rolldown({
    input: at,
    platform: "node",
    plugins: [
      {
        name: "entry",
        // What only other exchanges need, some of it of packages that are not installed.
        resolveId: (id) =>
          id === at ? at : /^protobufjs\b|dydx-v4-client|protobuf\/mexc/.test(id) ? "nothing.cjs" : null,
        load: (id) => (id === at ? entry : id === "nothing.cjs" ? "module.exports = {};" : null),
      },
    ],
  });
  await bundle.write({ file: join(code, "files/ccxt.js"), codeSplitting: false });
  await bundle.close();
}
