import { isChange } from "./directions.ts";
import type { Entry, EvidenceIndex } from "./evidence-index.ts";
import type { FoundNumber } from "./found-number.ts";
import type { Judgement, Spot } from "./number-in-context.ts";
import { firstIn, occurs } from "./pattern-search.ts";
import { fits } from "./support.ts";
import { contradictsWindow, isOfWindow, windowsOf } from "./windows.ts";

/* Without a citation any evidence will do, but not that of another measure, window or count than the words name. */

const another =
  /\d|\b(?:from|price|close[sd]?|stock|shares|against|than|versus|vs|compared|while|with|count(?:s|ed)|saw|found|(?<!up |comes |come |amounts )to|for)\b|\b(?:of|on|as)(?: the| an?)? ?[$€£₹]?$/i;

const ofWindow =
  /^ (?:within|over|in|of|during|across) (?:the )?(?:last |past |previous )?[\w-]+ (?:sessions|days|months)(?= (?:was|is|came|amounts?|stands?|has)\b)/i;

/**
 * Whether the measure that was named last, in the number's own part of the sentence, has another value, and none that the
 * sentence names has this one: "the trough of the previous 20 sessions was 448.90" of the lower band.
 */
export function isUnderAnothersName(spot: Spot, matches: readonly Entry[], index: EvidenceIndex): boolean {
  const { number, text, clause, mentions, qualifier } = spot;
  const last = mentions.findLast(({ end }) => end <= number.offset);
  const isShare = number.unit === null && /^ of\b/.test(text.slice(number.offset + number.text.length));
  if (last === undefined || matches.length === 0 || isShare) return false;
  // "Within 252 sessions" is of the measure's name.
  const gap = text.slice(last.end, number.offset).replace(ofWindow, "");
  if (last.start < clause.start && gap !== ", ") return false;
  if (gap.length > 60 || occurs(another, gap)) return false;
  if (matches.some(({ key }) => mentions.some(({ keys }) => keys.includes(key)))) return false;
  const own = last.keys.flatMap((key) => (index.byKey.get(key) ?? []).flatMap(({ id }) => index.ofId.get(id) ?? []));
  return own.some(({ kind }) => canBe(number, kind)) && !own.some((entry) => fits(number, entry, qualifier));
}

const countedItems =
  /^ (?:new |company )?(?:(news items|news stories|items|headlines|stories|articles)|(posts|messages|tweets))\b/i;

/** "25 news items in the past 30 days" where the evidence counts others over that window. */
export function isOtherCount(spot: Spot, { byKey, ofId }: EvidenceIndex): boolean {
  const { number, text, qualifier } = spot;
  const found = firstIn(countedItems, text.slice(number.offset + number.text.length));
  const named = found === null ? [] : windowsOf(spot);
  if (found === null || number.unit !== null || named.length !== 1) return false;
  // "20.7 posts a day over the month" is worked out.
  if (/^ \w+(?: \w+)? (?:a|per|each) day\b/i.test(text.slice(number.offset + number.text.length))) return false;
  const kind = found[1] === undefined ? "social" : "news";
  const counts = [7, 30].flatMap((days) => byKey.get(`${kind}_count_${days}d`) ?? []);
  const own = counts.filter(({ label, key }) => !contradictsWindow(label, key, named));
  return (
    own.length === 1 && !own.some(({ id }) => (ofId.get(id) ?? []).some((entry) => fits(number, entry, qualifier)))
  );
}

const daily =
  /^ (?:new |news )?(?:(items|stories|headlines|articles)|posts|messages|tweets)(?: (?:came out|appeared|arrived|were (?:published|written|counted)|ran|came in))? (?:a|per|each|every) day\b/i;

/** "20.7 posts a day": of a count over the days that are named. */
export function perDay({ number, text, qualifier }: Spot, { byKey }: EvidenceIndex): Judgement | null {
  const found = daily.exec(text.slice(number.offset + number.text.length, number.offset + number.text.length + 40));
  if (found === null || number.unit !== null) return null;
  const kind = found[1] === undefined ? "social" : "news";
  const reach = Math.max(number.halfUnit, qualifier.approximate ? number.value / 10 : 0);
  const fitting = [7, 30].flatMap((days) =>
    (byKey.get(`${kind}_count_${days}d`) ?? []).filter(
      ({ value }) => value !== null && Math.abs(value / days - number.value) <= reach * 1.001,
    ),
  );
  const evidence = fitting.map(({ id }) => id);
  if (byKey.get(`${kind}_count_30d`) === undefined) return null;
  if (evidence.length === 0) return { verdict: "unsupported", evidence: [], cited: false, basis: null };
  return { verdict: "computation", evidence, cited: false, basis: `${evidence[0] ?? ""} a day` };
}

