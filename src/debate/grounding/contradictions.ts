import type { Evidence } from "#src/contract/evidence.ts";
import { dayOf, daysIn, type NamedDay } from "./dates.ts";
import type { Entry, EvidenceIndex } from "./evidence-index.ts";
import type { Spot } from "./number-in-context.ts";
import { contradictsPeriod, contradictsWindow, windowsOf } from "./windows.ts";

/* Whether the words around a number put it in another time, or count it in other things, than the evidence does. */

/** Whether the words put the value in another window of time, or on another day, than the evidence does. */
export function contradictsTime(spot: Spot, entries: readonly Entry[], { items, byKey }: EvidenceIndex): boolean {
  const day = dayOf(spot.number, spot.text, spot.days);
  if (day !== undefined && isOtherDay(spot, day, entries, { items, byKey })) return true;
  if (day !== undefined && entries.every((entry) => entry.day?.endsWith(day.day) === false)) return true;
  const { number, text, clause } = spot;
  const today = byKey.get("close")?.[0]?.at?.slice(0, 10);
  const sentence = text.slice(spot.sentence.start, spot.sentence.end);
  if (entries.every((entry) => entry.day === undefined && contradictsDate(items.get(entry.id), sentence, today)))
    return true;
  const ahead = text.slice(number.offset + number.text.length, number.offset + number.text.length + 24);
  const written = text.slice(clause.start, clause.end);
  if (entries.every(({ key }) => contradictsParameter(key, text.slice(spot.sentence.start, spot.sentence.end))))
    return true;
  if (entries.every(({ id }) => contradictsUnit(items.get(id), number.unit, ahead))) return true;
  if (entries.every(({ id }) => contradictsPeriod(items.get(id)?.label ?? "", written))) return true;
  const named = windowsOf(spot);
  return named.length > 0 && entries.every(({ id, key }) => contradictsWindow(items.get(id)?.label ?? "", key, named));
}

/** "−29.1 % on 5 April 2016" of a figure that is of another day, and not of that of the run. */
function isOtherDay(
  { number, text }: Spot,
  day: NamedDay,
  entries: readonly Entry[],
  { items, byKey }: Pick<EvidenceIndex, "items" | "byKey">,
): boolean {
  const gap = text.slice(number.offset + number.text.length, day.start);
  if (day.day.length !== 10 || !/^ ?(?:on|as of|at the close of) $/.test(gap)) return false;
  if (byKey.get("close")?.[0]?.at?.startsWith(day.day) === true) return false;
  return entries.every(({ id, day: own }) => {
    const at = items.get(id)?.at;
    return own === undefined && items.get(id)?.value != null && at != null && !at.startsWith(day.day);
  });
}

const datedBy =
  /\b(?:as of|at the end of|(?:period|year|quarter|twelve months|four quarters) (?:ending|ended)(?: on)?|dated|carries the date|counted on|measured on|(?:figures?|readings?|values?|prints?|data|numbers?) (?:for|of|from)) (?:the )?$|(?:^|\bthat |: )\W*(?:on|at) (?:the )?$/i;

/** "Revenue as of 2013-09-28" of a period that ended on another day; the run's own day is that of whatever was known. */
function contradictsDate(item: Evidence | undefined, sentence: string, today: string | undefined): boolean {
  const [day, another] = daysIn(sentence);
  if (item?.at == null || item.value === null || day === undefined || another !== undefined) return false;
  if (day.day.length !== 10 || day.day === today || daysIn(item.label).length > 0) return false;
  return datedBy.test(sentence.slice(0, day.start)) && item.at.slice(0, 10) !== day.day;
}

const oscillator = "rsi|relative strength index|mfi|money flow index|atr|average true range";
const parameter = new RegExp(
  String.raw`^\W*(?:over|within|in) (?:the (?:last|past) )?(\d{1,3}|one|two|three|four|five|six|seven|ten|twelve|twenty|thirty|fifty)[- ](?:session|day|period|bar)s?, the (?:${oscillator})\b|\b(\d{1,3})[- ](?:session|day|period|bar)s? (?:${oscillator})\b|\b(?:${oscillator}) (?:over|of|for) (?:the (?:last|past) )?(\d{1,3})[- ](?:session|day|period|bar)s?\b`,
  "i",
);

const inBrackets = /\b(sma|ema|vwma|rsi|mfi|atr) ?\((\d{1,3})\)/i;

/** "The 21-session RSI" of one that is made over 14. */
function contradictsParameter(key: string, clause: string): boolean {
  const named = inBrackets.exec(clause);
  const [, name, period] = /^(sma|ema|vwma|rsi|mfi|atr)_(\d+)$/.exec(key) ?? [];
  if (named !== null && name === named[1]?.toLowerCase() && period !== named[2]) return true;
  const own = /^(?:rsi|mfi|atr)_(\d+)/.exec(key)?.[1];
  const found = own === undefined ? null : parameter.exec(clause);
  return found !== null && (found[1] ?? found[2] ?? found[3]) !== own;
}

const timeUnit = /^[ -](?:trading |calendar )?(second|minute|hour|day|session|week|month|quarter|year)s?(?![A-Za-z])/i;

/** Whether what counts days is told in weeks, or money in shares. */
export function contradictsUnit(item: Evidence | undefined, printed: string | null, ahead: string): boolean {
  if (item?.value == null) return false;
  const unit = timeUnit.exec(ahead)?.[1]?.toLowerCase();
  if (item.unit === "days") return unit !== undefined && unit !== "day";
  if (/^Sessions\b/.test(item.label)) return unit !== undefined && unit !== "session" && unit !== "day";
  const ofMoney = item.unit !== null && /^[A-Z]{3}$/.test(item.unit);
  return ofMoney && printed === null && /^ (?:of (?:its|their) (?:own )?)?shares\b/i.test(ahead);
}
