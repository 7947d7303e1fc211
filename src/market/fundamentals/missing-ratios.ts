import { currencyName } from "../currencies/units.ts";
import type { MissingRatio } from "#src/contract/run/run.ts";
import { addDays, type LocalDate } from "#src/core/clock.ts";
import type { CorporateAction } from "../market-data.ts";
import type { BalanceSheet } from "./balance.ts";
import type { Figure } from "./trailing.ts";

const priced = {
  market_cap: "Market capitalisation",
  pe_ttm: "Price to trailing earnings",
  ps_ttm: "Price to trailing sales",
  pb: "Price to book",
  ev_to_sales: "Enterprise value to trailing sales",
  ev_to_ebit: "Enterprise value to trailing operating income",
  fcf_yield: "Free cash flow yield",
} as const;

interface Known {
  /** Why no price can be compared with the filings; `null` where one can. */
  readonly unpriced: string | null;
  /** Why shares and earnings per share are unknown; `null` where they are known. */
  readonly count: string | null;
  readonly earnings: string | null;
  readonly eps: Figure | null;
  readonly sheet: BalanceSheet | null;
  readonly found: ReadonlySet<string>;
}

/** Missing ratios with their reasons; nothing is said of what filings do not state. */
export function missingRatios({ unpriced, count, earnings, eps, sheet, found }: Known): MissingRatio[] {
  const equity = sheet?.equity ?? null;
  const own: Partial<Record<string, string | null>> = {
    pe_ttm: earnings ?? (eps !== null && eps.value <= 0 ? "trailing earnings a share are not positive" : null),
    pb: equity !== null && equity.value <= 0 ? "shareholders' equity is not positive" : null,
  };
  return Object.entries(priced).flatMap(([key, label]) => {
    if (found.has(key)) return [];
    const reason = unpriced ?? own[key] ?? (key === "pe_ttm" ? null : count);
    return reason === null ? [] : [{ key, label, reason }];
  });
}

export function missingYield(
  actions: readonly CorporateAction[],
  session: LocalDate,
  currency: string,
): MissingRatio[] {
  const other = actions.findLast(
    ({ action, exDate, currency: paid }) =>
      action === "dividend" && exDate > addDays(session, -366) && exDate <= session && paid !== currency,
  );
  if (other?.currency == null) return [];
  const reason = `dividends are in ${currencyName(other.currency)}, and the price is in ${currencyName(currency)}`;
  return [{ key: "dividend_yield", label: "Dividend yield, trailing year", reason }];
}
