import { join } from "node:path";
import { Trial } from "#src/contract/backtests/validity.ts";
import { CorruptRun } from "#src/core/errors.ts";
import { appendLine, readLines } from "#src/core/text/lines-file.ts";

/** `backtests/trials.jsonl`, only added to; deleting a backtest takes none back. */
export function trialsFile(home: string) {
  const path = join(home, "backtests", "trials.jsonl");
  const all = async (): Promise<readonly Trial[]> => {
    const { values, unreadable } = await readLines(path, Trial);
    const [line] = unreadable;
    if (line !== undefined) throw new CorruptRun(`${path} line ${line} is not a trial`);
    return values;
  };
  return {
    all,
    async note(trial: Trial): Promise<void> {
      if (!(await all()).some(({ id }) => id === trial.id)) await appendLine(path, trial);
    },
  };
}
