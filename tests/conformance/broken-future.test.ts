import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openArchive } from "#src/market/vendors/archive/archive.ts";
import { checkArchive } from "#src/market/vendors/archive/archive-check.ts";
import { sha256 } from "#src/core/hash.ts";
import { createRulesReasoner } from "#src/debate/reasoners/rules/rules-reasoner.ts";
import { temporaryFolder } from "#tests/support/archive-folder.ts";
import { vendorChainOf } from "#tests/support/memory-vendor.ts";
import { everyByte, runAnalysis } from "#tests/support/run-analysis.ts";
import { runs } from "#tests/support/runs.ts";

/*
 * A line of a later day that cannot be read must change no earlier run: the archive that ships is damaged behind the
 * run's instant in every way a line can be damaged, and every byte of the run stays.
 */

const tradeDate = "2018-06-15";
const instant = "2018-06-15T20:00:00.000Z";

/** The files of DEMO, and when a line of each is known. */
const files = {
  "bars/DEMO.csv": (line: string) => (line.slice(0, 10) > "2018-06-15" ? "later" : "known"),
  "actions/DEMO.csv": (line: string) => (line.slice(0, 10) > "2018-06-15" ? "later" : "known"),
  "filings/DEMO.jsonl": (line: string) => (timeIn(line, "filed") > "2018-06-14" ? "later" : "known"),
  "news/DEMO.jsonl": (line: string) => (timeIn(line, "publishedAt") > instant ? "later" : "known"),
  "social/DEMO.jsonl": (line: string) => (timeIn(line, "publishedAt") > instant ? "later" : "known"),
} as const satisfies Record<string, (line: string) => "later" | "known">;
type File = keyof typeof files;
const names = [
  "bars/DEMO.csv",
  "actions/DEMO.csv",
  "filings/DEMO.jsonl",
  "news/DEMO.jsonl",
  "social/DEMO.jsonl",
] as const;

function timeIn(line: string, field: string): string {
  return new RegExp(`"${field}":"([^"]+)"`).exec(line)?.[1] ?? "";
}

/** The archive that ships without what the run does not need: the years before its company, and most later ones. */
const demo = mkdtempSync(join(tmpdir(), "conclave-demo-"));
beforeAll(() => {
  cpSync(join(import.meta.dirname, "../../demo"), demo, { recursive: true });
  for (const file of [...names, "bars/%5EGSPC.csv"]) {
    const all = readFileSync(join(demo, file), "utf8").split("\n");
    const kept = all.filter((line) => {
      const [day = ""] = /(?<=^|"filed":"|"publishedAt":")2\d{3}-\d{2}-\d{2}/.exec(line) ?? [];
      return day === "" || (day > "2016" && day < "2019") || file.startsWith("filings");
    });
    writeFileSync(join(demo, file), kept.join("\n"));
  }
});
afterAll(() => rmSync(demo, { recursive: true }));

/** Lines of a file behind the header; `later` are the indices of those behind the instant. */
function read(file: File): { header: readonly string[]; lines: string[]; later: number[] } {
  const all = readFileSync(join(demo, file), "utf8").trimEnd().split("\n");
  const header = file.endsWith(".csv") ? all.splice(0, 1) : [];
  const later = all.flatMap((line, index) => (files[file](line) === "later" ? [index] : []));
  return { header, lines: all, later };
}

function damaged(edits: Partial<Record<File, (lines: string[], later: readonly number[]) => void>>): string {
  const dir = temporaryFolder();
  cpSync(demo, dir, { recursive: true });
  for (const file of names) {
    const edit = edits[file];
    if (edit === undefined) continue;
    const { header, lines, later } = read(file);
    edit(lines, later);
    // The mark of a damage below: a byte that no UTF-8 has.
    const parts = [...header, ...lines, ""].join("\n").split("\u00ff");
    const bytes = parts.flatMap((part, index) => [...(index === 0 ? [] : [Buffer.from([0xff])]), Buffer.from(part)]);
    writeFileSync(join(dir, file), Buffer.concat(bytes));
  }
  return dir;
}

