import { join } from "node:path";
import type { LocalDate } from "#src/core/clock.ts";
import { InvalidInput } from "#src/core/errors.ts";
import { type Analysable, type Instrument, isAnalysable } from "#src/market/market-data.ts";
import {
  fileStem,
  parseBars,
  parseDescription,
  parseInstruments,
  type Parse,
  readArchiveFile,
} from "./archive-files.ts";

/** Days with prices; `null` where there are none. */
export interface ArchiveListing {
  readonly archive: string;
  readonly instrument: Analysable;
  readonly from: LocalDate | null;
  readonly to: LocalDate | null;
}

/**
 * Without pairs of currencies. Broken price lines are passed over.
 * @param wanted other instruments' prices are not read
 * @throws InvalidInput for a folder that is no archive
 */
export async function listArchive(
  dir: string,
  wanted: (instrument: Instrument) => boolean = () => true,
): Promise<ArchiveListing[]> {
  const [description] = await required(dir, "archive.json", parseDescription);
  const instruments = await required(dir, "instruments.json", parseInstruments);
  if (description === undefined) throw new InvalidInput(`the archive ${dir} has a broken archive.json`);
  return Promise.all(
    instruments
      .filter(isAnalysable)
      .filter(wanted)
      .map(async (instrument) => {
        const bars =
          (await readArchiveFile(join(dir, `bars/${fileStem(instrument.symbol)}.csv`), parseBars))?.rows ?? [];
        return {
          archive: description.name,
          instrument,
          from: bars.at(0)?.date ?? null,
          to: bars.at(-1)?.date ?? null,
        };
      }),
  );
}

async function required<T>(dir: string, file: string, parse: Parse<T>): Promise<readonly T[]> {
  const read = await readArchiveFile(join(dir, file), parse);
  if (read === null) throw new InvalidInput(`the archive ${dir} has no ${file}`);
  return read.rows;
}
