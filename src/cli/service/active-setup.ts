import { chooseReasoner } from "#src/server/compose/models/choose-reasoner.ts";
import { exampleRun } from "#src/server/compose/data/archives.ts";
import { serviceData } from "#src/server/compose/data/choose-data.ts";
import type { Cli } from "../cli.ts";
import type { InUse } from "../commands/service/up.ts";

/** @throws InvalidInput for settings without a reasoner */
export async function activeSetup({ settings, reasonerFor, demoArchive }: Cli): Promise<InUse> {
  const { provider, models } = await reasonerFor(
    await chooseReasoner({ reasoner: null, provider: null, deep: null, quick: null, baseUrl: null }, settings),
  );
  const { archives, online } = serviceData(settings, demoArchive);
  const shipped = archives.length === 1 && archives[0] === demoArchive;
  const sources = [
    ...(shipped ? ["the included archive (DEMO and ^GSPC)"] : archives),
    ...(online ? ["online vendors"] : []),
  ];
  return {
    reasoner:
      provider === "rules"
        ? "rules (a rules engine, no language model)"
        : `${provider}: ${models.deep} (managers), ${models.quick} (others)`,
    data: sources.join(", then "),
    example: await exampleRun(shipped || online ? [] : archives),
  };
}
