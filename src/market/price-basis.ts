import type { LocalDate } from "#src/platform/clock.ts";
import type { Answer } from "./vendor-chain.ts";
import type { Bar, CorporateAction, Instrument } from "./market-data.ts";
import type { CheckedSeries } from "./series/checks.ts";

/**
 * From which day on an instrument's prices can be compared with each other. Before it a split may stand between two
 * prices that nobody told of, or another unit, so whatever needs both is left out (ADR 7).
 */
export interface PriceBasis {
  /** `null`: all of the window. */
  readonly from: LocalDate | null;
  /** Why not all of it, as half a sentence; `null` when it is. */
  readonly reason: string | null;
  /** From which on, if what may be a split or a crash is a crash: for what was read and is no opinion. */
  readonly atBestFrom: LocalDate | null;
}

/**
 * A stock's prices are comparable when somebody looked for its actions and nothing in them says otherwise. Coins and
 * indices have no corporate actions: that is known of them, whatever a source answers.
 * @param last the date of the last bar
 */
export function priceBasis(
  { assetType, symbol }: Instrument,
  { broken, surelyBroken }: Pick<CheckedSeries<Bar>, "broken" | "surelyBroken">,
  actions: Answer<CorporateAction>,
  last: LocalDate,
): PriceBasis {
  if (assetType === "stock" && (actions.failure !== null || !actions.covered)) {
    const why = actions.failure === null ? "no source has" : "no source could give";
    return { from: last, reason: `${why} the splits and dividends of ${symbol}`, atBestFrom: last };
  }
  return { from: broken?.from ?? null, reason: broken?.reason ?? null, atBestFrom: surelyBroken?.from ?? null };
}
