import type { BacktestResult } from "#src/contract/backtests/backtest.ts";
import { counted, percentText } from "#src/core/text/number-text.ts";
import { dailyReturns } from "#src/backtest/metrics.ts";
import { type Finding, type ValidityInput, figure, returnsOf } from "./section.ts";

/** The authors' threshold, and the value of a choice by chance. */
const [least, chance] = [0.05, 0.5] as const;

export function backtestOverfitting({ result, others }: ValidityInput): Finding {
  const sessions = result.portfolio.equity_sessions;
  const comparable = others.filter((other) => other.portfolio.equity_sessions.join() === sessions.join());
  const left = others.length - comparable.length;
  const notes = [
    ...(left === 0 ? [] : [`${counted(left, "result")} on other sessions could not be compared.`]),
    "Sessions are cut into blocks, and each half of them chooses for the other. Above 50%, choosing by past results does harm.",
  ];
  if (comparable.length === 0) {
    const lines = overfittingOf(result.portfolio.strategies.map(({ equity }) => dailyReturns(equity)));
    return {
      verdict: "cannot_tell",
      reason: "one_configuration",
      text: `There is only one configuration, so there is nothing to choose from. Add results of other settings on the same dates.${lines === null ? "" : ` Picking the best line of this backtest's own table would end below the middle in ${percentText(lines.pbo)} of the splits.`}`,
      figures: [figure("pbo", null), figure("pbo_configurations", 1)],
      notes,
    };
  }
  const found = overfittingOf([result, ...comparable].map((one: BacktestResult) => returnsOf(one, "debate")));
  if (found === null)
    return { verdict: "cannot_tell", reason: "too_few", text: "There are too few sessions to split.", notes };
  const rest = {
    figures: [
      figure("pbo", found.pbo),
      figure("pbo_configurations", found.configurations),
      figure("pbo_splits", found.splits),
      figure("pbo_loss", found.loss),
    ],
    notes,
  };
  const text = `In ${percentText(found.pbo, 1)} of ${counted(found.splits, "split")}, the best of ${counted(found.configurations, "configuration")} was at or below the middle afterwards.`;
  if (found.pbo <= least) return { verdict: "pass", reason: "choice_holds", text, ...rest };
  if (found.pbo >= chance) return { verdict: "fail", reason: "choice_means_nothing", text, ...rest };
  return {
    verdict: "cannot_tell",
    reason: "between",
    text: `${text} That is neither below ${percentText(least)} nor chance.`,
    ...rest,
  };
}

interface Overfitting {
  /** Share of the splits in which the chosen configuration was at or below the median. */
  readonly pbo: number;
  /** Share of the splits in which the chosen configuration lost. */
  readonly loss: number;
  readonly configurations: number;
  readonly splits: number;
  /** log(rank / (1 − rank)) in the other half. */
  readonly logits: readonly number[];
}

const mostBlocks = 16;
/** Sessions in a block at the least. */
const shortest = 5;

/**
 * Probability of backtest overfitting by combinatorially symmetric cross-validation: the sessions are cut into S
 * blocks, and for each choice of half of them the configuration with the best Sharpe ratio there is ranked in the other
 * half. Ties share their ranks. S is 16, or the largest even number that leaves five sessions in a block; what does not
 * fill a block at the beginning is left out.
 * @param returns of each session, a list for each configuration, all of one length
 * @returns `null` with fewer than two configurations or 20 sessions
 * @see D. H. Bailey, J. M. Borwein, M. López de Prado and Q. J. Zhu, The Probability of Backtest Overfitting, Journal of
 * Computational Finance 20 (2017)
 */
export function overfittingOf(returns: readonly (readonly number[])[]): Overfitting | null {
  const sessions = returns[0]?.length ?? 0;
  const count = Math.min(mostBlocks, 2 * Math.floor(sessions / shortest / 2));
  if (returns.length < 2 || count < 4) return null;
  const sums = returns.map((own) => blockSums(own, count));
  const logits: number[] = [];
  let losses = 0;
  for (const chosen of halves(count)) {
    const inside = sums.map((own) => sharpeIn(own, chosen, true));
    const outside = sums.map((own) => sharpeIn(own, chosen, false));
    const best = Math.max(...inside);
    // Of several best the worst, so that order decides nothing.
    const own = Math.min(...outside.filter((_, index) => inside[index] === best));
    if (own < 0) losses += 1;
    logits.push(logitOf(own, outside));
  }
  return {
    pbo: logits.filter((logit) => logit <= 0).length / logits.length,
    loss: losses / logits.length,
    configurations: returns.length,
    splits: logits.length,
    logits,
  };
}

interface Sums {
  readonly n: number;
  readonly sum: number;
  readonly squares: number;
}

function blockSums(values: readonly number[], count: number): Sums[] {
  const length = Math.floor(values.length / count);
  const start = values.length - length * count;
  return Array.from({ length: count }, (_, block) => {
    const own = values.slice(start + block * length, start + (block + 1) * length);
    return {
      n: length,
      sum: own.reduce((sum, value) => sum + value, 0),
      squares: own.reduce((sum, value) => sum + value ** 2, 0),
    };
  });
}

/** Every choice of half of the blocks, as bit masks. */
function* halves(count: number): Generator<number> {
  for (let bits = 0; bits < 2 ** count; bits += 1) if (ones(bits) === count / 2) yield bits;
}

function ones(bits: number): number {
  let [rest, found] = [bits, 0];
  for (; rest > 0; rest &= rest - 1) found += 1;
  return found;
}

/** 0 where nothing moved. */
function sharpeIn(blocks: readonly Sums[], chosen: number, inside: boolean): number {
  let [n, sum, squares] = [0, 0, 0];
  for (const [index, block] of blocks.entries()) {
    if (((chosen >> index) & 1) === (inside ? 1 : 0)) {
      n += block.n;
      sum += block.sum;
      squares += block.squares;
    }
  }
  const variance = (squares - sum ** 2 / n) / (n - 1);
  return variance < 1e-24 ? 0 : sum / n / Math.sqrt(variance);
}

function logitOf(own: number, all: readonly number[]): number {
  const below = all.filter((value) => value < own).length;
  const alike = all.filter((value) => value === own).length;
  const rank = (below + (alike + 1) / 2) / (all.length + 1);
  return Math.log(rank / (1 - rank));
}
