import { join } from "node:path";
import { readFile, readdir } from "node:fs/promises";
import { z } from "zod";
import { Opinion } from "#src/contract/jobs/analysis.ts";
import type { DecisionMemory, PastDecision } from "#src/debate/memory.ts";
import { appendLine, readAllLines } from "#src/core/text/lines-file.ts";
import { jsonOrNothing } from "#src/core/json-or-nothing.ts";
import type { BacktestSettings } from "#src/contract/backtests/backtest.ts";
import { type MeasuredModels, MemoryMeasurement, type MemorySummary } from "#src/contract/backtests/memory.ts";
import type { FinishedRun } from "#src/report/text/result-text.ts";
import type { Cli } from "../cli.ts";
import { say } from "../terminal.ts";

const Stored = z.object({
  symbol: z.string(),
  session: z.iso.date(),
  rating: Opinion,
  reasoner: z.string(),
  runId: z.string(),
}) satisfies z.ZodType<PastDecision>;

/** `decisions.jsonl` in the home folder, only added to. */
export function decisionFile(home: string): DecisionMemory {
  const path = join(home, "decisions.jsonl");
  const all = (): Promise<readonly PastDecision[]> => readAllLines(path, Stored, "is not a decision");
  return {
    of: async (symbol) => (await all()).filter((decision) => decision.symbol === symbol),
    async keep(decision) {
      // A resumed run may end a second time.
      if ((await all()).some(({ runId }) => runId === decision.runId)) return;
      await appendLine(path, decision);
    },
  };
}

export const noMemory: DecisionMemory = { of: () => Promise.resolve([]), keep: () => Promise.resolve() };

interface Years {
  readonly from: string;
  readonly to: string;
}

/** `null`: nothing measured, or rules. */
export function memoryOfBacktest(
  cli: Cli,
  { reasoner, from, to }: Pick<BacktestSettings, "reasoner" | "from" | "to">,
): Promise<MemorySummary | null> {
  return memoryOf(cli, reasoner, { from: from.slice(0, 4), to: to.slice(0, 4) });
}

/** From this home, and the service's database if there is one. */
async function memoryOf(cli: Cli, models: MeasuredModels, years: Years): Promise<MemorySummary | null> {
  if (models.provider === "rules") return null;
  const all = [...(await inFolder(cli.settings.home)), ...(await inDatabase(cli, models, years))].filter(
    (one) =>
      one.stopped === null &&
      one.provider === models.provider &&
      one.deep === models.deep &&
      one.quick === models.quick &&
      years.from <= one.period &&
      one.period <= years.to,
  );
  // The newest of an instrument and session.
  const newest = new Map(
    all
      .toSorted((a, b) => a.measured_at.localeCompare(b.measured_at))
      .map((one) => [`${one.symbol} ${one.session}`, one]),
  );
  const sorted = [...newest.values()].toSorted((a, b) =>
    `${a.session} ${a.symbol}`.localeCompare(`${b.session} ${b.symbol}`),
  );
  const { periodText, putTogether } = await import("#src/product/memory/public/put-together.ts");
  return putTogether(periodText(years), sorted);
}

async function inFolder(home: string): Promise<MemoryMeasurement[]> {
  const folder = join(home, "memory");
  const names = await readdir(folder).catch(() => []);
  const texts = await Promise.all(
    names.map((name) => readFile(join(folder, name, "memory.json"), "utf8").catch(() => null)),
  );
  return texts.flatMap((text) => (text === null ? [] : (read(text) ?? [])));
}

/** `null` for a foreign file, or one of another version. */
function read(text: string): MemoryMeasurement | null {
  return MemoryMeasurement.safeParse(jsonOrNothing(text)).data ?? null;
}

/** Without migrating; a database that is away takes nothing. */
async function inDatabase(cli: Cli, models: MeasuredModels, years: Years): Promise<MemoryMeasurement[]> {
  const { runningPostgres } = await import("#src/core/db/embedded.ts");
  const url = cli.settings.service.databaseUrl ?? (await runningPostgres(cli.settings.home))?.url;
  if (url === undefined) return [];
  const [{ openDatabase }, { measurementsOf }] = await Promise.all([
    import("#src/core/db/database.ts"),
    import("#src/product/memory/queries/memory-measurements.ts"),
  ]);
  const db = openDatabase(url, 1);
  try {
    return await measurementsOf(db.sql, models, years);
  } catch (error) {
    say(cli.err, `conclave: measurements in the service's database could not be read: ${String(error)}`);
    return [];
  } finally {
    await db.close();
  }
}

/** Nothing for today's, by rules, or unmeasured. */
export async function memoryBeside(
  cli: Cli,
  { run, reports }: Pick<FinishedRun, "run" | "reports">,
): Promise<{ readonly memory?: MemorySummary }> {
  const { session, historical } = reports.data;
  const { llm_provider: provider, deep_think_llm: deep, quick_think_llm: quick } = run.manifest.config;
  if (session === null || !historical) return {};
  const year = session.slice(0, 4);
  const memory = await memoryOf(cli, { provider, deep, quick }, { from: year, to: year });
  return memory === null ? {} : { memory };
}
