import { spawnSync } from "node:child_process";
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { z } from "zod";
import { report } from "./setup.ts";

/*
 * What an archive costs by the number of its instruments, each with the thousand bars and all else that the shipped
 * company has: `archive check`, and the first analysis of one instrument. Of each the processor time and the memory at
 * its highest, which a busy machine changes less than the wall clock.
 */
const sizes = [10, 100, 1000];
const root = join(import.meta.dirname, "..");
const main = join(root, "src/cli/main.js");
const told = "used:";
const usage = `data:text/javascript,process.once("exit", () => { const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage(); process.stderr.write("\\n${told}" + JSON.stringify({ cpu: (userCPUTime + systemCPUTime) / 1e6, mb: maxRSS / 1024 }) + "\\n"); });`;
const Used = z.object({ cpu: z.number(), mb: z.number() });

const symbolOf = (index: number): string => `S${String(index).padStart(4, "0")}`;

async function makeArchive(folder: string, instruments: number): Promise<void> {
  await mkdir(folder, { recursive: true });
  const shipped = z
    .array(z.looseObject({ symbol: z.string() }))
    .parse(JSON.parse(await readFile(join(root, "demo/instruments.json"), "utf8")));
  const company = shipped.find(({ symbol }) => symbol === "DEMO");
  const all = Array.from({ length: instruments }, (_, index) => ({ ...company, symbol: symbolOf(index) }));
  await writeFile(join(folder, "instruments.json"), JSON.stringify(all));
  await cp(join(root, "demo/archive.json"), join(folder, "archive.json"));
  for (const kind of ["bars.csv", "actions.csv", "filings.jsonl", "news.jsonl", "social.jsonl"]) {
    const [name = "", end] = kind.split(".");
    const text = await readFile(join(root, "demo", name, `DEMO.${end}`));
    await mkdir(join(folder, name));
    for (const { symbol } of all) await writeFile(join(folder, name, `${symbol}.${end}`), text);
  }
}

function measure(home: string, archive: string, args: readonly string[]): z.infer<typeof Used> & { wall: number } {
  const started = performance.now();
  const { status, stderr } = spawnSync(process.execPath, ["--import", usage, main, ...args], {
    encoding: "utf8",
    env: { PATH: process.env["PATH"], CONCLAVE_HOME: home, MARKET_ARCHIVES: archive },
  });
  const wall = (performance.now() - started) / 1000;
  if (status !== 0) throw new Error(`conclave ${args.join(" ")} ended with ${String(status)}: ${stderr.slice(0, 500)}`);
  const [line = "null"] = stderr
    .split("\n")
    .flatMap((text) => (text.startsWith(told) ? [text.slice(told.length)] : []));
  return { ...Used.parse(JSON.parse(line)), wall };
}

const rounded = ({ cpu, mb, wall }: ReturnType<typeof measure>): object => ({
  cpu_s: Number(cpu.toFixed(2)),
  mb: Math.round(mb),
  wall_s: Number(wall.toFixed(2)),
});
const home = await mkdtemp(join(tmpdir(), "conclave-bench-"));
const rows: Record<string, object> = {};
let most = { cpu: 0, mb: 0, wall: 0 };
let least = most;
try {
  for (const size of sizes) {
    const archive = join(home, String(size));
    await makeArchive(archive, size);
    const check = measure(home, archive, ["archive", "check", archive]);
    const analysis = ["analyze", symbolOf(size - 1), "--date", "2019-06-03", "--reasoner", "rules"];
    // The first fills the compile cache.
    if (size === sizes[0]) measure(home, archive, analysis);
    most = measure(home, archive, analysis);
    if (size === sizes[0]) least = most;
    rows[String(size)] = { check: rounded(check), analyze: rounded(most) };
    await rm(archive, { recursive: true });
  }
} finally {
  await rm(home, { recursive: true, force: true });
}
const ratio = most.cpu / least.cpu;
report(
  {
    figure: "processor time of an analysis out of 1,000 instruments ÷ out of 10",
    value: ratio,
    unit: "x",
    target: "<= 1.2",
    met: ratio <= 1.2,
  },
  rows,
);
