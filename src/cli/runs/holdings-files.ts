import { existsSync, readFileSync } from "node:fs";
import { chmod, readFile } from "node:fs/promises";
import { join } from "node:path";
import { type ForHoldings, Holdings, HoldingsOfAnalysis } from "#src/contract/holdings/holdings.ts";
import type { Run } from "#src/contract/run/run.ts";
import { CorruptRun, InvalidInput } from "#src/core/errors.ts";
import { adviseHoldings, type HoldingsTools } from "#src/debate/holdings/advise.ts";
import { renderMarkdown } from "#src/report/text/markdown.ts";
import { finishedRun } from "#src/report/text/result-text.ts";
import { createSteps, keepSteps, readSteps, type RunHeader } from "./steps-file.ts";
import { writeWhole } from "./run-folder.ts";

/* Beside a run's other files, which stay as they are without: they can be replayed and shown to others. */

const name = "holdings.json";
/** Finished steps of this part, so that an interruption pays for none twice. */
const ownSteps = "holdings.steps.jsonl";
/** The report with the section on what is held. */
const ownName = "holdings.md";

/** The report as its reader has it; others get `report.md`. */
export function ownReport(folder: string): string {
  const own = join(folder, ownName);
  return existsSync(own) ? own : join(folder, "report.md");
}

/** @param path `-` for standard input. @throws InvalidInput */
export function readHoldingsFile(path: string): Holdings {
  const value = parsed(path);
  const read = Holdings.safeParse(value);
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  const where = issue === undefined || issue.path.length === 0 ? "" : `${issue.path.join(".")} `;
  throw new InvalidInput(`--holdings: ${where}${issue?.message ?? "is not valid"}`);
}

function parsed(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path === "-" ? 0 : path, "utf8"));
  } catch (cause) {
    const reason = cause instanceof SyntaxError ? "is not JSON" : "cannot be read";
    throw new InvalidInput(`--holdings: ${path === "-" ? "standard input" : path} ${reason}`, { cause });
  }
}

export async function keepHoldings(folder: string, holdings: Holdings, advice: ForHoldings | null): Promise<void> {
  const kept: HoldingsOfAnalysis = { holdings, for_holdings: advice };
  await writePrivate(folder, name, `${JSON.stringify(kept, null, 2)}\n`);
}

async function writePrivate(folder: string, file: string, text: string): Promise<void> {
  await writeWhole(folder, { [file]: text });
  await chmod(join(folder, file), 0o600);
}

/**
 * `null`: none were given. The caller has the lock.
 * @throws CorruptRun; as `adviseHoldings`
 */
export async function adviseInFolder(
  folder: string,
  header: RunHeader,
  tools: Omit<HoldingsTools, "checkpoint">,
  run: Run,
): Promise<ForHoldings | null> {
  const path = join(folder, name);
  if (!existsSync(path)) return null;
  const kept = HoldingsOfAnalysis.safeParse(JSON.parse(await readFile(path, "utf8")));
  if (!kept.success) throw new CorruptRun(`${path} has been altered`);
  if (!existsSync(join(folder, ownSteps))) await createSteps(folder, header, ownSteps);
  const checkpoint = await keepSteps(await readSteps(folder, ownSteps));
  const advice = await adviseHoldings({ ...tools, checkpoint }, run, kept.data.holdings).finally(checkpoint.close);
  await keepHoldings(folder, kept.data.holdings, advice);
  await writePrivate(folder, ownName, renderMarkdown({ ...finishedRun(run), forHoldings: advice }));
  return advice;
}
