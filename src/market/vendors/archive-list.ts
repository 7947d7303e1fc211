import { join } from "node:path";
import type { LocalDate } from "#src/platform/clock.ts";
import { InvalidInput } from "#src/platform/errors.ts";
import type { Instrument } from "../market-data.ts";
import {
  fileStem,
  parseBars,
  parseDescription,
  parseInstruments,
  type Parse,
  readArchiveFile,
} from "./archive-files.ts";

/** An instrument of an archive and the days it has prices for; `null` where it has none. */
export interface ArchiveListing {
  readonly archive: string;
  readonly instrument: Instrument;
  readonly from: LocalDate | null;
  readonly to: LocalDate | null;
}

/**
 * What can be asked of an archive. A line of prices that is broken is passed over; a run that reads it says so.
 * @param wanted prices of other instruments are not read, which would take most of the time
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
    instruments.filter(wanted).map(async (instrument) => {
      const bars = (await readArchiveFile(join(dir, `bars/${fileStem(instrument.symbol)}.csv`), parseBars))?.rows ?? [];
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
