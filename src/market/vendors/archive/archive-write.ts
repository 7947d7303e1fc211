import { mkdir, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { z } from "zod";
import { InvalidInput } from "#src/core/errors.ts";
import { parseJson } from "./archive-lines.ts";
import { type ActionRow, type ArchiveInstrument, type BarRow, fileStem } from "./archive-files.ts";

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
