import { chmodSync, cpSync, globSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fillFacts } from "#src/product/content/facts.ts";
import { root } from "./client-packages.ts";

/* The code blocks of pages, and a folder in which they run as they stand. */

export const pages: readonly string[] = [
  "README.md",
  "deploy/README.md",
  "clients/typescript/README.md",
  "clients/python/README.md",
  "clients/python/EXAMPLES.md",
  ...globSync(["docs/*.md", "content/help/*.md"], { cwd: root }),
].toSorted();

export interface Snippet {
  readonly page: string;
  readonly language: string;
  readonly text: string;
}

export function snippetsOf(page: string): Snippet[] {
  const written = readFileSync(join(root, page), "utf8");
  // Placeholders of help articles, as readers see them; in code blocks there are no others.
  const read = (text: string): string => (page.startsWith("content/") ? fillFacts(text, page) : text);
  return [...written.matchAll(/^ *```(\w*)\n([^]*?)^ *```$/gm)].map(([, language = "", text = ""]) => ({
    page,
    language,
    text: read(text),
  }));
}

/** Where commands find what the pages speak of, by the names that stand there. */
export interface Bench {
  readonly folder: string;
  readonly env: Readonly<Record<string, string>>;
  /** A text with the address of this service in place of the usual one. */
  here(text: string): string;
}

const curl = `#!/bin/bash
# The status goes to standard error, and a stream that never ends is left after a while.
case "$*" in *signals/events*) most=2 ;; *) most=60 ;; esac
/usr/bin/curl --max-time $most -w '%{stderr}\\n[status %{http_code}]\\n' "$@"
code=$?
[ $code = 28 ] && exit 0
exit $code
`;

const npx = `#!/bin/bash
case "$1" in
  conclave) shift; exec "$NODE" "$REPOSITORY/src/cli/main.js" "$@" ;;
  openapi-typescript) exec "$REPOSITORY/node_modules/.bin/openapi-typescript" "\${@:2}" ;;
  *) echo "npx $1 is not on the bench" >&2; exit 1 ;;
esac
`;

/** Days on which nobody trades are not there. */
const prices = [
  "Date,Open,High,Low,Close,Volume",
  "2024-01-02,10,11,9.5,10.5,1000",
  "2024-01-03,10.5,11,10,10.8,1100",
  "2024-01-04,10.8,11.2,10.6,11,900",
  "",
].join("\n");

export function layBench(
  folder: string,
  { url, env }: { readonly url: string; readonly env: Readonly<Record<string, string>> },
): Bench {
  const programs = join(folder, "programs");
  mkdirSync(programs);
  for (const [name, text] of Object.entries({ curl, npx })) {
    writeFileSync(join(programs, name), text);
    chmodSync(join(programs, name), 0o755);
  }
  mkdirSync(join(folder, "path/to"), { recursive: true });
  cpSync(join(root, "demo"), join(folder, "path/to/mine"), { recursive: true });
  for (const [name, target] of [
    ["DIR", join(folder, "path/to/mine")],
    ["path/to/archive", join(folder, "path/to/mine")],
    ["deploy", join(root, "deploy")],
    ["clients", join(root, "clients")],
    [".env.example", join(root, ".env.example")],
  ] as const) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    symlinkSync(target, join(folder, name));
  }
  writeFileSync(join(folder, "prices.csv"), prices);
  const at = new URL(url).host;
  return {
    folder,
    env: {
      ...env,
      HOME: folder,
      PATH: `${programs}:${process.env["PATH"] ?? ""}`,
      NODE: process.execPath,
      REPOSITORY: root,
    },
    here: (text) => text.replaceAll(/(?:localhost|127\.0\.0\.1):3000\b/g, at),
  };
}
