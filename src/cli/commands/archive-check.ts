import { resolve } from "node:path";
import type { Cli } from "../cli.ts";

/** Prints what is wrong or odd in an archive. @returns the exit code: 1 when there is an error, warnings alone are 0 */
export async function runArchiveCheck(cli: Cli, dir: string, json: boolean): Promise<number> {
  const findings = await cli.checkArchive(resolve(dir));
  const errors = findings.filter(({ level }) => level === "error").length;
  if (json) cli.out.write(`${JSON.stringify({ findings })}\n`);
  else {
    for (const { level, file, line, message } of findings) cli.out.write(`${level.padEnd(7)}  ${file}${line === null ? "" : `:${line}`}  ${message}\n`);
    cli.out.write(findings.length === 0 ? "nothing to complain of\n" : `${errors} errors, ${findings.length - errors} warnings\n`);
  }
  return errors === 0 ? 0 : 1;
}
