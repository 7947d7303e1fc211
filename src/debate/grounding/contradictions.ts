import type { Evidence } from "#src/contract/evidence.ts";
import { closesOf } from "./closes.ts";
import { contradictsDay, isOfOtherDay, isOtherStart } from "./day-values.ts";
import { dayOf, daysIn, isDay, type NamedDay } from "./dates.ts";
import type { Entry, EvidenceIndex } from "./evidence-index.ts";
import type { Spot } from "./number-in-context.ts";
import { firstIn, occurs } from "./pattern-search.ts";
import { contradictsPeriod, contradictsWindow, isOtherThanYear, windowsOf } from "./windows.ts";

/* Whether the words around a number put it in another time, or count it in other things, than the evidence does. */

/** Whether the words put the value in another window of time, or on another day, than the evidence does. */
export function contradictsTime(spot: Spot, entries: readonly Entry[], index: EvidenceIndex): boolean {
  const { items, byKey } = index;
  if (isOtherStart(spot, index)) return true;
  const said = dayOf(spot.number, spot.text, spot.days);
  const told = said !== undefined && isOfOtherDay(spot, said, index) ? undefined : said;
  const prior = told?.day === "prior" ? closesOf(index)?.closes.at(-2)?.day : undefined;
  const day = told === undefined || prior === undefined ? told : { ...told, day: prior };
  if (day !== undefined && isOtherDay(spot, day, entries, { items, byKey })) return true;
  if (day !== undefined && entries.every((entry) => entry.day !== undefined && !isDay(entry.day, day.day))) return true;
  if (
    entries.every(({ key }) => key === "close" || key === "recent_closes") &&
    occurs(opening, spot.text.slice(spot.clause.start, spot.number.offset))
  )
    return true;
  if (day !== undefined && contradictsDay(spot, day, entries, index)) return true;
  if (isOtherEdge(spot, entries, index)) return true;
  const { number, text, clause } = spot;
  const today = byKey.get("close")?.[0]?.at?.slice(0, 10);
  const sentence = text.slice(spot.sentence.start, spot.sentence.end);
  if (entries.every((entry) => entry.day === undefined && contradictsDate(items.get(entry.id), sentence, today)))
    return true;
  const ahead = text.slice(number.offset + number.text.length, number.offset + number.text.length + 24);
  const written = text.slice(clause.start, clause.end);
  const lead = text.slice(spot.sentence.start, number.offset);
  // "RSI(62)" gives the reading.
  const isReading = /\b(?:rsi|mfi|atr) ?\(?$/i.test(text.slice(Math.max(0, number.offset - 8), number.offset));
  if (!isReading && entries.every(({ key }) => contradictsParameter(key, sentence, lead))) return true;
  if (today !== undefined && entries.every(({ key }) => contradictsSince(key, written, today))) return true;
  if (entries.every(({ id }) => contradictsUnit(items.get(id), number.unit, ahead))) return true;
  if (entries.every(({ id }) => contradictsPeriod(items.get(id)?.label ?? "", written))) return true;
  // "Sunnier this week than over the month, 13.5 to 8.7" names a window for each.
  if (/\bthan\b/i.test(lead) && occurs(setAgainst, text.slice(number.offset + number.text.length))) return false;
  const named = windowsOf(spot);
  // "The peak of both the previous 20 and the 252 sessions" is that of each.
  const all = named.find(
    ({ each, start }) => each.length > 1 && occurs(ofBoth, text.slice(spot.sentence.start, start)),
  );
  const isOfAll = (names: ReadonlySet<string>): boolean =>
    all === undefined ||
    !entries.every(({ id, key }) => contradictsWindow(items.get(id)?.label ?? "", key, [{ ...all, names }]));
  if (all !== undefined && !all.each.every(isOfAll)) return true;
  if (entries.every(({ id, key }) => isOtherThanYear(items.get(id)?.label ?? "", key, named))) return true;
  return named.length > 0 && entries.every(({ id, key }) => contradictsWindow(items.get(id)?.label ?? "", key, named));
}

/** "The day's open of 128.58" of a close. */
const opening =
  /\b(?:(?:day|session)['’]s |today['’]s |the |an? )(?:open|opening price|opening print|opening level)(?: \(?(?:of|at|was|is|came in at|stood at))? [$€£₹]?$|\b(?:stock|shares?|coin|index|price) (?:had )?opened (?:the (?:day|session) )?(?:at|on) [$€£₹]?$/i;
const ofBoth = /\b(?:both|each)(?: of)?(?: the)?(?: (?:last|past|previous|prior|latest))? ?$/i;
const setAgainst =
  /^(?: \[[A-Z]\d{1,4}\])?,? (?:to|against|versus|vs\.?|compared (?:with|to)|after|as opposed to|rather than) [+−-]?[$€£]?\d/i;

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

const monthEdge =
  /\b(?:(end(?:ed|s|ing)?|finish(?:ed|es|ing)?|clos(?:ed|es|ing)|wrapped up)|(beg[ai]n|begins|open(?:ed|s|ing)|start(?:ed|s|ing)))(?: out| off)? (?:the month of )?(january|february|march|april|may|june|july|august|september|october|november|december)\b(?! \d)[^\d;]{0,16}$|\b(?:(january|february|march|april|may|june|july|august|september|october|november|december) (?:(ended|closed|finished)|(began|opened|started))\b[^\d;]{0,12}$)/i;

/** "Ended October at 106.98", where the list goes on into November and its last day of October closed elsewhere. */
function isOtherEdge({ number, text, sentence }: Spot, entries: readonly Entry[], index: EvidenceIndex): boolean {
  const found = firstIn(
    monthEdge,
    text.slice(Math.max(sentence.start, number.offset - 64), number.offset).replace(/[$€£₹]$/, ""),
  );
  const closes = closesOf(index)?.closes;
  if (found === null || closes === undefined) return false;
  const month = String(monthNames.indexOf((found[3] ?? found[4] ?? "").slice(0, 3).toLowerCase()) + 1).padStart(2, "0");
  const isEnd = (found[1] ?? found[5]) !== undefined;
  const own = closes.filter(({ day }) => day.slice(5, 7) === month);
  const edge = isEnd ? own.at(-1) : own[0];
  const beyond = edge === undefined ? undefined : closes[closes.indexOf(edge) + (isEnd ? 1 : -1)];
  // Where the list does not go beyond, its edge is none of the month's.
  if (edge === undefined || beyond === undefined) return false;
  return entries.every(({ day }) => day !== undefined && day !== edge.day);
}

const datedBy =
  /\b(?:as of|at the end of|(?:period|year|quarter|twelve months|four quarters) (?:ending|ended)(?: on)?|dated|carries the date|counted on|measured on|(?:figures?|readings?|values?|prints?|data|numbers?) (?:for|of|from)) (?:the )?$|(?:^|\bthat |: )\W*(?:on|at) (?:the )?$/i;

/** "Revenue as of 2013-09-28" of a period that ended on another day; the run's own day is that of whatever was known. */
function contradictsDate(item: Evidence | undefined, sentence: string, today: string | undefined): boolean {
  const [day, another] = daysIn(sentence);
  if (item?.key === "decision_return_21" && isOtherDecision(item, sentence)) return true;
  if (item?.at == null || item.value === null || day === undefined || another !== undefined) return false;
  if (day.day.length !== 10 || day.day === today || daysIn(item.label).length > 0) return false;
  return occurs(datedBy, sentence.slice(0, day.start)) && item.at.slice(0, 10) !== day.day;
}

const decisionOf =
  /\b(?:decision|call|verdict|rating|buy|overweight|hold|underweight|sell|reduce)(?: (?:call|decision|rating|verdict|view))?(?: (?:dated|made|taken|issued))? (?:of|on|from|in) (?:the )?(?=\d|[A-Z])/i;
const monthOf =
  /^(?:early |mid-?|late )?(january|february|march|april|may|june|july|august|september|october|november|december),? (\d{4})\b/i;

/** "The Hold of 3 June was followed by −14.39 %" of what followed the decision of another day. */
function isOtherDecision({ label, at: until }: Evidence, sentence: string): boolean {
  const own = daysIn(label)[0]?.day;
  const said = firstIn(decisionOf, sentence);
  if (own === undefined || said === null) return false;
  const at = said.index + said[0].length;
  const day = daysIn(sentence).find(({ start }) => start === at)?.day;
  if (day !== undefined) return !isDay(own, day);
  const [, month = "", year = ""] = monthOf.exec(sentence.slice(at)) ?? [];
  const named = `${year}-${String(monthNames.indexOf(month.slice(0, 3).toLowerCase()) + 1).padStart(2, "0")}`;
  return year !== "" && !own.startsWith(named) && until?.startsWith(named) !== true;
}

const oscillator = "rsi|relative strength index|mfi|money flow index|atr|average true range";
const parameter = new RegExp(
  String.raw`^\W*(?:over|within|in) (?:the (?:last|past) )?(\d{1,3}|one|two|three|four|five|six|seven|ten|twelve|twenty|thirty|fifty)[- ](?:session|day|period|bar)s?, the (?:${oscillator})\b|\b(\d{1,3})[- ](?:session|day|period|bar)s? (?:${oscillator})\b|\b(?:${oscillator})(?: (?:of|at) [\d.]+%?)?(?: \[[^\]]*\])?(?:,? (?:(?:which|that) )?(?:is|was)(?: (?:computed|calculated|made|measured|taken|worked out|based|built|smoothed))?)? (?:over|of|for|on|from|across|with) (?:the (?:last|past) )?(\d{1,3})[- ](?:session|day|period|bar)s?\b`,
  "i",
);

const inBrackets = /\b(sma|ema|vwma|rsi|mfi|atr) ?\((\d{1,3})\)/i;

/** "The 21-session RSI" of one that is made over 14. */
function contradictsParameter(key: string, clause: string, lead: string): boolean {
  // Of several the one that stands nearest before the number.
  const named = [...lead.matchAll(new RegExp(inBrackets, "gi"))].at(-1) ?? inBrackets.exec(clause);
  const [, name, period] = /^(sma|ema|vwma|rsi|mfi|atr)_(\d+)$/.exec(key) ?? [];
  if (named !== null && name === named[1]?.toLowerCase() && period !== named[2]) return true;
  const own = /^(?:rsi|mfi|atr)_(\d+)/.exec(key)?.[1];
  const found = own === undefined ? null : firstIn(parameter, clause);
  return found !== null && (found[1] ?? found[2] ?? found[3]) !== own;
}

const monthNames = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];
const sinceMonth =
  /\bsince (?:early |mid-?|late |the (?:start|beginning|middle|end) of )?(january|february|march|april|may|june|july|august|september|october|november|december)\b(?! \d)/i;

/** "Since January" of a return whose window reaches elsewhere than into that month: sessions are five sevenths of the days. */
function contradictsSince(key: string, clause: string, today: string): boolean {
  const sessions = Number(/^return_(\d+)d$/.exec(key)?.[1] ?? Number.NaN);
  const month = monthNames.indexOf(firstIn(sinceMonth, clause)?.[1]?.slice(0, 3).toLowerCase() ?? "");
  if (Number.isNaN(sessions) || month < 0) return false;
  const now = Date.parse(`${today.slice(0, 10)}T00:00:00Z`);
  const year = Number(today.slice(0, 4)) - (month >= Number(today.slice(5, 7)) ? 1 : 0);
  const [first, last] = [Date.UTC(year, month, 1), Date.UTC(year, month + 1, 0)].map((day) => (now - day) / 86_400_000);
  const days = (sessions * 7) / 5;
  return first !== undefined && last !== undefined && (days > first + 10 || days < last - 10);
}

const timeUnit = /^[ -](?:trading |calendar )?(second|minute|hour|day|session|week|month|quarter|year)s?(?![A-Za-z])/i;

/** Whether what counts days is told in weeks, or money in shares. */
export function contradictsUnit(item: Evidence | undefined, printed: string | null, ahead: string): boolean {
  if (item?.value == null) return false;
  const unit = firstIn(timeUnit, ahead)?.[1]?.toLowerCase();
  if (item.unit === "days") return unit !== undefined && unit !== "day";
  if (/^Sessions\b/.test(item.label)) return unit !== undefined && unit !== "session" && unit !== "day";
  const ofMoney = item.unit !== null && /^[A-Z]{3}$/.test(item.unit);
  return ofMoney && printed === null && /^ (?:of (?:its|their) )?(?:own )?shares\b/i.test(ahead);
}
