import { largeDistributions, putBack, withDividends, type Distribution } from "#src/market/distributions.ts";
import { priceMeasures } from "#src/market/indicators.ts";
import type { Bar, CorporateAction, Measure } from "#src/market/market-data.ts";
import { significant } from "#src/market/measure.ts";
import type { PriceArgs } from "#src/market/price-measures.ts";
import type { Finding } from "./numbering.ts";

export interface OnBothBases {
  /** The ones that differ, with the distributions added back. */
  readonly measures: readonly Measure[];
  readonly findings: readonly Finding[];
  readonly notes: readonly string[];
}

/**
 * Distributions as findings, and measures with them put back.
 * @param plain measures of the prices alone
 * @param raw bars as traded
 */
export function onBothBases(
  args: PriceArgs,
  plain: readonly Measure[],
  raw: readonly Bar[],
  actions: readonly CorporateAction[],
): OnBothBases {
  const first = args.bars[0]?.date ?? "";
  const named = largeDistributions(raw, actions).filter(({ action }) => action.exDate > first);
  const paid = named.filter(({ isShown }) => isShown);
  const unshown = named
    .filter(({ isShown }) => !isShown)
    .map((one) => `prices: ${distributionText(one)}, and does not show in them: they may be adjusted for it already`);
  if (paid.length === 0) return { measures: [], findings: [], notes: unshown };
  const back = priceMeasures({ ...args, bars: putBack(args.bars, paid) });
  return {
    measures: withDividends(plain, back, args.bars.at(-1)?.close ?? 0),
    findings: paid.map(findingOf),
    notes: [
      ...paid.map((one) => `prices: ${distributionText(one)}; where it matters, measures stand with and without it`),
      ...unshown,
    ],
  };
}

function findingOf(distribution: Distribution): Finding {
  const { action } = distribution;
  return {
    key: "large_distribution",
    label: distributionText(distribution).replace(/^a/, "A"),
    value: significant(action.value),
    text: null,
    unit: action.currency,
    at: action.exDate,
    source: action.source,
    source_ids: [action.sourceId],
    formula: null,
  };
}

function distributionText({ action: { value, currency, exDate }, share }: Distribution): string {
  const amount = `${significant(value)}${currency === null ? "" : ` ${currency}`}`;
  return `a distribution of ${amount} a share on ${exDate} was ${(share * 100).toFixed(1)}% of the close before`;
}
