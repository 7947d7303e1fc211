import { z } from "zod";
import { BacktestResult, StrategyName } from "#src/contract/backtests/backtest.ts";
import { BacktestAsked, backtestLimits } from "#src/contract/backtests/backtests.ts";
import { InvalidInput } from "#src/core/errors.ts";
import { shorten } from "#src/core/text/shorten.ts";

/** Every line has a value for each session, in order. */
const Shown = BacktestResult.superRefine(({ settings, portfolio }, { addIssue }) => {
  const { equity_sessions: sessions, strategies } = portfolio;
  const refuse = (path: (string | number)[], message: string): void => addIssue({ code: "custom", path, message });
  if (sessions.length < 2) refuse(["portfolio", "equity_sessions"], "has fewer than two sessions");
  if (sessions.some((session, index) => index > 0 && session <= (sessions[index - 1] ?? "")))
    refuse(["portfolio", "equity_sessions"], "is not in chronological order");
  for (const [index, { equity }] of strategies.entries())
    if (equity.length !== sessions.length)
      refuse(
        ["portfolio", "strategies", index, "equity"],
        `has ${equity.length} values for ${sessions.length} sessions`,
      );
  for (const name of StrategyName.options) {
    const count = strategies.filter(({ strategy }) => strategy === name).length;
    const isOptional = name === "single_call" || name === "rules" || name === "debate_levels";
    if (count !== 1 && !(isOptional && count === 0))
      refuse(["portfolio", "strategies"], `has ${name} ${count} times instead of once`);
  }
  if (settings.symbols.some((symbol) => !/^[\w.^/=-]{1,32}$/.test(symbol)))
    refuse(["settings", "symbols"], "has an invalid symbol");
});

export interface UploadedBacktest {
  readonly result: BacktestResult;
  readonly asked: BacktestAsked;
}

/**
 * Read, not checked: nothing proves its figures.
 * @throws InvalidInput in words about the file
 */
export function readUploadedBacktest(file: Uint8Array): UploadedBacktest {
  const mb = backtestLimits.uploadBytes / 1_048_576;
  if (file.length === 0) throw new InvalidInput("the file is empty");
  if (file.length > backtestLimits.uploadBytes) throw new InvalidInput(`the file is larger than the limit of ${mb} MB`);
  const read = Shown.safeParse(parsed(file));
  if (!read.success) {
    const { path, message } = read.error.issues[0] ?? { path: [], message: "unreadable" };
    const where = path.length === 0 ? "" : `${path.map(String).join(".")}: `;
    throw new InvalidInput(shorten(`the file is not a backtest result.json (${where}${message})`, 300));
  }
  // Postgres keeps neither NUL nor half a character.
  if (/\\u(?:0000|d[89a-f])/i.test(JSON.stringify(read.data)))
    throw new InvalidInput("the file contains characters that are not valid text");
  const asked = BacktestAsked.safeParse(read.data.settings);
  if (!asked.success) throw new InvalidInput(`the file's settings cannot be read (${z.prettifyError(asked.error)})`);
  return { result: read.data, asked: asked.data };
}

function parsed(file: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(file));
  } catch (cause) {
    throw new InvalidInput("the file is not JSON; choose the result.json written by `conclave backtest`", { cause });
  }
}
