import type { ProposedCondition } from "#src/contract/conditions.ts";
import type { Opinion } from "#src/contract/analysis.ts";
import { mostConditions } from "#src/contract/conditions.ts";
import { addDays } from "#src/platform/clock.ts";
import type { Found } from "./ground.ts";
import type { Outlook } from "./opinion.ts";
import { endOf } from "./phrases.ts";
import type { Subject } from "./subject.ts";
import { capitalised, ref } from "./wording.ts";

/*
 * What would break a rating of the rules: its levels, and the facts that its score rests on. docs/rules.md has the same
 * in words.
 */

/** A reading of one day is noise; a second one is not. */
const sessions = 2;

interface Verdict {
  readonly rating: Opinion;
  readonly outlook: Outlook;
  /** Of the trader's proposal. */
  readonly stop: number | null;
  readonly find: (key: string) => Found | null;
  readonly currency: string;
  readonly tradeDate: string;
  readonly horizonDays: number;
  readonly s: Subject;
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
  const level = (side: "below" | "above", at: string, threshold: number, many: number): ProposedCondition => ({
    said: `A close ${side} ${at}${many === 1 ? "" : onSessions}.`,
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
    return [level(stop < close.value ? "below" : "above", "{{stop}}", stop, 1)];
  }
  const [low, high] = [find("support_20"), find("resistance_20")];
  return [
    ...(low === null || low.value > close.value ? [] : [level("below", ref(low), low.value, sessions)]),
    ...(high === null || high.value < close.value ? [] : [level("above", ref(high), high.value, sessions)]),
  ];
}

const onSessions = " on two consecutive sessions";

/** A fact that carries the rating breaks it on the other side of the value at which its rule changes sides. */
function facts({ rating, outlook: { score, reasons }, tradeDate, horizonDays, s }: Verdict): ProposedCondition[] {
  const carrying = rating === "Hold" ? [] : reasons.filter(({ part }) => (score > 0 ? part > 0 : part < 0));
  return carrying.flatMap((reason): ProposedCondition[] => {
    const { item, rule } = reason;
    const end = endOf(reason, score > 0, s);
    // What is measured with distributions put back is not measured so later, when they are out of the window.
    if (rule.turns === undefined || end === null || item.key !== rule.key) return [];
    const isFiled = filed.has(item.key);
    return [
      {
        said: `${capitalised(end.text)}${isFiled ? " in the next filing" : onSessions}.`,
        measure: item.id,
        comparator: end.side,
        threshold: rule.turns.at,
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
