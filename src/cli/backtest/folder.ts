import { appendFileSync, existsSync } from "node:fs";
import { mkdir, open, readFile, rename, truncate, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { randomBytes } from "node:crypto";
import { z } from "zod";
import { BacktestDecision, BacktestSettings } from "#src/contract/backtests/backtest.ts";
import { CorruptRun, InvalidInput } from "#src/core/errors.ts";
import { canonicalJson, sha256 } from "#src/core/hash.ts";
import { jsonOrNothing, appendLine, readAllLines } from "#src/core/text/lines-file.ts";
import type { AnswerStore } from "#src/backtest/remembered-answers.ts";
import { Trial } from "#src/contract/backtests/validity.ts";
import { writeWhole } from "../runs/run-folder.ts";

/** Beside `backtest.json` (the question) and `decisions.jsonl`. */
const backtestFiles = ["result.json", "trades.csv", "equity.csv", "report.md"] as const;
export type BacktestFiles = Record<(typeof backtestFiles)[number], string>;

/** The same question has the same name. */
export function backtestId(settings: BacktestSettings): string {
  return `backtest-${sha256(canonicalJson(settings)).slice(0, 12)}`;
}

/**
 * A new one, or this very backtest.
 * @returns earlier decisions by `SYMBOL SESSION`
 * @throws InvalidInput for another one; CorruptRun
 */
export async function openBacktestFolder(
  folder: string,
  settings: BacktestSettings,
): Promise<Map<string, BacktestDecision>> {
  const asked = `${JSON.stringify(settings, null, 2)}\n`;
  const path = join(folder, "backtest.json");
  try {
    await mkdir(dirname(folder), { recursive: true });
    // Recursive creation never ends where nothing can be made, as in /proc.
    if (!existsSync(folder)) await mkdir(folder);
    if (!existsSync(path)) {
      if (existsSync(join(folder, "steps.jsonl")))
        throw new InvalidInput(`--out: ${folder} contains a run of \`conclave analyze\`; choose another folder`);
      await writeFile(path, asked, { flag: "wx" });
    }
  } catch (error) {
    if (error instanceof Error && "code" in error && "syscall" in error)
      throw new InvalidInput(`--out: ${folder} cannot be written (${String(error.code)})`, { cause: error });
    throw error;
  }
  const before = BacktestSettings.safeParse(jsonOrNothing(await readFile(path, "utf8")));
  if (!before.success) throw new CorruptRun(`${path} has been altered`);
  if (canonicalJson(before.data) !== canonicalJson(settings))
    throw new InvalidInput(
      `--out: ${folder} contains a backtest with other settings (${differing(before.data, settings)}); choose another folder`,
    );
  return readDecisions(folder);
}

/** A lost line costs nothing: paid answers are in the store. */
export function keepDecision(folder: string, decision: BacktestDecision): void {
  appendFileSync(join(folder, "decisions.jsonl"), `${JSON.stringify(decision)}\n`);
}

export async function writeBacktest(folder: string, files: BacktestFiles): Promise<void> {
  await writeWhole(folder, files);
}

/** A last line that was cut off is dropped. */
async function readDecisions(folder: string): Promise<Map<string, BacktestDecision>> {
  const path = join(folder, "decisions.jsonl");
  const decisions = new Map<string, BacktestDecision>();
  if (!existsSync(path)) return decisions;
  const text = await readFile(path, "utf8");
  const whole = text.slice(0, text.lastIndexOf("\n") + 1);
  for (const [index, line] of whole.split("\n").slice(0, -1).entries()) {
    const read = BacktestDecision.safeParse(jsonOrNothing(line));
    if (!read.success) throw new CorruptRun(`${path} line ${index + 1} is not a decision`);
    decisions.set(`${read.data.symbol} ${read.data.session}`, read.data);
  }
  await truncate(path, Buffer.byteLength(whole));
  return decisions;
}

function differing(one: BacktestSettings, other: BacktestSettings): string {
  const fields = Object.keys(BacktestSettings.shape);
  const values = (of: BacktestSettings): ReadonlyMap<string, unknown> => new Map(Object.entries(of));
  const [before, now] = [values(one), values(other)];
  return fields.filter((field) => canonicalJson(before.get(field)) !== canonicalJson(now.get(field))).join(", ");
}

const Kept = z.object({ sha256: z.string(), spoken: z.unknown() });

/** Files by question hash, shared by a home's backtests; moved into place when whole. */
export function answerFiles(dir: string): AnswerStore {
  const pathOf = (key: string): string => join(dir, key.slice(0, 2), `${key}.json`);
  return {
    async read(key) {
      const text = await readFile(pathOf(key), "utf8").catch((error: unknown) => {
        if (error instanceof Error && "code" in error && error.code === "ENOENT") return null;
        throw error;
      });
      if (text === null) return null;
      const kept = Kept.safeParse(jsonOrNothing(text));
      if (!kept.success || kept.data.sha256 !== sha256(canonicalJson(kept.data.spoken)))
        throw new CorruptRun(`the stored answer ${pathOf(key)} has been altered; delete it to ask the model again`);
      return kept.data.spoken;
    },
    async write(key, value) {
      const path = pathOf(key);
      const spoken: unknown = JSON.parse(JSON.stringify(value));
      const part = `${path}.${randomBytes(4).toString("hex")}.part`;
      await mkdir(dirname(path), { recursive: true });
      const file = await open(part, "wx");
      try {
        await file.writeFile(`${JSON.stringify({ sha256: sha256(canonicalJson(spoken)), spoken })}\n`);
        await file.datasync();
      } finally {
        await file.close();
      }
      await rename(part, path);
    },
  };
}

/** `backtests/trials.jsonl`, only added to; deleting a backtest takes none back. */
export function trialsFile(home: string) {
  const path = join(home, "backtests", "trials.jsonl");
  const all = (): Promise<readonly Trial[]> => readAllLines(path, Trial, "is not a trial");
  return {
    all,
    async note(trial: Trial): Promise<void> {
      if (!(await all()).some(({ id }) => id === trial.id)) await appendLine(path, trial);
    },
  };
}
