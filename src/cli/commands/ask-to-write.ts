import { ask, canAsk } from "#src/cli/terminal.ts";
import type { Cli } from "#src/cli/cli.ts";
import { exit } from "#src/cli/failure.ts";
import { say } from "#src/cli/terminal.ts";

/** The exit code; `null`: write it. */
export async function refusedToWrite(cli: Cli, yes: boolean | undefined): Promise<number | null> {
  if (yes === true) return null;
  if (!canAsk(cli)) {
    say(cli.err, "Nothing was written. Add --yes to write it.");
    return exit.usage;
  }
  if (/^y(es)?$/i.test(await ask(cli, "Write it? [y/N]"))) return null;
  say(cli.err, "Nothing was written.");
  return exit.ok;
}