const ofSome =
  /^ (?:of the \w+ |of them |of these )?(?:more |recent |news |company |separate |different ){0,2}(?:items|headlines|stories|articles|posts|messages|tweets|pieces|notes|reports)(?: \[[^\]]*\])?(?: (?:in|of|over|from|during) the (?:past |last )?(?:\w+ )?(?:week|month|days))? (?:that|which|about|mention|cover|deal|dealt|concern|warn|say|said|speak|spoke|tell|told|discuss|name|quot|cit|point|prais|relat|refer|focus|call|talk|highlight|touch|question|describ|compar|come from|came from|are about|were about)/i;

/** "Two headlines mention tariffs": how many of those listed say something is not counted by any evidence. */
export function isCountOfSome({ number, text }: Spot): boolean {
  const { value, unit, offset, text: printed } = number;
  return (
    unit === null &&
    value <= 12 &&
    Number.isInteger(value) &&
    occurs(ofSome, text.slice(offset + printed.length, offset + printed.length + 96))
  );
}

/** "Six times what it was": of a change, whose size is another number. */
export const timesBefore = /\btimes what (?:it|they|the \w+) (?:was|were|fetched|cost)\b/i;

/** "More than quadrupled": of a change or a ratio, whose size is another number. */
export function multipliedBy(spot: Spot, { entries, items }: EvidenceIndex): Entry[] {
  const { number, qualifier } = spot;
  const named = windowsOf(spot);
  const changes = entries.filter(({ key, kind }) => isChange(key) || kind === "ratio");
  const told = changeNamed(spot);
  if (told !== null)
    return changes.filter(
      (entry) => entry.key === told && (isBeyond(number, entry, qualifier) ?? fits(number, entry, qualifier)),
    );
  const own = changes.filter(({ id, key }) => isOfWindow(items.get(id)?.label ?? "", key, named));
  return (own.length > 0 ? own : changes).filter((entry) => fits(number, entry, qualifier));
}

const countDoubled =
  /\b(?:(?:number|count|amount|flow|volume) of (?:(news(?: items)?|headlines|articles|stories)|posts|messages|tweets)|(?:(news flow|news items|headlines)|posts|messages))(?: (?:about|on|for|in) [\w.^-]+)? (?:has |have )?(?:(?:more than|less than|almost|nearly|about|roughly|just|even|not|since|well over|at least) )*$/i;

const volumeDoubled =
  /\b(?:volume|turnover)(?: (?:in|of|for) (?:the )?[\w.^-]+)? (?:has |have )?(?:(?:more than|less than|almost|nearly|about|roughly|just|even|not|well over|at least) )*$/i;
const againstMean =
  /^ (?:against|from|relative to|compared (?:with|to)|on|over) (?:the|its) (?:[\w-]+ ){0,2}(?:mean|average)\b/i;

/** "The number of posts has doubled": of the change that its subject has; `null` for other subjects. */
function changeNamed({ number, text, sentence }: Spot): string | null {
  if (number.unit !== "fold") return null;
  const lead = text.slice(sentence.start, number.offset);
  const ahead = text.slice(number.offset + number.text.length, sentence.end);
  if (occurs(volumeDoubled, lead) && occurs(againstMean, ahead)) return "volume_ratio_20";
  const found = firstIn(countDoubled, lead);
  if (found === null) return null;
  return (found[1] ?? found[2]) === undefined ? "social_volume_change" : "news_volume_change";
}

/** "More than doubled" of what its subject names is anything more. */
function isBeyond({ value: times }: FoundNumber, { kind, value }: Entry, { bound }: Spot["qualifier"]): boolean | null {
  const factor = kind === "percent" ? 1 + value / 100 : value;
  return bound === null ? null : bound === "least" ? factor >= times : factor <= times;
}

/** Whether a number in its unit can be a value of this kind. */
export function canBe({ unit }: FoundNumber, kind: Entry["kind"]): boolean {
  if (unit === null) return true;
  if (unit === "%" || unit === "bps") return kind === "percent" || kind === "ratio";
  if (unit === "x" || unit === "fold") return kind === "ratio" || kind === "count";
  return kind === "money";
}
