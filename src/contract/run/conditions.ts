import { z } from "zod";
import { EvidenceId } from "./evidence.ts";

/*
 * What would break a rating, as code can decide it: measure, bound, day. What cannot be decided is dropped with a
 * reason.
 */

export const mostConditions = 5;

export const Comparator = z.enum(["below", "at_or_below", "above", "at_or_above"]);
export type Comparator = z.infer<typeof Comparator>;

/** As far as it could be read. */
export const ProposedCondition = z.object({
  /** The condition in words. */
  said: z.string(),
  /** An evidence id, or the name or key of a measure. */
  measure: z.string().nullable(),
  comparator: Comparator.nullable(),
  threshold: z.number().nullable(),
  /** `%`, `x`, a currency code, …; `null` where none was given. */
  unit: z.string().nullable(),
  /** The number of sessions in a row whose close must meet it. */
  sessions: z.int().nullable(),
  /** Checked only when the next filing is known. */
  next_filing: z.boolean().nullable(),
  /** The last day on which it can break the rating. */
  by: z.string().nullable(),
});
export type ProposedCondition = z.infer<typeof ProposedCondition>;

/** When a condition is looked at. */
const ConditionWatch = z.discriminatedUnion("at", [
  /** Checked at each close: broken when this many sessions in a row meet it. */
  z.object({ at: z.literal("close"), sessions: z.int().min(1).max(20) }),
  /** Checked once, when a report on a later period than the evidence's is known. */
  z.object({ at: z.literal("next_filing") }),
]);
export type ConditionWatch = z.infer<typeof ConditionWatch>;

/** With a split a price is divided, a share count multiplied. */
export const SplitScale = z.enum(["price", "shares", "none"]);
export type SplitScale = z.infer<typeof SplitScale>;

/** It breaks the rating when met. */
export const Condition = z.object({
  id: z.string().regex(/^C[1-5]$/),
  /** Its place in the answer, from 1, and the agent's own words. */
  place: z.int().positive(),
  said: z.string(),
  /** Key as in docs/measures.md. */
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

export const Conditions = z.object({
  watched: z.array(Condition).max(mostConditions),
  dropped: z.array(DroppedCondition),
});
export type Conditions = z.infer<typeof Conditions>;

/** As known at a session's close. */
export const ConditionReading = z.object({
  session: z.iso.date(),
  /** By key; a measure without a value is absent. */
  values: z.record(z.string(), z.object({ value: z.number(), at: z.iso.date() })),
  /** New shares for one old since the run; `null`: prices do not compare. */
  split: z.number().positive().nullable(),
});
export type ConditionReading = z.infer<typeof ConditionReading>;

/**
 * `holds`: not met yet. `broken`: met. `held`: its filing or last day passed unmet. `expired`: could not be decided.
 */
export const ConditionStatus = z.enum(["holds", "broken", "held", "expired"]);
export type ConditionStatus = z.infer<typeof ConditionStatus>;

export const ConditionState = z.object({
  id: z.string(),
  status: ConditionStatus,
  /** The session that decided it; `null` while it holds. */
  decided_on: z.iso.date().nullable(),
  /** The newest value read; `null` before the first. */
  value: z.number().nullable(),
  session: z.iso.date().nullable(),
  /** Sessions in a row, up to this one, that meet it. */
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

/** @param split new shares for one old in between */
function thresholdAfter({ threshold, scale }: Pick<Condition, "threshold" | "scale">, split: number): number {
  return scale === "price" ? threshold / split : scale === "shares" ? threshold * split : threshold;
}

/**
 * Later sessions change nothing once it is decided or over. A session without a value neither counts nor ends a row.
 * @param readings after the run's session, ascending
 * @param over the last session that is over
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
  // Where prices ended early, the rest is unknown.
  const wasRead = watch.at === "close" && state.session !== null && daysTo(state.session, deadline) <= longestGap;
  return { ...state, status: wasRead ? "held" : "expired", decided_on: deadline };
}

/** Calendar days, enough to cover a holiday and a weekend. */
const longestGap = 7;

function daysTo(from: string, to: string): number {
  return (Date.parse(to) - Date.parse(from)) / 86_400_000;
}

function valueIn(condition: Condition, { values, split }: ConditionReading): { value: number; isMet: boolean } | null {
  const { measure, comparator, watch, at, scale } = condition;
  const found = values[measure];
  if (found === undefined || (split === null && scale !== "none")) return null;
  // The same period filed anew says nothing new.
  if (watch.at === "next_filing" && found.at <= at) return null;
  const bound = thresholdAfter(condition, split ?? 1);
  return { value: found.value, isMet: meets(found.value, comparator, bound) };
}

/* Which side of a bound a word or sign names. */

const atMost = /\bat or (?:below|under)\b|\bat most\b|\bno (?:more|higher) than\b|<=|≤/;
const atLeast = /\bat or (?:above|over)\b|\bat least\b|\bno (?:less|lower) than\b|>=|≥/;
const under =
  /\b(?:below|under|beneath|less than|lower than|falls? to less|drops? below|slips? below|dips? below|breaks? down through)\b|</;
const over = /\b(?:above|over|more than|higher than|greater than|exceeds?|exceeding|tops?|breaks? out through)\b|>/;

/** `null` where it says none, or two that differ. */
export function comparatorIn(given: string): Comparator | null {
  const text = given.normalize("NFKC").toLowerCase().replaceAll("_", " ");
  const found: Comparator[] = [];
  let rest = text;
  for (const [pattern, comparator] of [
    [atMost, "at_or_below"],
    [atLeast, "at_or_above"],
  ] as const) {
    if (!pattern.test(rest)) continue;
    found.push(comparator);
    rest = rest.replaceAll(new RegExp(pattern, "g"), " ");
  }
  if (under.test(rest)) found.push("below");
  if (over.test(rest)) found.push("above");
  const [only] = found;
  if (found.length === 1 && only !== undefined) return only;
  const word = text.trim();
  if (/^(?:lt|less|lower|down)$/.test(word)) return "below";
  if (/^(?:gt|greater|higher|up)$/.test(word)) return "above";
  if (/^(?:lte|le)$/.test(word)) return "at_or_below";
  return /^(?:gte|ge)$/.test(word) ? "at_or_above" : null;
}
