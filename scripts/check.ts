/*
 * `npm run check`: everything that can be said about the code without running it. One line a step; what a failed
 * step said follows at the end.
 */
import { spawn } from "node:child_process";
import { join } from "node:path";

const root = join(import.meta.dirname, "..");
const at = (path: string): string => join(root, path);

/** Name and Node arguments. The slow ones stand first, so that the quick ones fill the gaps. */
const steps: readonly (readonly [name: string, ...args: string[]])[] = [
  ["dead code", at("node_modules/knip/bin/knip.js"), "--no-progress"],
  ["test-only", at("node_modules/knip/bin/knip.js"), "--no-progress", "--production"],
  ["boundaries", at("scripts/check-boundaries.ts")],
  ["types", at("node_modules/typescript7/bin/tsc"), "-p", "."],
  ["web types", at("node_modules/typescript7/bin/tsc"), "-p", "src/web"],
  ["lint", at("node_modules/oxlint/bin/oxlint"), "--deny-warnings"],
  ["format", at("node_modules/oxfmt/bin/oxfmt"), "--check"],
  ["style", at("scripts/check-style.ts")],
  ["decisions", at("scripts/check-adr.ts")],
  ["lock", at("scripts/check-lock.ts")],
  ["repository", at("scripts/check-repository.ts")],
  ["checks", at("scripts/check-checks.ts")],
];

interface Finished {
  readonly name: string;
  readonly ok: boolean;
  readonly output: string;
}

function run([name, ...args]: (typeof steps)[number]): Promise<Finished> {
  const started = performance.now();
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, { cwd: root, stdio: ["ignore", "pipe", "pipe"] });
    let output = "";
    const collect = (chunk: Buffer): void => {
      output += chunk.toString();
    };
    child.stdout.on("data", collect);
    child.stderr.on("data", collect);
    child.on("error", reject);
    child.on("close", (code) => {
      const ok = code === 0;
      const seconds = ((performance.now() - started) / 1000).toFixed(1);
      console.log(`${ok ? "ok  " : "FAIL"} ${name.padEnd(10)} ${seconds} s`);
      resolve({ name, ok, output });
    });
  });
}

const failed = (await Promise.all(steps.map(run))).filter(({ ok }) => !ok);
for (const { name, output } of failed) console.log(`\n--- ${name} ---\n${output.trim()}`);
if (failed.length > 0) {
  console.log(`\n${failed.length} of ${steps.length} steps failed: ${failed.map(({ name }) => name).join(", ")}`);
  process.exitCode = 1;
}
