import { listArchive } from "#src/market/vendors/archive-list.ts";

const shippedExample = "DEMO --date 2019-06-03";

/**
 * An instrument of these archives and the last day it has prices for, as `conclave jobs start` takes them; without
 * archives what ships.
 */
export async function exampleRun(archives: readonly string[]): Promise<string> {
  for (const archive of archives)
    for (const { instrument, to } of await listArchive(archive, ({ assetType }) => assetType !== "index"))
      if (to !== null)
        return `${instrument.symbol} --date ${to}${instrument.assetType === "crypto" ? " --asset-type crypto" : ""}`;
  return shippedExample;
}
