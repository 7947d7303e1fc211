import type { LocalDate } from "#src/core/clock.ts";
import type { Answer } from "./vendor-chain.ts";
import type { Bar, CorporateAction, Instrument } from "../market-data.ts";
import type { CheckedSeries } from "../series/checks.ts";

/** From which day on prices can be compared; before it a split or a unit is in doubt (ADR 7). */
export interface PriceBasis {
  /** `null`: all of the window. */
  readonly from: LocalDate | null;
  /** Why it is incomplete, as half a sentence; `null` when it is complete. */
  readonly reason: string | null;
  /** The same if a possible split was a crash: for what is no opinion. */
  readonly atBestFrom: LocalDate | null;
}

/**
 * A stock's prices compare if somebody looked for its actions and nothing says otherwise. Coins and indices have none.
 * @param last date of the last bar
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
