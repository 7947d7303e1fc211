import type { BacktestSettings } from "#src/contract/backtests/backtest.ts";
import { percentText } from "#src/core/text/number-text.ts";

/** In sentences, for result and report. */
export function assumptionsOf(settings: BacktestSettings): string[] {
  const { every, commission_bps: commission, slippage_bps: slippage } = settings;
  return [
    `A decision is made at the close of its session and filled at the open of the next session that has a price; there is one every ${every === 1 ? "session" : `${every} sessions`}.`,
    `A fill costs ${commission} basis points of commission and ${slippage} of slippage on the traded value. There is no market impact, and any fraction of a share can be traded.`,
    "Buy aims at all of the capital, Overweight at half, Underweight at none; Hold keeps the shares. REVIEW means no opinion: it also keeps the shares, is counted separately and is never treated as Hold.",
    settings.short
      ? "Sell aims at all of the capital sold short. Borrowing shares is free, which it is not."
      : "Sell aims at none: there are no short positions.",
    "The line by levels takes the size, stop, target and horizon of each proposal from the next open on, instead of the ratings' weights: an open beyond a level fills at the open, a session that reaches both fills at the stop, and the horizon ends at a close. It does not wait for the proposed entry.",
    "Cash earns 0%. Dividends become cash on their ex-date, without tax, and are invested with the next order.",
    "Splits and dividends take effect on their day and are unknown before it. Prices are raw; a session without a price carries the last one.",
    "Each symbol starts with an equal part of the capital; nothing is moved between them.",
    "Every strategy starts at the close of the first decision, with the same costs. Sharpe and Sortino assume a risk-free rate of 0.",
    "Decisions are independent: none is shown the earlier ones of the backtest.",
    ...(settings.reasoner.provider === "rules"
      ? []
      : ["The rules engine decides on the same evidence as the debate, on the same dates, at no cost."]),
    ...(settings.runs === undefined
      ? []
      : [
          `Each decision is made ${settings.runs} times with seeds from ${settings.seed} on. The most frequent opinion counts if at least ${percentText(settings.min_agreement ?? 0)} of the runs gave it; otherwise the decision is REVIEW.`,
        ]),
    ...(settings.single_call === true
      ? [
          "The single call is one call of the managers' model on all evidence that the analysts read, in the form of the portfolio manager's answer. It is asked once; an answer that fails or cannot be read is REVIEW.",
        ]
      : []),
  ];
}
