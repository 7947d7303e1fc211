import { z } from "zod";
import { EvidenceId } from "./evidence.ts";

/*
 * What would break a rating, in a form that code can decide later: a measure, a bound and a day. The portfolio manager
 * proposes, code checks, and what cannot be decided is dropped with its reason.
 */

export const mostConditions = 5;

export const Comparator = z.enum(["below", "at_or_below", "above", "at_or_above"]);
export type Comparator = z.infer<typeof Comparator>;

/** As an agent gives it: every field as far as it could be read. */
export const ProposedCondition = z.object({
  /** The condition in words. */
  said: z.string(),
  /** An evidence id, or the name or key of a measure. */
  measure: z.string().nullable(),
  comparator: Comparator.nullable(),
  threshold: z.number().nullable(),
  /** `%`, `x`, a currency code, …; `null` where none was given. */
  unit: z.string().nullable(),
  /** Sessions in a row whose close must meet it. */
  sessions: z.int().nullable(),
  /** Looked at when the next filing is known, and at no other time. */
  next_filing: z.boolean().nullable(),
  /** The last day on which it can break the rating. */
  by: z.string().nullable(),
});
export type ProposedCondition = z.infer<typeof ProposedCondition>;

/** When a condition is looked at. */
export const ConditionWatch = z.discriminatedUnion("at", [
  /** At each close: broken when so many sessions in a row meet it. */
  z.object({ at: z.literal("close"), sessions: z.int().min(1).max(20) }),
  /** Once, when a report on a later period than the evidence's is known. */
  z.object({ at: z.literal("next_filing") }),
]);
export type ConditionWatch = z.infer<typeof ConditionWatch>;

/** How a threshold moves with a split: a price is divided by it, a share count multiplied, all else stays. */
export const SplitScale = z.enum(["price", "shares", "none"]);
export type SplitScale = z.infer<typeof SplitScale>;

/** A condition that code can decide. It breaks the rating when it is met. */
export const Condition = z.object({
  id: z.string().regex(/^C[1-5]$/),
  /** Its place in the answer, from 1, and the agent's own words. */
  place: z.int().positive(),
  said: z.string(),
  /** Key of the measure, as in docs/measures.md, with its label, its evidence and what it was at the run's instant. */
  measure: z.string(),
  label: z.string(),
  evidence: EvidenceId,
  value: z.number(),
  /** The day that value belongs to. */
  at: z.iso.date(),
  comparator: Comparator,
  /** In `unit`, on the split basis of the run's session. */
  threshold: z.number(),
  unit: z.string(),
  scale: SplitScale,
  watch: ConditionWatch,
  /** The last session that counts, inclusive. */
  deadline: z.iso.date(),
  /** Where the deadline comes from: the condition, the rating's horizon, or the time in which a filing is due. */
  deadline_from: z.enum(["condition", "horizon", "filing"]),
});
export type Condition = z.infer<typeof Condition>;

/** Why a proposed condition cannot be decided. */
export const DropReason = z.enum([
  "no_measure",
  "not_watchable",
  "no_comparator",
  "no_threshold",
  "wrong_unit",
  "ambiguous_unit",
  "other_scale",
  "contradicts_itself",
  "bad_sessions",
  "not_from_filings",
  "already_true",
  "no_deadline",
  "past_deadline",
  "late_deadline",
  "duplicate",
  "too_many",
]);
export type DropReason = z.infer<typeof DropReason>;

export const DroppedCondition = z.object({
  place: z.int().positive(),
  said: z.string(),
  reason: DropReason,
  /** The reason as a sentence. */
  detail: z.string(),
});
export type DroppedCondition = z.infer<typeof DroppedCondition>;

/** What a rating says would break it, and what was proposed for that and cannot be decided. */
export const Conditions = z.object({
  watched: z.array(Condition).max(mostConditions),
  dropped: z.array(DroppedCondition),
});
export type Conditions = z.infer<typeof Conditions>;

