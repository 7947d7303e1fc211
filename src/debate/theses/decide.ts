import {
  meets,
  mostConditions,
  type Condition,
  type Conditions,
  type DropReason,
  type DroppedCondition,
  type ProposedCondition,
} from "#src/contract/run/conditions.ts";
import type { Evidence } from "#src/contract/run/evidence.ts";
import { addDays, isRealDate, type LocalDate } from "#src/core/clock.ts";
import { shorten } from "#src/core/text/shorten.ts";
import { sameCurrency } from "../figures/figures.ts";
import { measureNamed, readDay, readWords, type WordsOfCondition } from "./read-words.ts";
import { watchable, type Watchable } from "./watch.ts";

/** More would not be read. */
const longestSaid = 240;
/** Beyond this multiple (or its inverse) a bound is on another scale. */
const mostScale = { price: 5, other: 20 } as const;
const mostSessions = 20;
/** Calendar days in which a company has filed again. */
const filingDueDays = 200;
const latestDays = 400;

interface RatingTerms {
  readonly evidence: readonly Evidence[];
  /** Of the run. */
  readonly session: LocalDate;
  /** Of the rating, in calendar days. */
  readonly horizonDays: number | null;
  /** Of the conditions' words; absent for English. */
  readonly language?: string | undefined;
}

/**
 * The first five that code can decide, and why not the others. What a field lacks is read from the words; both must
 * agree.
 */
export function decidable(proposed: readonly ProposedCondition[], asked: RatingTerms): Conditions {
  const watched: Condition[] = [];
  const dropped: DroppedCondition[] = [];
  for (const [index, one] of proposed.entries()) {
    const place = index + 1;
    const said = shorten(one.said.trim() === "" ? inWords(one) : one.said.trim(), longestSaid);
    const read = decide({ ...one, said }, asked);
    if (!("reason" in read) && watched.some((other) => isSame(other, read)))
      dropped.push({ place, said, reason: "duplicate", detail: "It says the same as one before it." });
    else if ("reason" in read) dropped.push({ place, said, ...read });
    else if (watched.length === mostConditions)
      dropped.push({ place, said, reason: "too_many", detail: `Only ${mostConditions} conditions are watched.` });
    else watched.push({ id: `C${watched.length + 1}`, place, ...read });
  }
  return { watched, dropped };
}

type Undecidable = { readonly reason: DropReason; readonly detail: string };
type Decided = Omit<Condition, "id" | "place">;

function decide(proposed: ProposedCondition, asked: RatingTerms): Decided | Undecidable {
  const words = readWords(proposed.said, asked.session, asked.language);
  const item = itemOf(proposed, words, asked.evidence);
  if ("reason" in item) return item;
  const { evidence, traits } = item;
  const bound = boundOf(proposed, words, evidence, traits);
  if ("reason" in bound) return bound;
  const watch = watchOf(proposed, words, traits, evidence);
  if ("reason" in watch) return watch;
  const deadline = deadlineOf(proposed, words, asked, watch.at);
  if ("reason" in deadline) return deadline;
  if (meets(evidence.value, bound.comparator, bound.threshold))
    return no(
      "already_true",
      `It is already true: ${evidence.label} is ${figure(evidence.value, evidence.unit)} [${evidence.id}].`,
    );
  const { id, key: measure, label, value, at, unit } = evidence;
  return {
    said: proposed.said,
    measure,
    label,
    evidence: id,
    value,
    at,
    unit,
    ...bound,
    scale: traits.scale,
    watch,
    ...deadline,
  };
}

function no(reason: DropReason, detail: string): Undecidable {
  return { reason, detail };
}

type Measured = Evidence & { readonly value: number; readonly unit: string };

