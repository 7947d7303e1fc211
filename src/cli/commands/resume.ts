import type { Cli } from "../cli.ts";
import type { Json } from "../command-table.ts";
import { keptReasoner } from "../runs/kept-reasoner.ts";
import { announce, runInFolder } from "../runs/run-in-folder.ts";
import { runFolder } from "../runs/run-folder.ts";
import { readRepeatable } from "../runs/steps-file.ts";

export async function runResume(cli: Cli, idOrPath: string, { json }: Json): Promise<void> {
  const folder = runFolder(cli.settings.home, idOrPath);
  const { header, steps } = await readRepeatable(folder, "resumed");
  const reasoner = await keptReasoner(cli, header);
  const vendors = await cli.vendorChainFor(header.data);
  announce(cli, header, `same settings, ${steps.size} steps done`);
  await runInFolder(cli, folder, vendors, reasoner, json === true);
}
