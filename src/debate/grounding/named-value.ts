import type { Evidence } from "#src/contract/evidence.ts";
import type { Entry, EvidenceIndex } from "./evidence-index.ts";
import { onEvidence } from "./found-evidence.ts";
import type { Grounds } from "./grounds.ts";
import { closeOn } from "./closes.ts";
import { closest } from "./nearest.ts";
import type { Judgement, Spot } from "./number-in-context.ts";
import { canBe } from "./other-measures.ts";
import { firstIn, occurs } from "./pattern-search.ts";
import { inRange } from "./ranges.ts";
import { isOnSide, sideWordsAt } from "./round-lines.ts";
import { siblingKey } from "./sibling-names.ts";
import { fits, matching, restsOn } from "./support.ts";
import { valueNamesIn, type ValueName } from "./value-names.ts";

/*
 * A number that the words plainly give to one measure is that measure's value or wrong, whatever else it could be: another
 * value of the evidence, an own level, the result of some step.
 */

const verb =
  "(?:(?:has|have|had) (?:come|turned|worked|stood|been|run|settled|ended|landed|remained|stayed|kept|read|averaged|hovered|scored)(?: (?:out|in|up))?|clocks? in|clocked in|weighs? in|checks? in|lands?|landed|posts?|posted|marks?|marked|scores?|scored|settles?|settled|stays?|stayed|keeps|kept|hovers?|hovered|finds|hits|finishes|closes|yields|averages|is|was|are|were|stands?|stood|sits?|sat|reads?|shows?|comes?|came|amounts?|equals?|prints?|runs?|counts?|spans?|comprises?|contains?|registers?|measures?|reached|reaches|lies|works? out|rounds?(?: off)?|(?:would )?(?:come|round|work out|amount)|does|did|remains?|ended|ends|holds|settled|rests?|turns? out|adds? up|totals?|totalled|has|be|being|to be)";
const filler =
  "(?: (?:at|to|in|as|out|off|be|an?|the|now|currently|still|just|only|last|exactly|precisely|about|around|roughly|nearly|almost|some|put|given|quoted|recorded|printed|reported|listed|no more than|no less than|not more than|a reading of|a value of|a level of|dollars|USD|minus|plus)){0,5}";
const aside =
  "(?: \\([A-Z][A-Za-z&/%]{1,7}\\))?(?:,? (?:annuali[sz]ed|trailing twelve months|trailing year|ttm|split-adjusted|as traded|percentage points|year on year|by lexicon|today|now|currently|again|alone))*";
/** Between a name and the value it is given. */
const isValue = new RegExp(
  String.raw`^(?:(?:,? \d{1,3}(?:[- ](?:sessions?|days?))?)?\))?${aside}(?: \[[^\]]*\])?(?:,? which|,? and (?:it|this|that)| ,|,)?(?: ${verb}${filler}|, [\^\w&.-]{2,16}:${filler}|,? (?:we|I) (?:find|see|get|read|have|note|observe)${filler}| as${filler}|(?: at| of|:| ?(?:[-–=]+>|[→⇒➔⟶]|=)| \(|,| –| -)(?: ${verb})?${filler}| (?=[$€£¥₹+−-]?$))\s?[$€£¥₹(]{0,2}$`,
  "i",
);
/** Words that make a step of what they join, or set the name against something: "close less the mean is …". */
const relating =
  /(?:\b(?:between|from|less|minus|plus|over|above|below|under|beneath|against|versus|vs|than|times|by|per|and|or|both|(?<!\b(?:figure|reading|value|level|number|entry) )(?:of|for)|divided|(?<!\b(?:rest|rests|rely|relies|relying|lean|leans|based|depend|depends|hinge|hinges|build|builds|draw|draws|insist|focus|focuses) )on|near|(?<!\b(?:start|starts|begin|begins|deal|deals|go|come|open|opens) |^\W{0,3})with|ratio|half|twice|beyond|past|through|into)|(?<!\bpoint(?:s|ed|ing)? |\bcomes? |\blook(?:s|ing)? |\bdue |\bthanks |\bregard |\brespect )\bto|[%\d]) (?:the |its |their |an? |our )?$/i;