/** By id, key or name. */
function itemOf(
  { measure: given }: ProposedCondition,
  words: WordsOfCondition,
  evidence: readonly Evidence[],
): { readonly evidence: Measured; readonly traits: Watchable } | Undecidable {
  const id = /(?<![A-Za-z\d])[MSNFD]\d{1,4}(?![A-Za-z\d])/.exec(given ?? "")?.[0];
  const key = given === null || given.trim() === "" ? words.measure : measureNamed(given);
  const found =
    id === undefined ? evidence.find((one) => one.key === (key ?? given)) : evidence.find((one) => one.id === id);
  if (found === undefined) {
    if (id !== undefined) return no("no_measure", `There is no evidence ${id}.`);
    if (key === null) return no("no_measure", "It names no measure of the evidence.");
    return no("no_measure", `${key} is not in the evidence.`);
  }
  const traits = watchable[found.key];
  if (traits === undefined || found.value === null || found.unit === null)
    return no("not_watchable", `${found.label} [${found.id}] cannot be computed again on later days.`);
  // "Close below its 200-day average" names the close first, and means the distance.
  const { measure: said } = words;
  const isAverage = said?.startsWith("close_vs_sma_") === true && found.key === "close";
  const distance = isAverage ? evidence.find((one) => one.key === said) : undefined;
  const meant = distance ?? found;
  if (meant.value === null || meant.unit === null) return no("no_measure", `${meant.label} has no value.`);
  return { evidence: { ...meant, value: meant.value, unit: meant.unit }, traits: watchable[meant.key] ?? traits };
}

function boundOf(
  { comparator: given, threshold: number, unit: printed }: ProposedCondition,
  words: WordsOfCondition,
  { value, unit, label, key }: Measured,
  { scale }: Watchable,
): Pick<Condition, "comparator" | "threshold"> | Undecidable {
  const comparator = given ?? words.comparator;
  if (comparator === null) return no("no_comparator", "It does not say whether above or below.");
  if (given !== null && words.comparator !== null && sideOf(given) !== sideOf(words.comparator))
    return no("contradicts_itself", "Its words and its fields give different directions.");
  const isAverage = words.measure === key && key.startsWith("close_vs_sma_");
  const threshold = isAverage ? (words.threshold?.value ?? number) : (number ?? words.threshold?.value ?? null);
  if (threshold === null || !Number.isFinite(threshold))
    return no("no_threshold", "It names no number to compare with.");
  const spoken = words.threshold;
  if (!isAverage && number !== null && spoken !== null && !isSameNumber(number, spoken.value))
    return no("contradicts_itself", `Its words say ${spoken.value} and its field ${number}.`);
  const named = isAverage ? "%" : (printed ?? spoken?.unit ?? null);
  if (named !== null && !isUnit(named, unit))
    return no("wrong_unit", `${label} is in ${unitName(unit)}, not in ${named}.`);
  if (named === null && unit === "%" && threshold !== 0 && Math.abs(threshold) < 1 && Math.abs(value) >= 2)
    return no("ambiguous_unit", `${threshold} without a unit could be a share or a percentage.`);
  if (isOtherScale(threshold, value, unit, scale))
    return no("other_scale", `${figure(threshold, unit)} is on another scale than ${figure(value, unit)}.`);
  return { comparator, threshold };
}

function sideOf(comparator: Condition["comparator"]): "above" | "below" {
  return comparator === "above" || comparator === "at_or_above" ? "above" : "below";
}

/** Within the rounding of a number in prose. */
function isSameNumber(a: number, b: number): boolean {
  return Math.abs(a - b) <= Math.max(Math.abs(a), Math.abs(b)) * 0.005;
}

/** Percentages, ratios and scores can cross zero; amounts cannot. */
function isOtherScale(threshold: number, value: number, unit: string, scale: Watchable["scale"]): boolean {
  if (unit === "%" || unit === "points" || unit === "count" || value === 0 || threshold === 0) return false;
  const most = scale === "price" ? mostScale.price : mostScale.other;
  const ratio = threshold / value;
  return ratio > 0 && (ratio > most || ratio < 1 / most);
}

const percent = /^(?:%|percent|per cent|pct|percentage points?|pp|ppt)$/i;

