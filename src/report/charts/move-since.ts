import type { DrawnBar } from "#src/contract/chart.ts";
import { dayOf } from "#src/contract/run/run.ts";
import { calendarByName } from "#src/market/calendar/calendar.ts";
import { addDays, type LocalDate } from "#src/core/clock.ts";
import { counted, percentText } from "#src/core/text/number-text.ts";
import { basisFactor, laterOnBasis } from "./later-prices.ts";
import { priceText, type FinishedRun } from "../text/result-text.ts";

/** How the price moved after a run. The run knew none of it, and no file of the run tells it. */
export interface MoveSince {
  /** Of the last close known, as a share of the run's own: 0.042 is +4.2 %. */
  readonly share: number;
  /** On the basis of the run, so that it compares with its levels. */
  readonly close: number;
  readonly date: LocalDate;
  readonly sessions: number;
  /** A split since then stands between this price and the one that was traded. */
  readonly isRestated: boolean;
}

/** More than a vendor's rounding and corrections, and less than any split. */
const leastSplit = 0.02;

/** @param later prices that the reader may see; `null` where they hold nothing after the run's last close */
export function moveSince(
  { run: { manifest } }: Pick<FinishedRun, "run">,
  later: readonly DrawnBar[],
): MoveSince | null {
  const last = manifest.chart.at(-1);
  const after = laterOnBasis(manifest.chart, later, dayOf(manifest));
  const newest = after.at(-1);
  if (last === undefined || newest === undefined || last.close <= 0) return null;
  const calendar = manifest.calendar === undefined ? null : calendarByName(manifest.calendar);
  return {
    share: newest.close / last.close - 1,
    close: newest.close,
    date: newest.date,
    sessions: calendar?.sessionsBetween(addDays(last.date, 1), newest.date).length ?? after.length,
    isRestated: Math.abs((basisFactor(manifest.chart, later) ?? 1) - 1) >= leastSplit,
  };
}

/** `+4.2%`, `to 211.30 USD on 2025-05-14` and `24 sessions later`. */
export function moveText(
  { share, close, date, sessions }: MoveSince,
  currency: string,
): { readonly move: string; readonly to: string; readonly after: string } {
  const moved = percentText(share, 1);
  return {
    // What rounds to nothing has no sign.
    move: share > 0 && Number.parseFloat(moved) > 0 ? `+${moved}` : moved,
    to: `to ${priceText(close, currency)} on ${date}`,
    after: `${counted(sessions, "session")} later`,
  };
}
