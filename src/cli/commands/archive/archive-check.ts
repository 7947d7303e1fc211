import { counted } from "#src/core/text/number-text.ts";
import { resolve } from "node:path";
import type { Cli } from "#src/cli/cli.ts";
import type { Json } from "#src/cli/command-table.ts";
import { jsonLine, penFor, printable } from "#src/cli/terminal.ts";

/** @returns 1 when there is an error */
export async function runArchiveCheck(cli: Cli, dir: string, { json }: Json): Promise<number> {
  const findings = await cli.checkArchive(resolve(dir));
  const errors = findings.filter(({ level }) => level === "error").length;
  if (json === true) {
    cli.out.write(jsonLine({ findings }));
    return errors === 0 ? 0 : 1;
  }
  const draw = penFor(cli.out);
  for (const { level, file, line, message } of findings) {
    const place = line === null ? file : `${file}:${line}`;
    cli.out.write(
      `${draw(level === "error" ? "red" : "yellow", level.padEnd(7))}  ${printable(place)}  ${printable(message)}\n`,
    );
  }
  cli.out.write(
    findings.length === 0
      ? "no problems found\n"
      : `${counted(errors, "error")}, ${counted(findings.length - errors, "warning")}\n`,
  );
  return errors === 0 ? 0 : 1;
}