function isUnit(printed: string, unit: string): boolean {
  const given = printed.trim();
  const [currency = ""] = unit.split("/");
  if (given.toLowerCase() === unit.toLowerCase() && given !== "GBP") return true;
  switch (unit) {
    case "%":
      return percent.test(given);
    case "x":
      return /^(?:x|×|times|ratio|multiple)$/i.test(given);
    case "points":
      return /^(?:points?|pts?|index|score)$/i.test(given);
    case "shares":
    case "count":
    case "days":
      return given.toLowerCase().replace(/s$/, "") === unit.replace(/s$/, "");
    default:
      return sameCurrency(given.split("/")[0]?.toUpperCase() === "GBP" ? "GBP" : (given.split("/")[0] ?? ""), currency);
  }
}

function watchOf(
  { sessions: given, next_filing: filing }: ProposedCondition,
  words: WordsOfCondition,
  { moves }: Watchable,
  { label }: Measured,
): Condition["watch"] | Undecidable {
  const isFiling = filing === true || words.nextFiling;
  if (isFiling && moves === "close")
    return no("not_from_filings", `${label} moves with every price, so the next filing does not decide it.`);
  if (isFiling) return { at: "next_filing" };
  if (given !== null && words.sessions !== null && given !== words.sessions)
    return no("contradicts_itself", `Its words say ${words.sessions} sessions and its field ${given}.`);
  // "A close below 187" means one close.
  const sessions = given ?? words.sessions ?? 1;
  if (!Number.isInteger(sessions) || sessions < 1 || sessions > mostSessions)
    return no("bad_sessions", `It can be watched for 1 to ${mostSessions} sessions in a row, not for ${sessions}.`);
  return { at: "close", sessions };
}

function deadlineOf(
  { by }: ProposedCondition,
  words: WordsOfCondition,
  { session, horizonDays }: RatingTerms,
  at: Condition["watch"]["at"],
): Pick<Condition, "deadline" | "deadline_from"> | Undecidable {
  const field = by === null || by.trim() === "" ? null : readDay(by, session);
  if (by !== null && by.trim() !== "" && field === null && words.by === null)
    return no("no_deadline", `“${shorten(by, 40)}” is not a day.`);
  if (field !== null && words.by !== null && field !== words.by)
    return no("contradicts_itself", `Its words say ${words.by} and its field ${field}.`);
  const named = field ?? words.by;
  const horizon = horizonDays === null || horizonDays > latestDays ? null : addDays(session, horizonDays);
  const due = addDays(session, filingDueDays);
  const [deadline, from] =
    named !== null
      ? ([named, "condition"] as const)
      : at === "next_filing"
        ? ([due, "filing"] as const)
        : ([horizon, "horizon"] as const);
  if (deadline === null || !isRealDate(deadline))
    return no("no_deadline", "It names no last day, and the rating has no horizon to take it from.");
  if (deadline <= session) return no("past_deadline", `Its last day ${deadline} is not after ${session}.`);
  if (deadline > addDays(session, latestDays))
    return no("late_deadline", `Its last day ${deadline} is more than ${latestDays} days away.`);
  return { deadline, deadline_from: from };
}

function isSame(a: Condition, b: Decided): boolean {
  return (
    a.measure === b.measure &&
    a.comparator === b.comparator &&
    a.threshold === b.threshold &&
    JSON.stringify(a.watch) === JSON.stringify(b.watch)
  );
}

function inWords({ measure, comparator, threshold, unit }: ProposedCondition): string {
  const words = [measure, comparator?.replaceAll("_", " "), threshold, unit].filter((part) => part != null);
  return words.length === 0 ? "(nothing that can be read)" : words.join(" ");
}

function figure(value: number, unit: string): string {
  return unit === "%" ? `${value}%` : `${value} ${unit}`;
}

function unitName(unit: string): string {
  return unit === "x" ? "multiples" : unit;
}
