import { z } from "zod";
import { Agent, Point, stated } from "../run/answers.ts";
import { Usage } from "../jobs/usage.ts";

/*
 * What the asker holds, and what the opinion means for it. Both are the asker's own: they stand beside the analysis,
 * never in its request, result or manifest (docs/adr/0036).
 */

export const mostPositions = 50;

/** Trader, three risk voices and portfolio manager. */
export const holdingsCalls = 5;

/** Up to twelve digits before the point, so that sums stay exact. */
const Quantity = z
  .string()
  .regex(/^-?\d{1,12}(\.\d{1,8})?$/, 'must be a decimal number as text, such as "120" or "-2.5"')
  .refine((text) => Number(text) !== 0, "must not be zero");
const Amount = z.string().regex(/^\d{1,12}(\.\d{1,8})?$/, 'must be an amount as text, such as "1500.50"');
const SignedAmount = z.string().regex(/^-?\d{1,12}(\.\d{1,8})?$/, 'must be an amount as text, such as "1500.50"');
const Currency = z.string().regex(/^[A-Z]{3}$/, "must be a currency code, such as USD");
const Percent = z.number().positive().max(100);

export const HeldPosition = z.strictObject({
  symbol: z
    .string()
    .min(1)
    .max(32)
    // As symbols are written; nothing that is unseen or turns text around.
    .regex(/^[!-~]+$/),
  /** Shares or coins; negative: sold short. */
  quantity: Quantity,
  /** Paid for all of it; of a short position received. */
  cost_basis: Amount.nullable().default(null),
  /** Of `cost_basis`; missing: that of the book. The price has its own. */
  currency: Currency.exactOptional(),
});
export type HeldPosition = z.infer<typeof HeldPosition>;

export const HoldingLimits = z.strictObject({
  /** Percent of the book's value in one position. */
  largest_position_pct: Percent.nullable().default(null),
  /** Percent of the book's value that one position may lose down to its stop. */
  largest_loss_pct: Percent.nullable().default(null),
  no_shorts: z.boolean().default(false),
});
export type HoldingLimits = z.infer<typeof HoldingLimits>;

export const noLimits: HoldingLimits = { largest_position_pct: null, largest_loss_pct: null, no_shorts: false };

/** No positions and no cash: holds nothing. Not the same as not given. */
export const Holdings = z
  .strictObject({
    /** Of cash and values, and of costs that name no other. */
    currency: Currency,
    positions: z.array(HeldPosition).max(mostPositions),
    cash: SignedAmount.default("0"),
    limits: HoldingLimits.default(noLimits),
    horizon_days: z.int().min(1).max(3650).nullable().default(null),
  })
  .superRefine(({ positions }, ctx) => {
    const first = new Map<string, number>();
    for (const [index, position] of positions.entries()) {
      // No symbol in the message: it is logged.
      const symbol = position.symbol.trim().toUpperCase();
      const before = first.get(symbol);
      if (before === undefined) first.set(symbol, index);
      else {
        const message = `is the symbol of positions[${before}] too; give each symbol once`;
        ctx.addIssue({ code: "custom", path: ["positions", index, "symbol"], message });
      }
    }
  });
export type Holdings = z.infer<typeof Holdings>;

/** What to do with this instrument in this book. */
export const HoldingAction = z.enum(["open", "add", "keep", "trim", "exit", "stay_out"]);
export type HoldingAction = z.infer<typeof HoldingAction>;

/** What each voice answers on the book. `quantity` is traded, never negative. */
export const HoldingAnswer = z.object({
  text: z.string(),
  action: HoldingAction.nullable().meta({ [stated]: true }),
  quantity: z.number().nonnegative().nullable(),
  points: z.array(Point),
});
export type HoldingAnswer = z.infer<typeof HoldingAnswer>;

/** What one unit of `currency` was in `base` on `date`. */
export const ExchangeRate = z.object({
  /** Of a price or a cost; may be a minor unit, such as `GBp`. */
  currency: z.string(),
  base: z.string(),
  rate: z.number(),
  date: z.iso.date(),
  /** The bars it was read from; none between pounds and pence. */
  pairs: z.array(z.string()),
  /** `cross`: of two pairs over the dollar. */
  how: z.enum(["same", "direct", "inverse", "cross"]),
});
export type ExchangeRate = z.infer<typeof ExchangeRate>;