/** A digest of the snapshot, of every prompt and of the outcome: a difference would fill the screen. */
async function run(
  dir: string,
): Promise<{ readonly snapshot: string; readonly prompts: string; readonly rating: string }> {
  const vendors = vendorChainOf(await openArchive(dir));
  const made = await runAnalysis({ vendors, reasoner: createRulesReasoner(), ticker: "DEMO", tradeDate });
  const bytes = everyByte(made);
  const { outcome } = made;
  return {
    snapshot: sha256(bytes.snapshot ?? ""),
    prompts: sha256(JSON.stringify(bytes.prompts)),
    rating: outcome.ok ? `${outcome.run.result.rating} ${sha256(bytes.outcome)}` : outcome.error.message,
  };
}

const value = /"(?:value|title|text)":("[^"]*"|-?[\d.]+)|(?<=,)[^,"]+$/;
const damages: Readonly<Record<string, (line: string) => string>> = {
  "a value that is none": (line) => line.replace(value, (whole) => (whole.startsWith('"') ? '"value":[]' : "1O")),
  "a line cut off": (line) => line.slice(0, Math.floor(line.length / 2)),
  "a line of nothing known": () => "<html>",
  "a brace": () => "{",
  "a day that does not exist": (line) => line.replace(/2\d{3}-\d{2}-\d{2}/g, "2999-02-31"),
  "bytes that are no text": (line) => `${line.slice(0, -3)}\u00ff${line.slice(-3)}`,
  "more fields than there are": (line) => `${line},1,1`,
};

let whole: Awaited<ReturnType<typeof run>>;
beforeAll(async () => {
  whole = await run(demo);
  expect(whole.rating).toMatch(/^(Buy|Overweight|Hold|Underweight|Sell) /);
});

describe.each(names)("%s", (file) => {
  test.each(Object.entries(damages))(
    "%s in the first later line, and in a middle one and the last, changes no byte",
    async (_, damage) => {
      const { later } = read(file);
      expect(later.length).toBeGreaterThan(1);
      const [first = 0, last = 0] = [later[0], later.at(-1)];
      const middle = later[Math.floor(later.length / 2)] ?? 0;
      for (const places of [[first], [middle, last]].slice(0, runs(1, 2))) {
        const edit = (lines: string[]) => {
          for (const place of places) lines[place] = damage(lines[place] ?? "");
        };
        const dir = damaged({ [file]: edit });
        expect(await run(dir)).toEqual(whole);
        expect((await checkArchive(dir)).filter(({ level }) => level === "error")).not.toEqual([]);
      }
    },
  );

  test("later lines out of order, doubled, and all broken at once change no byte", async () => {
    const { later } = read(file);
    const edits = [
      (lines: string[]) =>
        lines.splice(later[0] ?? 0, later.length, ...later.map((index) => lines[index] ?? "").toReversed()),
      (lines: string[]) => lines.splice(later[0] ?? 0, 0, lines[later[0] ?? 0] ?? "", lines[later.at(-1) ?? 0] ?? ""),
      (lines: string[]) => lines.splice(later[0] ?? 0, later.length, ...later.map(() => "?")),
    ];
    for (const edit of edits) expect(await run(damaged({ [file]: edit }))).toEqual(whole);
  });

  test("a broken line of the past is never passed over", async () => {
    const { lines, later } = read(file);
    const known = (later[0] ?? lines.length) - 1;
    for (const text of ["?", "{"]) {
      const vendor = await openArchive(damaged({ [file]: (all: string[]) => all.splice(known - 1, 1, text) }));
      const kind = file.split("/")[0];
      const source = [vendor.bars, vendor.actions, vendor.filings, vendor.news, vendor.social].at(
        ["bars", "actions", "filings", "news", "social"].indexOf(kind ?? ""),
      );
      const found = await vendor.instrument?.("DEMO", new AbortController().signal);
      if (found == null) throw new Error("DEMO is missing");
      const query = { instrument: found, from: "2000-01-01", to: tradeDate, asOf: Date.parse(instant) };
      await expect(source?.fetch(query, new AbortController().signal)).rejects.toMatchObject({ reason: "malformed" });
    }
  });
});

test("the name and the exchange are today's, so they change no prompt", async () => {
  const dir = damaged({});
  const listed = readFileSync(join(dir, "instruments.json"), "utf8");
  const renamed = listed
    .replace("Demo Instruments Inc. (synthetic)", "Metademo Platforms, Inc.")
    .replace("made up", "XNAS");
  expect(renamed).not.toBe(listed);
  writeFileSync(join(dir, "instruments.json"), renamed);
  const { prompts, rating } = await run(dir);
  expect(prompts).toBe(whole.prompts);
  expect(rating.split(" ")[0]).toBe(whole.rating.split(" ")[0]);
});
