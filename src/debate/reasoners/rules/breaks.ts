import { type ProposedCondition, mostConditions } from "#src/contract/run/conditions.ts";
import type { Opinion } from "#src/contract/jobs/analysis.ts";
import { addDays } from "#src/core/clock.ts";
import type { Found } from "./ground.ts";
import type { Outlook } from "./opinion.ts";
import { endOf } from "./phrases.ts";
import type { Subject } from "./subject.ts";
import { capitalised, ref } from "./wording.ts";

/* What would break a rating of the rules; docs/rules.md has it in words. */

/** A reading of one day is noise; a second one is not. */
const sessions = 2;

interface Verdict {
  readonly rating: Opinion;
  readonly outlook: Outlook;
  readonly find: (key: string) => Found | null;
  readonly currency: string;
  readonly tradeDate: string;
  readonly horizonDays: number;
  readonly s: Subject;
}

/** Up to five, by their part in what is expected. */
export function breaksOf(verdict: Verdict): ProposedCondition[] {
  return [...levels(verdict), ...facts(verdict)].slice(0, mostConditions);
}

/** A Hold falls outside the range of 20 sessions; others have no level. */
function levels({ rating, find, currency, tradeDate, horizonDays }: Verdict): ProposedCondition[] {
  const close = find("close");
  if (close === null || rating !== "Hold") return [];
  const by = addDays(tradeDate, horizonDays);
  const level = (side: "below" | "above", at: string, threshold: number): ProposedCondition => ({
    said: `A close ${side} ${at}${onSessions}.`,
    measure: close.id,
    comparator: side,
    threshold,
    unit: currency,
    sessions,
    next_filing: null,
    by,
  });
  const [low, high] = [find("support_20"), find("resistance_20")];
  return [
    ...(low === null || low.value > close.value ? [] : [level("below", ref(low), low.value)]),
    ...(high === null || high.value < close.value ? [] : [level("above", ref(high), high.value)]),
  ];
}

const onSessions = " on two consecutive sessions";

/** A fact breaks the rating where its rule changes sides. */
function facts({ rating, outlook: { score, reasons }, tradeDate, horizonDays, s }: Verdict): ProposedCondition[] {
  const carrying = rating === "Hold" ? [] : reasons.filter(({ part }) => (score > 0 ? part > 0 : part < 0));
  return carrying.flatMap((reason): ProposedCondition[] => {
    const { item, rule } = reason;
    const end = endOf(reason, score > 0, s);
    // Distributions will have left the window later.
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

/** Measures that move with filings, not prices. */
const filed: ReadonlySet<string> = new Set(["roe_ttm", "cash_conversion"]);
