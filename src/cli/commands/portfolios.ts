import { readFile } from "node:fs/promises";
import { basename } from "node:path";
import { z } from "zod";
import { Batch } from "#src/contract/jobs/batches.ts";
import { Portfolio, PortfolioBody, PortfolioValuation } from "#src/contract/portfolios/portfolios.ts";
import { portfolioFromFile } from "#src/contract/portfolios/portfolio-text.ts";
import { toIso } from "#src/core/clock.ts";
import { InvalidInput } from "#src/core/errors.ts";
import { counted } from "#src/core/text/number-text.ts";
import { readSymbolFile } from "#src/market/imports/symbol-file.ts";
import { ask, canAsk, jsonLine, printable, say } from "../terminal.ts";
import type { Cli } from "../cli.ts";
import { exit } from "../failure.ts";
import { isSystemError } from "../runs/run-folder.ts";
import { type ServiceFlags, reached } from "./jobs.ts";

interface PortfolioFlags extends ServiceFlags {
  readonly json?: boolean;
  readonly asOf?: string;
  readonly from?: string;
  readonly name?: string;
  readonly currency?: string;
  readonly cash?: string;
  readonly acquired?: string;
  readonly yes?: boolean;
  readonly budget?: string;
  readonly date?: string;
  readonly idempotencyKey?: string;
}

export async function portfoliosList(cli: Cli, flags: PortfolioFlags): Promise<void> {
  const all = await reached(cli, flags, async (client) => z.array(Portfolio).parse(await client.portfolios.list()));
  if (flags.json === true) cli.out.write(jsonLine({ data: all }));
  else for (const { id, name, currency, lots } of all) row(cli, [id, currency, counted(lots.length, "lot"), name]);
}

export async function portfoliosShow(cli: Cli, id: string, flags: PortfolioFlags): Promise<void> {
  show(cli, flags, await reached(cli, flags, async (client) => Portfolio.parse(await client.portfolios.get(id))));
}

function show(cli: Cli, { json }: PortfolioFlags, portfolio: Portfolio): void {
  if (json === true) return void cli.out.write(jsonLine(portfolio));
  const { id, name, currency, cash, lots } = portfolio;
  row(cli, [id, name]);
  for (const { symbol, quantity, cost_per_unit: cost, currency: own, acquired, note } of lots)
    row(cli, [acquired, symbol.padEnd(10), quantity, cost === null ? "" : `at ${cost} ${own ?? currency}`, note ?? ""]);
  row(cli, ["cash", cash, currency]);
}

export async function portfoliosValue(cli: Cli, id: string, flags: PortfolioFlags): Promise<void> {
  const { asOf, from, json } = flags;
  const days = { ...(asOf !== undefined && { as_of: asOf }), ...(from !== undefined && { from }) };
  const found = await reached(cli, flags, async (client) =>
    PortfolioValuation.parse(await client.portfolios.valuation(id, days)),
  );
  if (json === true) return void cli.out.write(jsonLine(found));
  for (const { symbol, quantity, price, price_date: day, value, profit } of found.positions)
    row(cli, [
      symbol.padEnd(10),
      quantity,
      price === null ? "no price" : `${price} on ${day}`,
      value ?? "",
      profit ?? "",
    ]);
  const { value, cash, profit, dividends, currency, drawdown, beta, concentration, correlation } = found;
  const figures: readonly (readonly [string, string | number | null])[] = [
    ["Value", `${value} ${currency}, of it cash ${cash}`],
    ["Profit", profit === null ? null : `${profit}, with dividends of ${dividends ?? "0.00"}`],
    ["Drawdown", drawdown.worst_pct === null ? null : `${drawdown.worst_pct}% at worst since ${drawdown.from}`],
    ["Beta", beta.value === null ? null : `${beta.value} to ${beta.benchmark}`],
    ["Largest", concentration.largest && `${concentration.largest.symbol}, ${concentration.largest.share_pct}%`],
    ["Correlation", correlation.average],
  ];
  for (const [name, text] of figures) row(cli, [name.padEnd(12), text === null ? "not known" : String(text)]);
  for (const { symbol, reason } of found.missing) say(cli.err, `${printable(symbol)}: ${printable(reason)}`);
}

/** Shows what was read, and asks before it saves. @returns the exit code */
export async function portfoliosImport(cli: Cli, path: string, flags: PortfolioFlags): Promise<number> {
  const acquired = flags.acquired ?? toIso(cli.clock.now()).slice(0, 10);
  const { currency = "USD", cash = "0", name = basename(path).replace(/\.\w+$/, "") } = flags;
  const read = readSymbolFile(await bytesOf(path));
  if (read.notice !== null) throw new InvalidInput(read.notice);
  const { lots, leftOut } = portfolioFromFile(read, { currency, acquired });
  const body = PortfolioBody.safeParse({ name, currency, cash, lots });
  if (!body.success)
    throw new InvalidInput(`${body.error.issues[0]?.path.join(".")}: ${body.error.issues[0]?.message}`);
  for (const lot of body.data.lots)
    row(cli, [lot.symbol.padEnd(10), lot.quantity, lot.cost_per_unit === null ? "no cost" : `at ${lot.cost_per_unit}`]);
  for (const { text, reason } of leftOut) say(cli.err, `left out: ${printable(text)}: ${reason}`);
  const question = `Save these ${counted(lots.length, "lot")} as "${printable(name)}", held since ${acquired}? [y/N]`;
  if (flags.yes !== true && !canAsk(cli)) {
    say(cli.err, "Nothing was saved. Add --yes to save it.");
    return exit.usage;
  }
  if (flags.yes === true || /^y(es)?$/i.test(await ask(cli, question)))
    show(
      cli,
      flags,
      await reached(cli, flags, async (client) => Portfolio.parse(await client.portfolios.create(body.data))),
    );
  else say(cli.err, "Nothing was saved.");
  return exit.ok;
}

async function bytesOf(path: string): Promise<Uint8Array> {
  try {
    return await readFile(path);
  } catch (error) {
    if (!isSystemError(error)) throw error;
    throw new InvalidInput(`${path} ${error.code === "ENOENT" ? "does not exist" : `cannot be read (${error.code})`}`);
  }
}

export async function portfoliosAnalyze(cli: Cli, id: string, flags: PortfolioFlags): Promise<void> {
  const { budget, date, idempotencyKey: key } = flags;
  if (budget === undefined) throw new InvalidInput("--budget: is required; give US dollars, such as 5.00");
  const body = { budget_usd: budget, max_debate_rounds: null, ...(date !== undefined && { trade_date: date }) };
  const batch = await reached(cli, flags, async (client) =>
    Batch.parse(await client.portfolios.analyze(id, body, key === undefined ? {} : { idempotencyKey: key })),
  );
  if (flags.json === true) cli.out.write(jsonLine(batch));
  else row(cli, [batch.id, batch.status, counted(batch.counts.total, "analysis", "analyses")]);
}

function row(cli: Cli, cells: readonly string[]): void {
  cli.out.write(`${printable(cells.join("  ")).replaceAll("\n", " ").trimEnd()}\n`);
}