export const ValuedPosition = z.object({
  symbol: z.string(),
  quantity: z.string(),
  /** Last close as of the run's instant; `null`: none was found. */
  price: z.number().nullable(),
  /** Of `price`; `null`: that of the book, or no price. */
  currency: z.string().nullable().default(null),
  price_date: z.iso.date().nullable(),
  value: z.string().nullable(),
  /** Of the book's value. */
  weight_pct: z.number().nullable(),
  /** Since it was bought, without dividends and fees. */
  profit: z.string().nullable(),
  /** Why it has no value. */
  note: z.string().nullable(),
});
export type ValuedPosition = z.infer<typeof ValuedPosition>;

/** The book as of the run's instant, of the positions that have a price. */
export const Book = z.object({
  currency: z.string(),
  /** Positions and cash. */
  value: z.string(),
  cash: z.string(),
  /** Long and short added; `null`: the book has no value to hold it against. */
  gross_exposure_pct: z.number().nullable(),
  /** Long less short. */
  net_exposure_pct: z.number().nullable(),
  /** Herfindahl-Hirschman index of the positions, 0 to 1; `null` without any. */
  hhi: z.number().nullable(),
  /** Of all positions at their weights, to `benchmark`. */
  beta: z.number().nullable(),
  benchmark: z.string().nullable(),
  /** By which prices and costs in other currencies were converted. */
  rates: z.array(ExchangeRate).default([]),
  positions: z.array(ValuedPosition),
  notes: z.array(z.string()),
});
export type Book = z.infer<typeof Book>;

const Planned = z.object({ action: HoldingAction, quantity: z.string().nullable() });

/** What a level means for the position after the trade: `price` as quoted, `profit` in the book's currency. */
const AtLevel = z.object({ price: z.number(), profit: z.string(), of_book_pct: z.number().nullable() });

/** What is proposed, held against the rating, the book and its limits. */
export const HoldingCheck = z.object({
  id: z.enum(["rating_action", "quantity", "no_shorts", "cash", "largest_position", "largest_loss"]),
  outcome: z.enum(["pass", "fail", "not_checked"]),
  detail: z.string(),
});
export type HoldingCheck = z.infer<typeof HoldingCheck>;

export const HoldingVoice = z.object({
  agent: Agent,
  action: HoldingAction.nullable(),
  quantity: z.string().nullable(),
  text: z.string(),
});
export type HoldingVoice = z.infer<typeof HoldingVoice>;

export const ForHoldings = z.object({
  symbol: z.string(),
  as_of: z.iso.datetime().nullable(),
  /** Shares or coins before; `0`: none. */
  held: z.string(),
  /** As quoted; `null`: unknown, or without a rate to the book's currency. */
  price: z.number().nullable(),
  /** Of `price`; `null` when the price is in the book's currency. */
  rate: ExchangeRate.nullable().default(null),
  book: Book,
  /** Daily returns, with all other positions at their weights; `null`: too few sessions in common. */
  correlation: z.number().nullable(),
  beta_to_book: z.number().nullable(),
  /** What the rating and the limits come to without anybody's judgement; `null`: no opinion. */
  computed: Planned.nullable(),
  /** `null`: nothing that was proposed passed the checks. */
  action: HoldingAction.nullable(),
  quantity: z.string().nullable(),
  after: z.object({ quantity: z.string(), weight_pct: z.number().nullable() }).nullable(),
  stop: AtLevel.nullable(),
  target: AtLevel.nullable(),
  reasons: z.array(z.string()),
  checks: z.array(HoldingCheck),
  not_adopted: Planned.extend({ agent: Agent, reason: z.string() }).nullable(),
  voices: z.array(HoldingVoice),
  /** Why the agents did not argue; `null` when they did. */
  problem: z.string().nullable(),
  /** Of these calls alone. */
  usage: Usage,
});
export type ForHoldings = z.infer<typeof ForHoldings>;

/** What was given, and what it came to; `for_holdings` is `null` until the analysis has succeeded. */
export const HoldingsOfAnalysis = z.object({ holdings: Holdings, for_holdings: ForHoldings.nullable() });
export type HoldingsOfAnalysis = z.infer<typeof HoldingsOfAnalysis>;
