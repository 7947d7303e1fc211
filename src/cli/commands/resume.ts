import type { Cli } from "../cli.ts";
import { announce, conduct } from "../conduct.ts";
import { openRun, runFolder } from "../run-folder.ts";

/** Goes on with a run that was stopped: finished calls are not made again. */
export async function runResume(cli: Cli, idOrPath: string, options: { json: boolean; colour: boolean }): Promise<void> {
  const folder = runFolder(cli.settings.home, idOrPath);
  const { header, steps } = await openRun(folder);
  const { provider, deep, quick, base_url: baseUrl } = header.reasoner;
  announce(cli, header, `as before, ${steps.size} steps done`);
  await conduct(cli, folder, cli.reasonerFor({ provider, deep, quick, baseUrl }), options);
}
