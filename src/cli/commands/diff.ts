import { diffRuns } from "#src/report/text/diff.ts";
import type { Cli } from "../cli.ts";
import type { Json } from "../command-table.ts";
import { diffText } from "../runs/diff-text.ts";
import { finishedRun } from "../runs/render-run.ts";
import { readRun, runFolder } from "../runs/run-folder.ts";
import { jsonLine, penFor } from "../terminal.ts";

/** Says what changed from one run to another. */
export async function diff(cli: Cli, before: string, after: string, { json }: Json): Promise<void> {
  const read = async (id: string): Promise<ReturnType<typeof finishedRun>> =>
    finishedRun(await readRun(runFolder(cli.settings.home, id)));
  const changes = diffRuns(await read(before), await read(after));
  cli.out.write(
    json === true
      ? jsonLine(changes)
      : diffText(changes, penFor(cli.out), (cli.out.isTTY && cli.out.columns) || Infinity),
  );
}