/** What the measures of conditions were at the close of a session, as known then. */
export const ConditionReading = z.object({
  session: z.iso.date(),
  /** By key; a measure that could not be told is absent. */
  values: z.record(z.string(), z.object({ value: z.number(), at: z.iso.date() })),
  /** New shares for one old since the run's session; `null` where prices from then cannot be compared. */
  split: z.number().positive().nullable(),
});
export type ConditionReading = z.infer<typeof ConditionReading>;

/**
 * `holds`: watched, not met. `broken`: met. `held`: its filing came, or its last day passed, and it was not met.
 * `expired`: its last day passed and it could not be decided: no filing came, or the measure was not to be had to the end.
 */
export const ConditionStatus = z.enum(["holds", "broken", "held", "expired"]);
export type ConditionStatus = z.infer<typeof ConditionStatus>;

export const ConditionState = z.object({
  id: z.string(),
  status: ConditionStatus,
  /** The session that decided it; `null` while it holds. */
  decided_on: z.iso.date().nullable(),
  /** The newest value that was looked at, and its session; `null` before the first. */
  value: z.number().nullable(),
  session: z.iso.date().nullable(),
  /** Sessions in a row, up to that one, that meet it. */
  met: z.int().nonnegative(),
});
export type ConditionState = z.infer<typeof ConditionState>;

/** Whether a value meets a bound. */
export function meets(value: number, comparator: Comparator, threshold: number): boolean {
  switch (comparator) {
    case "below":
      return value < threshold;
    case "at_or_below":
      return value <= threshold;
    case "above":
      return value > threshold;
    case "at_or_above":
      return value >= threshold;
  }
}

/** The bound on the split basis of a later session. @param split new shares for one old in between */
export function thresholdAfter({ threshold, scale }: Pick<Condition, "threshold" | "scale">, split: number): number {
  return scale === "price" ? threshold / split : scale === "shares" ? threshold * split : threshold;
}

/**
 * Where a condition stands after the sessions that were read. What came after it was decided, or after its deadline,
 * changes nothing. A session without a value neither counts nor ends a row: nobody knows what it would have said.
 * @param readings of sessions after the run's, ascending
 * @param over the last session that is over; the deadline has passed once it is behind it
 */
export function conditionState(
  condition: Condition,
  readings: readonly ConditionReading[],
  over: string,
): ConditionState {
  const { id, watch, deadline } = condition;
  let state: ConditionState = { id, status: "holds", decided_on: null, value: null, session: null, met: 0 };
  for (const reading of readings) {
    if (reading.session > deadline) break;
    const value = valueIn(condition, reading);
    if (value === null) continue;
    const met = value.isMet ? state.met + 1 : 0;
    state = { ...state, value: value.value, session: reading.session, met };
    if (watch.at === "next_filing")
      return { ...state, status: value.isMet ? "broken" : "held", decided_on: reading.session };
    if (met >= watch.sessions) return { ...state, status: "broken", decided_on: reading.session };
  }
  if (over <= deadline) return state;
  // Where prices ended long before the last day, nobody knows what the rest would have said.
  const wasRead = watch.at === "close" && state.session !== null && daysTo(state.session, deadline) <= longestGap;
  return { ...state, status: wasRead ? "held" : "expired", decided_on: deadline };
}

/** Calendar days, over which a holiday and a weekend fit. */
const longestGap = 7;

function daysTo(from: string, to: string): number {
  return (Date.parse(to) - Date.parse(from)) / 86_400_000;
}

function valueIn(condition: Condition, { values, split }: ConditionReading): { value: number; isMet: boolean } | null {
  const { measure, comparator, watch, at, scale } = condition;
  const found = values[measure];
  if (found === undefined || (split === null && scale !== "none")) return null;
  // A report on a later period: the same one filed anew says nothing new.
  if (watch.at === "next_filing" && found.at <= at) return null;
  const bound = thresholdAfter(condition, split ?? 1);
  return { value: found.value, isMet: meets(found.value, comparator, bound) };
}
