import { forEachKind, type Vendor, type VendorChain } from "#src/market/market-data.ts";
import { openArchive } from "#src/market/vendors/archive/archive.ts";
import { InvalidInput, VendorFailed } from "#src/core/errors.ts";

/** @throws InvalidInput for a folder that is no sound archive */
export async function openArchives(dirs: readonly string[]): Promise<Vendor[]> {
  return Promise.all(dirs.map(openSound));
}

async function openSound(dir: string): Promise<Vendor> {
  return openArchive(dir).catch((error: unknown) => {
    if (error instanceof VendorFailed) {
      const wrong = error.message.replace(`${error.vendor}: `, "");
      throw new InvalidInput(`the archive ${dir} is broken: ${wrong} (npx conclave archive check ${dir} lists all)`, {
        cause: error,
      });
    }
    throw error;
  });
}

/** A chain in which the same vendors answer for every kind of data. */
export function sameForAll(vendors: readonly Vendor[]): VendorChain {
  return {
    instruments: vendors,
    byKind: forEachKind(() => vendors),
  };
}
