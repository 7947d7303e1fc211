import { execFile } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { z } from "zod";

/* The packages of clients/ as a stranger has them: built, installed in an empty folder, and run from there. */

export const root = join(import.meta.dirname, "../..");
const compiler = join(root, "node_modules/typescript7/bin/tsc");
const Packed = z.array(z.object({ filename: z.string(), files: z.array(z.object({ path: z.string() })) }));

/** What a command prints; what this process serves is served meanwhile. @throws with all that it said when it fails */
export async function printed(
  cwd: string,
  [command = "", ...args]: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<string> {
  const whole = { PATH: process.env["PATH"], HOME: cwd, npm_config_cache: join(cwd, "cache"), ...env };
  const { stdout } = await promisify(execFile)(command, args, { cwd, env: whole, maxBuffer: 32 * 1024 * 1024 });
  return stdout;
}

/** Packs @conclave/client and installs it in a folder without a network. @returns what is in the package */
export async function installTypescript(folder: string): Promise<string[]> {
  const stage = join(folder, "stage");
  mkdirSync(stage);
  for (const name of ["package.json", "README.md", "LICENSE"])
    cpSync(join(root, "clients/typescript", name), join(stage, name));
  await printed(root, [process.execPath, compiler, "-p", "clients/typescript", "--outDir", join(stage, "dist")]);
  const pack = ["npm", "pack", "--json", "--ignore-scripts", "--pack-destination", folder];
  const [packed] = Packed.parse(JSON.parse(await printed(stage, pack)));
  writeFileSync(join(folder, "package.json"), '{"type": "module", "private": true}');
  const install = ["npm", "install", "--offline", "--no-audit", "--no-fund", `./${packed?.filename ?? ""}`];
  await printed(folder, install);
  return packed?.files.map(({ path }) => path) ?? [];
}

/** Checks the types of a program in such a folder as strictly as there is. */
export async function checkTypes(folder: string, ...files: readonly string[]): Promise<void> {
  mkdirSync(join(folder, "node_modules/@types"), { recursive: true });
  for (const name of ["@types/node", "undici-types"])
    if (!existsSync(join(folder, "node_modules", name)))
      symlinkSync(join(root, "node_modules", name), join(folder, "node_modules", name));
  const strict = ["--strict", "--exactOptionalPropertyTypes", "--noUncheckedIndexedAccess", "--types", "node"];
  await printed(folder, [process.execPath, compiler, "--module", "nodenext", "--noEmit", ...strict, ...files]);
}

/** The last line that a day printed. */
export function dayOf(text: string): unknown {
  return JSON.parse(text.trim().split("\n").at(-1) ?? "");
}

/** The fenced blocks of a language in a text, top to bottom. */
export function blocksOf(file: string, language: string): string[] {
  const text = readFileSync(join(root, file), "utf8");
  return [...text.matchAll(new RegExp(`^\`\`\`${language}\\n([^]*?)^\`\`\`$`, "gm"))].map(([, block = ""]) => block);
}
