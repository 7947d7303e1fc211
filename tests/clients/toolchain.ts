import { spawn, spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { startService, type ServiceProcess } from "#tests/support/service-process.ts";

export const root = join(import.meta.dirname, "../..");
export const openapi = join(root, "openapi.json");

const generator = { name: "openapi-generator-cli", version: "7.25.0" };

/** A temporary folder with the program of a language in it; gone when the test ends. */
export function workshop(program: string): string {
  const folder = mkdtempSync(join(tmpdir(), "conclave-clients-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  cpSync(join(import.meta.dirname, "programs", program), folder, { recursive: true });
  return folder;
}

/** Whether tools of the machine are missing, and a note for the test's name that says which. */
export function without(...tools: readonly string[]): { readonly skip: boolean; readonly note: string } {
  const missing = tools.filter((tool) => spawnSync("sh", ["-c", `command -v ${tool}`]).status !== 0);
  const skip = missing.length > 0;
  return { skip, note: skip ? ` (skipped: ${missing.join(", ")} not found)` : "" };
}

/** What a command says on its standard output. @throws with all that it said when it fails */
export async function command(
  folder: string,
  [program = "", ...args]: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<string> {
  const child = spawn(program, args, {
    cwd: folder,
    env: { ...process.env, ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let out = "";
  let all = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    out += text;
    all += text;
  });
  child.stderr.setEncoding("utf8").on("data", (text: string) => (all += text));
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once("error", reject);
    child.once("close", resolve);
  });
  if (code !== 0) throw new Error(`${program} ${args.join(" ")} ended with ${code}:\n${all.slice(-8000)}`);
  return out;
}

/** Makes a client with openapi-generator, which comes from Maven Central. */
export async function generate(folder: string, language: string, to: string, properties: string): Promise<void> {
  const artifact = `org.openapitools:${generator.name}:${generator.version}`;
  await command(folder, ["mvn", "-q", "-B", "dependency:copy", `-Dartifact=${artifact}`, "-DoutputDirectory=tools"]);
  const jar = join(folder, "tools", `${generator.name}-${generator.version}.jar`);
  await command(folder, [
    "java",
    "-jar",
    jar,
    "generate",
    `--input-spec=${openapi}`,
    `--generator-name=${language}`,
    `--output=${join(folder, to)}`,
    `--additional-properties=${properties}`,
  ]);
}

/** A Python of the test's own, with these packages of PyPI. @returns where its programs are */
export async function python(folder: string, ...packages: readonly string[]): Promise<string> {
  await command(folder, ["python3", "-m", "venv", "venv"]);
  const bin = join(folder, "venv/bin");
  await command(folder, [join(bin, "pip"), "install", "-q", "--disable-pip-version-check", ...packages]);
  return bin;
}

/** A service whose debates are argued by rules, on the archive that ships. */
export function startRules(): Promise<ServiceProcess> {
  return startService({ SERVICE_LLM_PROVIDER: "rules" }, { withinMs: 300_000 });
}

/** Runs a program against a service that was just started, and reads the last line that it printed. */
export async function told(folder: string, program: readonly string[]): Promise<unknown> {
  const { url } = await startRules();
  const out = await command(folder, program, { CONCLAVE_URL: url });
  return JSON.parse(out.trim().split("\n").at(-1) ?? "");
}
