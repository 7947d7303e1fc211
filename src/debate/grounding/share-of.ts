import type { EvidenceIndex } from "./evidence-index.ts";
import { first } from "./gap.ts";
import { measureNamed, namedIn } from "./measure-pairs.ts";
import type { Judgement, Spot } from "./number-in-context.ts";
import { firstIn, occurs } from "./pattern-search.ts";
import { mentionsIn } from "./subjects.ts";
import { restsOn } from "./support.ts";
import { isVulgar } from "./vulgar-fractions.ts";

const plain = { money: 0, shares: 0, hundreds: 0 };
const ofAnother = /^(?: of)? (?:its |the |their |what (?:the|its) )?(?=[A-Za-z])/i;

const counted = "(?:(?<news>news(?: items| stories)?|headlines|items|articles|stories)|posts|messages|tweets|mentions)";
const came =
  "(?:came|come|fell|fall|arrived|appeared|appear|dates?|landed|were (?:posted|published|written|made|counted)|was (?:posted|published)|are (?:from|of)|is (?:from|of)|stems?|belongs?)";
const monthly = "(?:30|thirty) days";
const weekly = "(?:(?:7|seven) days|week)";
/** "Of the posts of 30 days came in the last 7 days", "of the month's posts came in the last week". */
const ofMonth = new RegExp(
  String.raw`^ of (?:all )?(?:the |its )?(?:${counted} (?:of|over|in|from|within) (?:the )?(?:last |past )?(?:${monthly}|month)|month['’]s ${counted.replace("?<news>", "?<items>")})(?: \[[^\]]*\])? ${came}(?: (?:in|into|within|from|during|over|to|on))* (?:the |its )?(?:last |past |latest |most recent )?${weekly}\b`,
  "i",
);
const ledByMonth = new RegExp(
  String.raw`\bof (?:all )?(?:the |its )?(?:${counted} (?:of|over|in|from|within) (?:the )?(?:last |past )?(?:${monthly}|month)|month['’]s ${counted.replace("?<news>", "?<items>")}),? (?:\w+ )?(?:an? )?$`,
  "i",
);
const inWeek = new RegExp(
  String.raw`^ ${came}(?: (?:in|into|within|from|during|over|to|on))* (?:the |its )?(?:last |past |latest |most recent )?${weekly}\b`,
  "i",
);
const arePositive =
  /^ of (?:all )?(?:the |its |this |last )?(?:week['’]s )?(?:(?<news>news(?: items| stories)?|headlines|items|articles|stories)|posts|messages|tweets) (?:(?:of|over|in|from|within) (?:the )?(?:last |past )?(?:7 days|seven days|week) )?(?:are|were|is|was) (?:positive|favou?rable|upbeat|good)\b/i;

/** "A quarter of the posts of 30 days came in the last 7 days". */
function ofCounts(spot: Spot, index: EvidenceIndex): Omit<Judgement, "cited"> | null {
  const { number, text, sentence } = spot;
  const lead = text.slice(sentence.start, number.offset);
  const ahead = text.slice(number.offset + number.text.length, sentence.end);
  const positive = firstIn(arePositive, ahead);
  if (positive !== null) {
    const kind = positive.groups?.["news"] === undefined ? "social" : "news";
    const share = first(index, `${kind}_positive_share_7d`);
    return share === null ? null : judged(spot, share.value / 100, [share.id], share.id);
  }
  const led = firstIn(ledByMonth, lead);
  const found = firstIn(ofMonth, ahead) ?? (led !== null && occurs(inWeek, ahead) ? led : null);
  if (found === null) return null;
  const kind = (found.groups?.["news"] ?? found.groups?.["items"]) === undefined ? "social" : "news";
  const [week, month] = [first(index, `${kind}_count_7d`), first(index, `${kind}_count_30d`)];
  if (week === null || month === null || month.value === 0) return null;
  return judged(spot, week.value / month.value, [week.id, month.id], `${week.id} / ${month.id}`);
}

function judged(
  { number, ids, qualifier }: Spot,
  value: number,
  evidence: readonly string[],
  basis: string,
): Omit<Judgement, "cited"> | null {
  if (ids.size > 0 && !evidence.some((id) => ids.has(id))) return null;
  return restsOn(number, value, plain, qualifier)
    ? { verdict: "computation", evidence: [...evidence], basis }
    : { verdict: "unsupported", evidence: [], basis: null };
}

/**
 * "Cash is less than half of total debt", "tone is twice that of the month": the one measure before it against the one
 * behind it, and neither the other way round nor the change between them. `null` unless words name one on each side.
 */
export function shareOf(spot: Spot, index: EvidenceIndex): Omit<Judgement, "cited"> | null {
  const { number, text, clause, ids, qualifier } = spot;
  const end = number.offset + number.text.length;
  const share = number.unit === "%" ? ofCounts(spot, index) : null;
  if (share !== null) return share;
  if ((/\d/.test(number.text) && !isVulgar(number.text)) || (number.unit !== "%" && number.unit !== "x")) return null;
  if (
    !occurs(ofAnother, text.slice(end, end + 24)) ||
    (number.unit === "%" && !/^ of\b/.test(text.slice(end, end + 4)))
  )
    return null;
  const [lead, ahead] = [text.slice(clause.start, number.offset), text.slice(end, clause.end)];
  const part = measureNamed(lead, index);
  // "Twice that of the month": of the measure that was named before.
  const whole = measureNamed(ahead, index) ?? namedIn(ahead, index, mentionsIn(lead).at(-1));
  if (part === null || whole === null || part.id === whole.id || part.unit !== whole.unit || whole.value === 0)
    return null;
  if (ids.size > 0 && !ids.has(part.id) && !ids.has(whole.id)) return null;
  const times = part.value / whole.value;
  const size = number.value / (number.unit === "%" ? 100 : 1);
  // "Less than half" is anything less.
  const isBound = qualifier.bound !== null && !qualifier.approximate && qualifier.side === null;
  const fits = isBound
    ? qualifier.bound === "least"
      ? times >= size
      : times <= size
    : restsOn(number, times, plain, qualifier);
  return fits
    ? { verdict: "computation", evidence: [part.id, whole.id], basis: `${part.id} / ${whole.id}` }
    : { verdict: "unsupported", evidence: [], basis: null };
}
