import type { ListedInstrument } from "#src/contract/signals/instruments.ts";
import { listArchive } from "#src/market/vendors/archive/archive.ts";
import { createHash } from "node:crypto";
import { readFile, readdir } from "node:fs/promises";
import { join, sep } from "node:path";
import { existsSync } from "node:fs";
import type { BacktestSettings } from "#src/contract/backtests/backtest.ts";

/** The first archive counts, as in a run. */
export async function listedInstruments(archives: readonly string[]): Promise<ListedInstrument[]> {
  const found = new Map<string, ListedInstrument>();
  for (const { instrument, ...listing } of (
    await Promise.all(archives.map((archive) => listArchive(archive)))
  ).flat()) {
    if (found.has(instrument.symbol)) continue;
    const { symbol, name, assetType, currency, exchange, synthetic } = instrument;
    found.set(symbol, { symbol, name, assetType, currency, exchange, synthetic, ...listing });
  }
  return [...found.values()].toSorted((a, b) => (a.symbol < b.symbol ? -1 : 1));
}

const shippedExample = "DEMO --date 2019-06-03";

/** As `conclave jobs start` takes it; without archives, the shipped one's. */
export async function exampleRun(archives: readonly string[]): Promise<string> {
  for (const archive of archives)
    for (const { instrument, to } of await listArchive(archive, ({ assetType }) => assetType !== "index"))
      if (to !== null)
        return `${instrument.symbol} --date ${to}${instrument.assetType === "crypto" ? " --asset-type crypto" : ""}`;
  return shippedExample;
}

/** Over names and bytes of all files. */
export async function archiveDigest(dir: string): Promise<string> {
  const entries = await readdir(dir, { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .map((path) => ({ path, name: path.slice(dir.length).split(sep).join("/") }))
    .toSorted((a, b) => (a.name < b.name ? -1 : 1));
  const digest = createHash("sha256");
  for (const { path, name } of files) {
    const bytes = await readFile(path);
    digest.update(`${name}\n${bytes.length}\n`).update(bytes);
  }
  return digest.digest("hex");
}

/** To the byte and in order; `null` when one is missing. */
export async function sameArchives(
  dirs: readonly string[],
  wanted: BacktestSettings["archives"],
): Promise<string[] | null> {
  const here = new Map<string, string>();
  for (const dir of dirs) if (existsSync(dir)) here.set(await archiveDigest(dir), dir);
  const found = wanted.flatMap(({ sha256 }) => here.get(sha256) ?? []);
  return found.length === wanted.length ? found : null;
}
