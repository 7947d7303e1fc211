import { chooseReasoner } from "#src/compose/choose-reasoner.ts";
import { serviceData } from "#src/compose/service-data.ts";
import { listArchive } from "#src/market/vendors/archive-list.ts";
import type { Cli } from "./cli.ts";
import type { InUse } from "./commands/up.ts";

/** What the service's runs will be made with. @throws InvalidInput for settings that make no reasoner */
export async function inUse({ settings, reasonerFor, demoArchive }: Cli): Promise<InUse> {
  const { provider, models } = reasonerFor(
    await chooseReasoner({ reasoner: null, provider: null, deep: null, quick: null, baseUrl: null }, settings),
  );
  const { archives, online } = serviceData(settings, demoArchive);
  const shipped = archives.length === 1 && archives[0] === demoArchive;
  const sources = [
    ...(shipped ? ["the archive that ships (DEMO and ^GSPC)"] : archives),
    ...(online ? ["online vendors"] : []),
  ];
  return {
    reasoner:
      provider === "rules"
        ? "rules (a rules engine, no language model)"
        : `${provider}: ${models.deep} (managers), ${models.quick} (others)`,
    data: sources.join(", then "),
    example: shipped || online ? shippedExample : await exampleOf(archives),
  };
}

const shippedExample = "DEMO --date 2019-06-03";

/** An instrument of the archives and the last day it has prices for, as `conclave jobs start` takes them. */
async function exampleOf(archives: readonly string[]): Promise<string> {
  for (const archive of archives)
    for (const { instrument, to } of await listArchive(archive))
      if (to !== null && instrument.assetType !== "index")
        return `${instrument.symbol} --date ${to}${instrument.assetType === "crypto" ? " --asset-type crypto" : ""}`;
  return shippedExample;
}
