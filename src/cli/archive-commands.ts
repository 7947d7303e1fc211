import type { Command } from "commander";
import type { ArchiveImportFlags } from "./commands/archive-import.ts";
import type { Finish } from "./service-commands.ts";

export function addArchive(command: Command, finish: Finish): void {
  const archive = command.command("archive").description("work with market archives");
  archive
    .command("check <dir>")
    .description("find errors and gaps in an archive")
    .option("--json", "print only one JSON object")
    .action((dir: string, flags: { readonly json?: boolean }) =>
      finish(async (cli) =>
        (await import("./commands/archive-check.ts")).runArchiveCheck(cli, dir, flags.json === true),
      ),
    );
  archive
    .command("import <file>")
    .description("make an archive from a CSV file of daily prices; shows how it read the file before writing")
    .option("--symbol <symbol>", "symbol of the prices, such as AAPL; if the file has several, the one to import")
    .option("--symbol-column <heading>", "the column that holds each row's symbol")
    .option("--name <name>", "the instrument's name (default: its symbol)")
    .option("--currency <code>", "currency of the prices (default: the exchange's)")
    .option("--date-order <order>", "dmy or mdy, for dates such as 03/04/2020")
    .option("--decimal <mark>", "comma or point, for numbers such as 1,234")
    .option("--splits <list>", "none, or dates with new shares per old share, such as 2014-06-09:7,2020-08-31:4")
    .option("--adjusted", "use dividend-adjusted closes if the file has no others")
    .option("--out <dir>", "the archive's folder, new or existing; by default one in the home folder")
    .option("--yes", "write without asking")
    .action((file: string, flags: ArchiveImportFlags) =>
      finish(async (cli) => (await import("./commands/archive-import.ts")).runArchiveImport(cli, file, flags)),
    );
}
