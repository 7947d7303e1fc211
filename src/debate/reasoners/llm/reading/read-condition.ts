import { comparatorIn } from "#src/contract/comparator-words.ts";
import type { ProposedCondition } from "#src/contract/conditions.ts";
import { valueOf } from "./field-names.ts";
import { isJsonObject } from "./known-objects.ts";
import { isNothing, readNumber } from "./read-values.ts";

/** What cannot be read is `null`; its words are kept. */
export function conditionOf(given: unknown): ProposedCondition[] {
  if (typeof given === "string") return given.trim() === "" || isNothing(given) ? [] : [{ ...unread, said: given }];
  if (!isJsonObject(given)) return [];
  const bound = numberIn(valueOf(given, "threshold"));
  const unit = textIn(valueOf(given, "unit"));
  const comparator = textIn(valueOf(given, "comparator"));
  const by = valueOf(given, "by");
  const filing = valueOf(given, "next_filing");
  return [
    {
      said: textIn(valueOf(given, "said")) ?? "",
      measure: measureIn(valueOf(given, "measure")),
      comparator: comparator === null ? null : comparatorIn(comparator),
      threshold: bound?.value ?? null,
      unit: unit ?? bound?.unit ?? null,
      sessions: wholeIn(valueOf(given, "sessions")),
      next_filing:
        filing === true || (typeof filing === "string" && /^(?:true|yes)$/i.test(filing.trim())) ? true : null,
      by: typeof by === "number" ? String(by) : textIn(by),
    },
  ];
}

const unread: ProposedCondition = {
  said: "",
  measure: null,
  comparator: null,
  threshold: null,
  unit: null,
  sessions: null,
  next_filing: null,
  by: null,
};

function textIn(given: unknown): string | null {
  return typeof given === "string" && !isNothing(given) ? given : null;
}

/** `"M1"`, or `["M1"]`. */
function measureIn(given: unknown): string | null {
  const [only, ...others]: unknown[] = Array.isArray(given) ? given : [given];
  return others.length === 0 ? textIn(only) : null;
}

/** `187`, `"187"`, `"187 USD"`, `"44 %"`. */
function numberIn(given: unknown): { readonly value: number; readonly unit: string | null } | null {
  if (typeof given === "number") return Number.isFinite(given) ? { value: given, unit: null } : null;
  if (typeof given !== "string") return null;
  const read = readNumber(given);
  if (read === null) return null;
  const currency = /[A-Z]{3}|[$€£¥]/.exec(given)?.[0] ?? null;
  return { value: read.value, unit: read.isPercent ? "%" : currency };
}

function wholeIn(given: unknown): number | null {
  const value =
    typeof given === "string"
      ? (readNumber(given.replace(/\s*(?:sessions?|days?|closes)$/i, ""))?.value ?? null)
      : given;
  return typeof value === "number" && Number.isInteger(value) ? value : null;
}
