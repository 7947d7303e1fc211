import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { onTestFinished } from "vitest";

/** An empty folder that goes away with the test. */
export function temporaryFolder(): string {
  const dir = mkdtempSync(join(tmpdir(), "conclave-archive-"));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  return dir;
}

/** Writes files (text by path) below a folder. */
export function writeFiles(dir: string, files: Readonly<Record<string, string>>): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(dir, path)), { recursive: true });
    writeFileSync(join(dir, path), text);
  }
}

/**
 * A sound little archive `small` with the stock ABC, bars of the first week of June 2025, no actions then, and whatever `files` adds
 * or replaces.
 */
export function smallArchive(files: Readonly<Record<string, string>> = {}): string {
  const dir = temporaryFolder();
  writeFiles(dir, {
    "archive.json": JSON.stringify({ name: "small", description: "For a test.", sources: [], caveats: [] }),
    "instruments.json": instruments({}),
    "bars/ABC.csv": csv("date,open,high,low,close,volume", [
      "2025-06-02,10,11,9.5,10.5,1000",
      "2025-06-03,10.5,11,10,10.25,1200",
      "2025-06-04,10.25,10.5,10,10.1,900",
      "2025-06-05,10.1,10.2,9.9,10,800",
      "2025-06-06,10,10.75,10,10.7,",
    ]),
    "actions/ABC.csv": "exDate,kind,value\n",
    ...files,
  });
  return dir;
}

export function instruments(...changes: readonly object[]): string {
  const usual = { symbol: "ABC", name: "Abc", assetType: "stock", exchange: "NYSE", currency: "USD", calendar: "XNYS" };
  return JSON.stringify(changes.map((change) => ({ ...usual, ...change })));
}

export function csv(header: string, lines: readonly string[]): string {
  return [header, ...lines, ""].join("\n");
}

export function jsonLines(...rows: readonly object[]): string {
  return rows.map((row) => `${JSON.stringify(row)}\n`).join("");
}
