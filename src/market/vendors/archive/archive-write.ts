import { mkdir, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { z } from "zod";
import { InvalidInput } from "#src/core/errors.ts";
import { parseJson } from "./archive-lines.ts";
import {
  type ActionRow,
  type ArchiveInstrument,
  type BarRow,
  fileStem,
  type InstitutionRow,
  parseInstitutions,
  readArchiveFile,
} from "./archive-files.ts";

export interface NewListing {
  readonly instrument: ArchiveInstrument;
  readonly bars: readonly BarRow[];
  /** `null`: splits and dividends are unknown. */
  readonly actions: readonly ActionRow[] | null;
  /** Where the prices come from. */
  readonly origin: string;
  readonly caveats: readonly string[];
}

// What else stands in there stays.
const Description = z.looseObject({
  name: z.string(),
  description: z.string(),
  sources: z.array(z.unknown()),
  caveats: z.array(z.unknown()),
});
const Instruments = z.array(z.looseObject({ symbol: z.string() }));

/**
 * Adds an instrument; the listing is written last, so a stop leaves the archive as it was.
 * @throws InvalidInput for a folder of something else, or a known instrument
 */
export async function writeToArchive(dir: string, listing: NewListing): Promise<void> {
  const { instrument, bars, actions, origin, caveats } = listing;
  const { symbol } = instrument;
  const there = await archiveAt(dir);
  if (there.instruments.some((one) => one.symbol === symbol))
    throw new InvalidInput(`--out: ${dir} has ${symbol} already; choose another folder`);
  const source = { what: `bars of ${symbol}`, origin, licence: "not stated", url: "" };
  const description = {
    ...there.description,
    sources: [...there.description.sources, source],
    caveats: [...there.description.caveats, ...caveats.map((caveat) => `${symbol}: ${caveat}`)],
  };
  const rows = bars.map(({ date, open, high, low, close, volume }) => [date, open, high, low, close, volume ?? ""]);
  const files: [string, string][] = [
    [`bars/${fileStem(symbol)}.csv`, csv("date,open,high,low,close,volume", rows)],
    ["archive.json", json(description)],
    ["instruments.json", json([...there.instruments, instrument])],
  ];
  const known = actions?.map(({ exDate, kind, value }) => [exDate, kind, value]);
  if (known !== undefined) files.unshift([`actions/${fileStem(symbol)}.csv`, csv("exDate,kind,value", known)]);
  await writeInOrder(dir, files);
}

/**
 * The positions that an archive has by symbol, in the order of its files.
 * @throws InvalidInput for a folder that is no archive, a symbol that it does not know, or a broken file
 */
export async function institutionsIn(
  dir: string,
  symbols: Iterable<string>,
): Promise<ReadonlyMap<string, readonly InstitutionRow[]>> {
  const { instruments } = await archiveAt(dir);
  const held = new Map<string, readonly InstitutionRow[]>();
  for (const symbol of symbols) {
    if (!instruments.some((one) => one.symbol === symbol))
      throw new InvalidInput(`--out: ${dir} does not have ${symbol}; import its prices first`);
    const file = `institutions/${fileStem(symbol)}.jsonl`;
    const { rows, problems } = (await readArchiveFile(join(dir, file), parseInstitutions)) ?? {
      rows: [],
      problems: [],
    };
    if (problems.length > 0) throw new InvalidInput(`${file} is broken; run conclave archive check ${dir}`);
    held.set(symbol, rows);
  }
  return held;
}

/** Writes all positions of these symbols, and where the new ones come from. */
export async function writeInstitutions(
  dir: string,
  positions: ReadonlyMap<string, readonly InstitutionRow[]>,
  { origin, caveats }: Pick<NewListing, "origin" | "caveats">,
): Promise<void> {
  const { description } = await archiveAt(dir);
  const what = `institutions of ${[...positions.keys()].join(", ")}`;
  const url = "https://www.sec.gov/data-research/sec-markets-data/form-13f-data-sets";
  const told = {
    ...description,
    sources: [...description.sources, { what, origin, licence: "not stated", url }],
    caveats: [...description.caveats, ...caveats],
  };
  const files = [...positions].map(([symbol, rows]): [string, string] => [
    `institutions/${fileStem(symbol)}.jsonl`,
    rows.map((row) => `${JSON.stringify(row)}\n`).join(""),
  ]);
  await writeInOrder(dir, [...files, ["archive.json", json(told)]]);
}

async function archiveAt(dir: string): Promise<{
  readonly description: z.infer<typeof Description>;
  readonly instruments: z.infer<typeof Instruments>;
}> {
  const names = await readdir(dir).catch((error: unknown): string[] => {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return [];
    throw new InvalidInput(`--out: ${dir} is not a folder that can be read`, { cause: error });
  });
  if (names.length === 0) {
    const name = basename(dir)
      .toLowerCase()
      .replaceAll(/[^a-z0-9._-]+/g, "-")
      .replace(/^[^a-z0-9]+/, "")
      .slice(0, 64);
    const description = {
      name: name === "" ? "imported" : name,
      description: "Imported prices.",
      sources: [],
      caveats: [],
    };
    return { description, instruments: [] };
  }
  const read = async <T>(file: string, schema: z.ZodType<T>): Promise<T> => {
    const text = names.includes(file) ? await readFile(join(dir, file), "utf8") : "";
    const found = parseJson(text);
    const parsed = found.ok ? schema.safeParse(found.value) : null;
    if (parsed?.success !== true)
      throw new InvalidInput(`--out: ${dir} holds other files and is no archive: choose another folder`);
    return parsed.data;
  };
  return {
    description: await read("archive.json", Description),
    instruments: await read("instruments.json", Instruments),
  };
}

/** All files are complete before the first is renamed into place. */
async function writeInOrder(dir: string, files: readonly (readonly [string, string])[]): Promise<void> {
  const drafts = files.map(([file, text]) => ({ path: join(dir, file), draft: join(dir, `${file}.partial`), text }));
  try {
    for (const { draft, text } of drafts) {
      await mkdir(dirname(draft), { recursive: true });
      await writeFile(draft, text);
    }
  } catch (error) {
    await Promise.all(drafts.map(({ draft }) => rm(draft, { force: true })));
    throw error;
  }
  for (const { draft, path } of drafts) await rename(draft, path);
}

function csv(heading: string, rows: readonly (readonly (string | number)[])[]): string {
  return `${[heading, ...rows.map((row) => row.join(","))].join("\n")}\n`;
}

function json(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}
