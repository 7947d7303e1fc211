import type { ProposedCondition } from "#src/contract/conditions.ts";
import type { Opinion } from "#src/contract/analysis.ts";
import { mostConditions } from "#src/contract/conditions.ts";
import { addDays } from "#src/platform/clock.ts";
import { digits } from "./phrases.ts";
import type { Reason } from "./rules.ts";

/*
 * What would break a rating of the rules: its levels, and the facts that its score rests on. docs/rules.md has the same
 * in words.
 */

/** A reading of one day is noise; a second one is not. */
const sessions = 2;

interface Verdict {
  readonly rating: Opinion;
  readonly score: number;
  /** The outlook's, strongest first. */
  readonly reasons: readonly Reason[];
  /** Of the trader's proposal. */
  readonly stop: number | null;
  readonly find: (key: string) => { readonly id: string; readonly value: number } | null;
  readonly currency: string;
  readonly tradeDate: string;
  readonly horizonDays: number;
}

/** Up to five, the level first, then the facts by their part in the score. */
export function breaksOf(verdict: Verdict): ProposedCondition[] {
  return [...levels(verdict), ...facts(verdict)].slice(0, mostConditions);
}

/** A buy or a sell falls with its stop, a Hold when the price leaves the range of the last 20 sessions. */
function levels({ rating, stop, find, currency, tradeDate, horizonDays }: Verdict): ProposedCondition[] {
  const close = find("close");
  if (close === null) return [];
  const by = addDays(tradeDate, horizonDays);
  const level = (side: "below" | "above", threshold: number, many: number): ProposedCondition => ({
    said: `a close ${side} ${digits(threshold)} ${currency}${many === 1 ? "" : ` for ${many} sessions`}`,
    measure: close.id,
    comparator: side,
    threshold,
    unit: currency,
    sessions: many,
    next_filing: null,
    by,
  });
  if (rating !== "Hold") {
    if (stop === null) return [];
    return [level(stop < close.value ? "below" : "above", stop, 1)];
  }
  const [low, high] = [find("support_20"), find("resistance_20")];
  return [
    ...(low === null || low.value > close.value ? [] : [level("below", low.value, sessions)]),
    ...(high === null || high.value < close.value ? [] : [level("above", high.value, sessions)]),
  ];
}

/** A fact that carries the rating breaks it on the other side of the value at which its rule changes sides. */
function facts({ rating, score, reasons, tradeDate, horizonDays }: Verdict): ProposedCondition[] {
  const carrying = rating === "Hold" ? [] : reasons.filter(({ part }) => (score > 0 ? part > 0 : part < 0));
  return carrying.flatMap(({ item, rule: { turns } }): ProposedCondition[] => {
    if (turns === undefined) return [];
    const carries = score > 0 ? turns.speaksFor : turns.speaksFor === "above" ? "below" : "above";
    const comparator = carries === "above" ? "below" : "above";
    const isFiled = filed.has(item.key);
    const unit = item.unit === null || item.unit === "x" ? "" : item.unit === "%" ? "%" : ` ${item.unit}`;
    return [
      {
        said: `${item.label}: ${comparator} ${digits(turns.at)}${unit} ${isFiled ? "in the next filing" : `for ${sessions} sessions`}`,
        measure: item.id,
        comparator,
        threshold: turns.at,
        unit: item.unit,
        sessions: isFiled ? null : sessions,
        next_filing: isFiled ? true : null,
        by: isFiled ? null : addDays(tradeDate, horizonDays),
      },
    ];
  });
}

/** Measures of the rules that move when a report is filed, and not with prices. */
const filed: ReadonlySet<string> = new Set([
  "revenue_growth_yoy",
  "eps_growth_yoy",
  "operating_margin_change_yoy",
  "debt_to_equity",
  "dilution_yoy",
  "cash_conversion",
]);
