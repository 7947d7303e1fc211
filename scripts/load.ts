/*
 * Mixed traffic against a whole service of its own for ten minutes: API, streams, pages, callbacks, the assistant,
 * batches and MCP. Prints a line of JSON and a table, and ends with 1 when anything was lost, failed or grew.
 *
 * Usage: npm run test:load -- [--minutes N] [--seed S] [--rate OPERATIONS_A_SECOND] [--customers N]
 */
import { parseArgs } from "node:util";
import { freshDatabase } from "#tests/support/database.ts";
import { loadTable } from "#tests/support/load/table.ts";
import { runLoad } from "#tests/support/load/run.ts";
import shared from "#tests/support/shared.ts";

const { values } = parseArgs({
  options: {
    minutes: { type: "string", default: "10" },
    seed: { type: "string", default: "1" },
    rate: { type: "string", default: "8" },
    customers: { type: "string", default: "12" },
  },
});
const number = (name: keyof typeof values): number => {
  const given = Number(values[name]);
  if (Number.isFinite(given) && given > 0) return given;
  process.stderr.write(`--${name} must be a number above 0, and not ${values[name]}\n`);
  process.exit(2);
};
const wishes = {
  seconds: number("minutes") * 60,
  seed: number("seed"),
  rate: number("rate"),
  customers: number("customers"),
};

const leave = await shared();
const database = await freshDatabase();
try {
  const report = await runLoad({ ...wishes, databaseUrl: database.url, web: true });
  process.stdout.write(`${JSON.stringify(report)}\n\n${loadTable(report)}\n`);
  if (report.faults.length > 0) process.exitCode = 1;
} finally {
  await database.drop();
  await leave();
}
process.exit();
