import type { Cli } from "../cli.ts";
import { announce, conduct } from "../conduct.ts";
import { runFolder } from "../run-folder.ts";
import { readSteps } from "../steps-file.ts";

/** Goes on with a run that was stopped: finished calls are not made again. */
export async function runResume(cli: Cli, idOrPath: string, json: boolean): Promise<void> {
  const folder = runFolder(cli.settings.home, idOrPath);
  const { header, steps } = await readSteps(folder);
  const { provider, deep, quick, base_url: baseUrl } = header.reasoner;
  const reasoner = cli.reasonerFor({ provider, deep, quick, baseUrl });
  const chain = await cli.chainFor(header.data);
  announce(cli, header, `as before, ${steps.size} steps done`);
  await conduct(cli, folder, chain, reasoner, json);
}
