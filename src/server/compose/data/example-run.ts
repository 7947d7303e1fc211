import { listArchive } from "#src/market/vendors/archive/archive-list.ts";

const shippedExample = "DEMO --date 2019-06-03";

/** As `conclave jobs start` takes it; without archives, the shipped one's. */
export async function exampleRun(archives: readonly string[]): Promise<string> {
  for (const archive of archives)
    for (const { instrument, to } of await listArchive(archive, ({ assetType }) => assetType !== "index"))
      if (to !== null)
        return `${instrument.symbol} --date ${to}${instrument.assetType === "crypto" ? " --asset-type crypto" : ""}`;
  return shippedExample;
}