/** "As a fraction of the close, the average true range is 0.03". */
const measuredBy =
  /(?:\b(?:relative|compared) to|\bas a ratio (?:to|of)|\bin (?:terms|units|multiples|percent) of|\bas an? (?:\w+ )?(?:fraction|share|percentage|multiple|proportion|part) of|\b(?:divided|multiplied) by|\bper (?:unit|share|dollar))\b[^;.]{0,64},? (?:the |its )?$/i;
/** "Volume against its 20-session mean". */
const ofVolume = /\b(?:volume|turnover)\b[^;.]{0,40}$/i;
const joinedValue =
  /\d(?: ?%| percent| dollars| points| times|x)?(?: \[[^\]]*\])?,? (?:and|vs\.?|versus|against) (?:the |its |an? )?$/i;
const glued = /^ (?:at|of) /i;
/** "(83.1 against 80.7)", ": 49 and 45.97": both values stand behind both names. */
const paired = /[(:,]\s?[$€£¥₹+−-]{0,2}$/;
const pairAhead = /^ ?(?:\/|vs\.?|versus|over|against|and|to|less|minus|−|–) ?[$€£¥₹+−-]{0,2}\d/i;
/** What makes the number a distance from the measure, a multiple or a share of it. */
const steps =
  /^ ?(?:percentage |index )?(?:percent|per cent|points?|dollars?|cents|times|x|average true ranges|ATRs?)? ?(?:(?:\w+ly|well|just|still|only|or so) )?(?:above|below|overhead|over|under|beneath|higher|lower|more|less|away|apart|ahead|behind|beyond|short|shy|off|up|down|wide|wider|narrower|than|as|of (?:the|its|that|what|this|an?)|the|what|that|further|farther|greater|larger|smaller|average true|ATR|times|to (?:the|its))\b/i;
const supposing =
  /\b(?:if|unless|once|when|whenever|until|should|would|could|might|suppos\w+|assum\w+|imagine|were|target|wait|want|provided|had|ago|earlier|before|previously|used to|last (?:year|month|week|quarter)|quarter\w*|expected|consensus|guidance|forecast|(?<!, )not|never|n['’]t|neither|nor|no longer|far from|anything but)\b/i;
/** A bound, or what a figure is told to come out at, supposes and denies nothing. */
const notMore =
  /\b(?:no|not|n['’]t|never)(?: even)? (?:more|less|fewer|lower|higher|smaller|greater|above|below|over|under|exceed(?:ing)?|reach(?:ing)?)\b|\bbefore (?:anything|all|everything) else\b|\bwould (?=(?:round|come|work out|amount|add up)\b)/gi;
const confirmed =
  /^,? (?:as (?:the|our) (?:evidence|data|file|record|table)s? (?:shows?|says?|states?|has it|records?|gives?)|as it (?:is|does|stands)|as is the case|and it (?:is|does)|which it is)\b/i;

/** "When we look at the return, we find −5.9 %". */
const onTurning = /\b(?:when|if|once) (?:we|I|you|one) (?:look|turn|come)(?:s)? (?:at|to)\b/gi;

/** "Before anything else," is of what is said, and of no earlier time. */
const opening = /\bbefore (?:anything(?: else)?|all else|(?:we|I|you) \w+(?: \w+){0,3})(?=,)/gi;

/** The entries of the one measure that the words give the number to; `null` where they give it to none plainly. */
export function named(
  spot: Spot,
  { index }: Grounds,
): { readonly key: string; readonly entries: readonly Entry[] } | null {
  const { number, text, sentence, clause } = spot;
  const written = text.slice(sentence.start, sentence.end);
  const [offset, to] = [number.offset - sentence.start, number.offset + number.text.length - sentence.start];
  const ahead = written.slice(to);
  if (occurs(steps, ahead)) return null;
  // "At less than 3.6 times, the volume ratio": the words of a bound stand between the name and its number.
  const from = (isNear(spot) ? null : sideWordsAt(written.slice(0, offset))) ?? offset;
  // "Comes to seven tenths of the 63-session volatility" sets it against another.
  const whole = ahead.startsWith(" of ") ? valueNamesIn(ahead)[0] : undefined;
  if (whole !== undefined && whole.start <= 8) return null;
  const names = valueNamesIn(written);
  const name =
    before(names, from < offset ? withoutValue(written, from) : written, from, ahead) ??
    behind(names, written, from, to) ??
    ledBy(names, written, from, to, index) ??
    sibling(names, written, from, ahead);
  if (name === null) return null;
  const [nameStart, nameEnd] = [sentence.start + name.start, sentence.start + name.end];
  // "Three quarters" of a figure are no time.
  const around = `${text.slice(clause.start, Math.max(clause.start, nameStart))} ${text.slice(nameEnd, clause.end).replace(number.text, " ")}`;
  const lead = `${written.slice(0, name.start).slice(-60)} ${around}`.replace(onTurning, "").replace(opening, "");
  if (occurs(supposing, lead.replace(notMore, "")) && !occurs(confirmed, ahead)) return null;
  // "The closing price was 107.72 on 1 September": of a day of the list.
  if (name.key === "close" && spot.days.some(({ day }) => day !== "last" && closeOn(day, index) !== null)) return null;
  const items = index.byKey.get(name.key) ?? [];
  const entries = items.flatMap(({ id, value }) => (value === null ? [] : (index.ofId.get(id) ?? [])));
  // A measure that the run has not got has no value; that it is a run's evidence is known by its last close.
  return (items.length === 0 && index.byKey.has("close")) || entries.some(({ kind }) => canBe(number, kind))
    ? { key: name.key, entries }
    : null;
}

/** "A return on equity of 21.5 percent is above 20": blanks for the value that is printed between a name and a bound. */
function withoutValue(written: string, from: number): string {
  const found = firstIn(
    / (?:of|at) [$€£¥₹]?\d[\d.,]*(?<=\d)(?: ?(?:%|percent|per cent|points|dollars|USD|times|x))?(?= \w+ $)/i,
    written.slice(0, from),
  );
  return found === null
    ? written
    : `${written.slice(0, found.index)}${written.slice(found.index + found[0].length, from).padStart(from - found.index)}${written.slice(from)}`;
}

function before(names: readonly ValueName[], written: string, from: number, ahead: string): ValueName | null {
  const name = names.findLast(({ end }) => end <= from);
  if (name === undefined || from - name.end > 64) return null;
  const gap = written.slice(name.end, from);
  // "RSI(14) in the mid-sixties".
  const isStretch = gap === " in " && /^(?:the )?(?:low|lower|mid|middle|high|upper)[- ]/i.test(written.slice(from));
  if (!isStretch && !occurs(isValue, gap)) return null;
  const lead = written.slice(0, name.start);
  if (occurs(paired, gap) && occurs(pairAhead, ahead)) return null;
  if (occurs(measuredBy, lead) || (name.key.startsWith("sma_") && occurs(ofVolume, lead))) return null;
  return occurs(relating, lead) && !occurs(joinedValue, lead) && !(occurs(glued, gap) && !/\band (?:\w+ )?$/.test(lead))
    ? null
    : name;
}

const isName =
  /^(?: ?(?:%|percent|per cent|dollars?|points?|times|USD|(?:trading )?(?:days?|sessions?|weeks?|months?|years?)|shares))?(?:,? annuali[sz]ed| a year)?(?:(?: –|,|:| -| —) (?:that|this) is| is| was| for| –| —)(?: (?:now|currently|what))?(?: (?:the|our) (?:value|reading|level|figure|score) of| what (?:the|our) (?:data|evidence|file|record|sheet)s? (?:gives?|shows?|has|have|says?)(?: us)? for)? (?:the |its |our |their )?(?:\^?[A-Z][\w&.^-]{0,24}['’]s )?$/i;
const ofReading =
  /(?:\b(?:reading|value|figure|level|number) of |\b(?:start|begin|work|depart|set out|open|proceed|go|argue|reason|build)(?:s|ing)? (?:from|with|off|on)(?: an?| the)?(?: (?:reading|value|figure|level|number) of)? |\b(?:have|has|get|gets|see|read|find|show|shows|note|quote|give|gives|record|records|report|reports|prints?|list|lists|put|puts|say|says|hold|holds) |^|[.;:,] |\band )(?:USD )?[$€£¥₹+−-]{0,2}$/i;

/** "0.75 – that is the current ratio", "a reading of $1.44 for the dividend per share". */
function behind(names: readonly ValueName[], written: string, from: number, to: number): ValueName | null {
  const name = names.find(({ start }) => start >= to);
  const gap = written.slice(to, name?.start ?? to);
  // "At 7.6 times EV to trailing sales".
  if (
    name !== undefined &&
    /^(?:p[se]_ttm|pb|ev_to_)/.test(name.key) &&
    /^(?: ?x)?(?: times)? (?:its |the )?$/.test(gap)
  )
    return /[x]|times/.test(`${written.slice(from, to)}${gap}`) ? name : null;
  // "Above 41.87, the 200-session mean".
  if (
    name !== undefined &&
    /^, (?:the|its) $/.test(gap) &&
    /^(?: \[[^\]]*\])?(?:[.;)]|, |$)/.test(written.slice(name.end))
  )
    return /(?:above|below|over|under|beneath|past|at|of|to|near|through) (?:USD )?[$€£¥₹]?$/i.test(
      written.slice(Math.max(0, from - 16), from),
    ) && !/\bat (?:USD )?[$€£¥₹]?$/i.test(written.slice(Math.max(0, from - 16), from))
      ? name
      : null;
  if (name === undefined || !occurs(isName, gap)) return null;
  if (!occurs(ofReading, written.slice(Math.max(0, from - 24), from))) return null;
  const rest = written.slice(name.end);
  // "18.77 % annualised – the 21-session volatility." ends there.
  if (/[–—] (?:the |its |our |their )?$/.test(written.slice(to, name.start)) && !/^\W*$/.test(rest)) return null;
  return firstIn(/^ (?:and|less|minus|plus|over|against|divided|above|below|to)\b/i, rest) === null ? name : null;
}

/** "We start from 49.37 for the money flow index" speaks of no entry. */
export function isNamedBehind({ number, text, sentence }: Spot): boolean {
  const written = text.slice(sentence.start, sentence.end);
  const from = number.offset - sentence.start;
  const to = from + number.text.length;
  const isFor = /^(?: ?[A-Za-z%]+){0,2} for /.test(written.slice(to));
  return isFor && behind(valueNamesIn(written), written, from, to) !== null;
}

const atHead =
  /(?:^|[,;:] )\W*at (?:(?:about|around|roughly|nearly|some|approximately|not quite|(?:just|a little|slightly) (?:under|over|above|below)) )?(?:USD )?[$€£¥₹+−-]{0,2}$/i;
const toName =
  /^(?: ?(?:%|percent|per cent|points?|times))?,? (?:the |its |our |their )?(?:[A-Z][\w&.^ -]{0,24}['’]s? )?$/i;
const itsVerb =
  /^(?: \[[^\]]*\])?(?:,? (?:is|was|looks?|stands?|speaks?|sits?|remains?|seems?|points?|signals?|shows?|leaves?|tells?|has|does|can|gives?|argues?|says?|makes?|needs?)\b|[.;]|$)/i;

/** "At 57.8, the RSI speaks for itself"; at a price a line may be what it is near. */
function ledBy(
  names: readonly ValueName[],
  written: string,
  from: number,
  to: number,
  index: EvidenceIndex,
): ValueName | null {
  const name = names.find(({ start }) => start >= to);
  if (name === undefined || !occurs(atHead, written.slice(0, from))) return null;
  if (!occurs(toName, written.slice(to, name.start)) || !occurs(itsVerb, written.slice(name.end))) return null;
  const isPrice = /^[A-Z]{3}$/.test(index.byKey.get(name.key)?.[0]?.unit ?? "");
  return isPrice ? null : name;
}

const goesOn = new RegExp(
  String.raw`^[^;.]*?\d[\d.,]*(?: ?%| percent| dollars| points| USD)?(?: \[[^\]]*\])?,?(?: (?:and|while|but|with|against))? (?:the |its |that of the )([\w-]+(?: (?:session|day|one|band|line|figure|mean|average|return))*)(?: \[[^\]]*\])?(?:,? ${verb}${filler}|(?: at| of|,|:| \()${filler}|(?= [$€£¥₹+−-]*$)) ?[$€£¥₹+−-]*$`,
  "i",
);

/** "The upper band is at 661.6, the lower at 621.7": what a second name leaves out, the first one says. */
function sibling(names: readonly ValueName[], written: string, from: number, ahead: string): ValueName | null {
  const first = names.findLast(({ end }) => end <= from);
  const found = first === undefined ? null : firstIn(goesOn, written.slice(first.end, from));
  if (
    first === undefined ||
    found === null ||
    before(names, written, first.end + firstValueEnd(found[0]), ahead) === null
  )
    return null;
  const told = found[1] ?? "";
  const key = siblingKey(first.key, told);
  if (key === null) return null;
  const start = first.end + found[0].lastIndexOf(told);
  return { start, end: start + told.length, key };
}

/** Where the first number of a text begins. */
const firstValueEnd = (text: string): number => Math.max(0, text.search(/[$€£¥₹+−-]*\d/));

/** Of a measure that the run has not got: whether other evidence tells it, as a news text may. */
function mayBe(item: Evidence | undefined, key: string): boolean {
  return item?.text != null || (item !== undefined && valueNamesIn(item.label).some((name) => name.key === key));
}

const citedBehind = /^(?: ?[A-Z]{3}\b| dollars?)?[,)]? ?\[([A-Z]\d{1,4})\](?! ?\[)/;

/** "A return on equity of 21.5 percent is above 20" leaves out the unit. */
const isAlike = ({ unit, value }: Spot["number"], kind: Entry["kind"]): boolean =>
  (unit === "%") === (kind === "percent") || (unit === null && kind === "percent" && value > 3);

/** "No more than 3,800" of a measure: whether it is on that side. */
function isBeyond(spot: Spot, entries: readonly Entry[]): boolean | null {
  const { number, text, sentence } = spot;
  const lead = text.slice(sentence.start, number.offset);
  if (isNear(spot) || sideWordsAt(lead) === null) return null;
  const of = entries.filter(({ kind }) => canBe(number, kind) && isAlike(number, kind));
  const sides = of.map((entry) => isOnSide(entry, number, lead)).filter((side) => side !== null);
  return sides.length === 0 ? null : sides.includes(true);
}

/** "Just under 41", and "no more than 41 and no less", tell what is near to it. */
function isNear({ number, qualifier, text }: Spot): boolean {
  const ahead = text.slice(number.offset + number.text.length, number.offset + number.text.length + 24);
  return qualifier.approximate || qualifier.side !== null || occurs(norOther, ahead);
}

const norOther = /^(?: points?)? (?:and|or) (?:no|not) (?:less|more|lower|higher)\b/i;

/** What a number is that the words give to one measure: its value, or wrong; `null` where they give it to none. */
export function ofNamed(spot: Spot, grounds: Grounds): Judgement | null {
  const { number, qualifier, ids, text } = spot;
  const given = named(spot, grounds);
  if (given === null) return null;
  const { key, entries } = given;
  const isOfIt = ids.size === 0 || (ids.size === 1 && entries.some(({ id }) => ids.has(id)));
  const side = isOfIt ? isBeyond(spot, entries) : null;
  if (side !== null)
    return {
      verdict: side ? "evidence" : "contradicted",
      evidence: [...new Set(entries.map(({ id }) => id))],
      cited: ids.size > 0,
      basis: null,
    };
  const own = entries.filter((entry) => fits(number, entry, qualifier) || inRange(spot, entry));
  if (own.length > 0 && ids.size === 0) return onEvidence(spot, own, false, grounds);
  // "A signal of −33.48 [M11]": what stands right behind it is its source.
  const source = citedBehind.exec(text.slice(number.offset + number.text.length))?.[1];
  const isOthers = source !== undefined && !entries.some(({ id }) => id === source);
  if (own.length > 0)
    return isOthers ? { verdict: "wrong_source", evidence: closest(number, own), cited: false, basis: null } : null;
  if (grounds.computed.some(({ value, quantity }) => restsOn(number, value, quantity, qualifier))) return null;
  const matches = matching(number, grounds.index);
  if (entries.length === 0 && (ids.size > 0 || matches.some(({ id }) => mayBe(grounds.index.items.get(id), key))))
    return null;
  return matches.length === 0
    ? { verdict: "unsupported", evidence: [], cited: false, basis: null }
    : { verdict: "wrong_source", evidence: closest(number, matches), cited: false, basis: null };
}
