import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { z } from "zod";
import { codeVersion } from "#src/server/compose/code-version.ts";

/* What `npm pack` makes, installed without a network: libraries are those of the project, linked by their names. */

const project = join(import.meta.dirname, "../..");
const Package = z.object({ dependencies: z.record(z.string(), z.string()) });
const Packed = z.array(z.object({ filename: z.string(), files: z.array(z.object({ path: z.string() })) }));

function emptyFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "conclave-package-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

function succeeded(command: string, args: readonly string[], cwd: string): string {
  const env = { PATH: process.env["PATH"], HOME: cwd, CONCLAVE_HOME: join(cwd, "home") };
  const { status, stdout, stderr } = spawnSync(command, args, { cwd, env, encoding: "utf8" });
  if (status !== 0) throw new Error(`${command} ${args.join(" ")} ended with ${status}: ${stderr}`);
  return stdout;
}

function built(folder: string): string {
  const to = join(folder, "package");
  succeeded(process.execPath, [join(project, "scripts/build-package.ts"), to], folder);
  return to;
}

test("an installed package makes an analysis from an empty folder, as the same code as the repository", () => {
  const folder = emptyFolder();
  const said = succeeded("npm", ["pack", "--json", "--ignore-scripts", "--pack-destination", folder], built(folder));
  const [packed] = Packed.parse(JSON.parse(said));
  const paths = (packed?.files ?? []).map(({ path }) => path);
  expect(paths).toContain("LICENSE");
  expect(paths.filter((path) => /\.tsx?$|\.test\.|^(?:src|tests|scripts|docs)\//.test(path))).toEqual([]);

  const installed = join(folder, "node_modules/conclave");
  mkdirSync(installed, { recursive: true });
  succeeded("tar", ["-xzf", join(folder, packed?.filename ?? ""), "--strip-components=1", "-C", installed], folder);
  const { dependencies } = Package.parse(JSON.parse(readFileSync(join(installed, "package.json"), "utf8")));
  // What only pages need, and what would be 400 MB of the rest: Node, Next, fonts that nobody opens, other exchanges.
  for (const name of ["node", "next", "react-dom", "lucide-react", "ccxt", "@embedpdf/fonts-sc"])
    expect(Object.keys(dependencies)).not.toContain(name);
  expect(readFileSync(join(installed, "THIRD-PARTY-NOTICES.md"), "utf8")).toMatch(/^## .*\bccxt [\d.]+ \(MIT\)/m);
  for (const name of Object.keys(dependencies)) {
    const link = join(folder, "node_modules", name);
    mkdirSync(dirname(link), { recursive: true });
    symlinkSync(join(project, "node_modules", name), link);
  }
  mkdirSync(join(folder, "node_modules/.bin"));
  symlinkSync("../conclave/bin/conclave.js", join(folder, "node_modules/.bin/conclave"));

  const analyze = ["--no-install", "conclave", "analyze", "DEMO", "--date", "2019-06-03", "--reasoner", "rules"];
  const result = z
    .object({ result: z.object({ rating: z.string() }) })
    .parse(JSON.parse(succeeded("npx", [...analyze, "--json"], folder)));
  expect(result.result.rating).toMatch(/^(?:Buy|Overweight|Hold|Underweight|Sell|REVIEW)$/);
  const parts = `
    const { otherFontFiles } = await import("conclave-parts/report/pdf/pdf-fonts.js");
    const { default: ccxt } = await import("conclave-parts/files/ccxt.js");
    const { existsSync } = await import("node:fs");
    const fonts = [...otherFontFiles].filter((file) => !existsSync(file));
    console.log(JSON.stringify({ fonts, exchange: new ccxt.binanceusdm().id, error: typeof ccxt.NetworkError }));`.replaceAll(
    "conclave-parts",
    join(installed, "dist"),
  );
  const told: unknown = JSON.parse(succeeded(process.execPath, ["--input-type=module", "-e", parts], folder));
  expect(told).toEqual({ fonts: [], exchange: "binanceusdm", error: "function" });
  expect(succeeded("npx", ["--no-install", "conclave", "--version"], folder).trim()).toBe(codeVersion(project));
});
