import type { BacktestResult } from "#src/contract/backtests/backtest.ts";
import type { Trial } from "#src/contract/backtests/validity.ts";
import { canonicalJson, sha256 } from "#src/core/hash.ts";
import { rounded } from "#src/core/figures/rounded.ts";
import { sharpeOf } from "./deflated-sharpe.ts";
import { returnsOf } from "./input.ts";
import { momentsOf } from "./moments.ts";

/** Its id is settings and decisions: the same again is no further trial. */
export function trialOf(result: BacktestResult): Trial {
  const { code_version: _code, cutoff: _cutoff, single_call: _beside, ...set } = result.settings;
  const moments = momentsOf(returnsOf(result, "debate"));
  const { provider, deep, quick } = set.reasoner;
  return {
    id: sha256(
      canonicalJson({
        set,
        ratings: result.decisions.map(({ symbol, session, rating }) => [symbol, session, rating]),
      }),
    ),
    symbols: set.symbols,
    from: set.from,
    to: set.to,
    reasoner: provider === "rules" ? provider : `${provider} ${deep}${deep === quick ? "" : `, ${quick}`}`,
    sharpe: moments === null ? null : rounded(sharpeOf(moments)),
    sessions: result.portfolio.equity_sessions.length,
  };
}

/** One of its instruments, overlapping windows, itself included. */
export function trialsLike(own: Trial, all: readonly Trial[]): Trial[] {
  const like = all.filter(
    ({ symbols, from, to }) =>
      from <= own.to && to >= own.from && symbols.some((symbol) => own.symbols.includes(symbol)),
  );
  return [...new Map([...like, own].map((trial) => [trial.id, trial])).values()];
}
