import { diffRuns } from "#src/debate/diff.ts";
import type { Cli } from "../cli.ts";
import { finishedRun } from "../render-run.ts";
import { readRun, runFolder } from "../run-folder.ts";
import { diffText, pen } from "../summary.ts";

/** Says what changed from one run to another. */
export async function diff(cli: Cli, before: string, after: string, options: { json: boolean; colour: boolean }): Promise<number> {
  const [first, second] = await Promise.all([before, after].map((id) => readRun(runFolder(cli.settings.home, id)).then(finishedRun)));
  if (first === undefined || second === undefined) throw new RangeError("two runs were read");
  const changes = diffRuns(first, second);
  cli.out.write(options.json ? `${JSON.stringify(changes)}\n` : diffText(changes, pen(options.colour)));
  return 0;
}
