import { readSessions, statesOf } from "#src/debate/theses/watch.ts";
import { Reports } from "#src/contract/run/run.ts";
import { listedSymbols, readSymbol } from "#src/market/symbols/read-symbol.ts";
import { NotFound } from "#src/core/errors.ts";
import { conditionText, stateText, watchText } from "#src/report/conditions.ts";
import type { Cli, Json } from "../cli.ts";
import { readRun, runFolder } from "../runs/run-folder.ts";
import { readSteps } from "../runs/steps-file.ts";
import { jsonLine, say } from "../terminal.ts";

/**
 * Each close since, as known then.
 * @throws NotFound for a run without conditions
 */
export async function conditions(cli: Cli, idOrPath: string, { json }: Json): Promise<void> {
  const folder = runFolder(cli.settings.home, idOrPath);
  const [run, { header }] = await Promise.all([readRun(folder), readSteps(folder)]);
  const reports = Reports.parse(run.result.reports);
  const watched = reports.conditions?.watched ?? [];
  const { session } = reports.data;
  if (watched.length === 0 || session === null)
    throw new NotFound(`${header.run_id} has no conditions to watch: its rating is ${run.result.rating}`);
  const vendors = await cli.vendorChainFor(header.data);
  const symbol = readSymbol(header.request.ticker, header.request.asset_type, listedSymbols(vendors));
  if (!symbol.ok) throw new NotFound(symbol.detail);
  const read = await readSessions(
    { vendors, signal: cli.interruption() },
    { symbol: symbol.symbol, since: session, conditions: watched },
    session,
    cli.clock.now(),
  );
  const states = statesOf(watched, read);
  if (json === true) {
    const answer = { run_id: header.run_id, since: session, read_until: read.over, conditions: watched, states };
    cli.out.write(jsonLine(answer));
    return;
  }
  const last = read.readings.at(-1)?.session;
  say(
    cli.out,
    `${header.run_id}: ${run.result.rating} of ${session}, ${last === undefined ? "no later session yet" : `checked up to ${last}`}`,
  );
  for (const [index, condition] of watched.entries()) {
    const state = states[index];
    const stands = state === undefined ? "" : stateText(condition, state);
    say(cli.out, `${condition.id}  ${conditionText(condition)}. ${watchText(condition)}. ${stands}`);
  }
}
