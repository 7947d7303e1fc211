import { isHorizon } from "./given-roles.ts";
import { setsTime } from "./horizons.ts";
import type { Spot } from "./number-in-context.ts";
import { occurs } from "./pattern-search.ts";
import type { Proposals } from "./proposals.ts";
import { isRound } from "./round-lines.ts";
import { within } from "./support.ts";

/*
 * The two terms that an agent sets beside its levels, how much and for how long, where the words of a sentence are of its
 * own trade and name no measure: "the clock runs for 30 days", "nothing above 6 % should be committed".
 */

const span = /^[- ](?:calendar |trading )?(?:days?|sessions?|weeks?|months?)\b/i;
/** "Horizon in days: 60". */
const inDays = /\b(?:days|sessions)(?: \w+){0,3}(?: is| are| to hold)?\)?[:=]? $/i;

/** Whether a time that is set is another than the agent's own. */
export function isOtherHorizon(spot: Spot, { all }: Proposals): boolean {
  const { number, text, sentence, ids, qualifier } = spot;
  const after = text.slice(number.offset + number.text.length, number.offset + number.text.length + 40);
  const lead = text.slice(Math.max(sentence.start, number.offset - 40), number.offset);
  if (ids.size > 0 || number.unit !== null || number.sign !== null) return false;
  if (!occurs(span, after) && !(occurs(inDays, lead) && /^ ?(?:[.,;)|]|$)/.test(after))) return false;
  const own = all.filter(({ role }) => role === "horizon");
  return own.length > 0 && setsTime(spot) && !own.some(({ value }) => isHorizon(number, value, after, qualifier));
}

const roleWords: Readonly<Record<string, RegExp>> = {
  entry: /\bentry\b/i,
  stop: /\bstops?(?:[- ]loss)?\b/i,
  target: /\b(?:targets?|objective)\b/i,
  horizon: /\b(?:horizon|holding (?:period|time)|time ?frame)\b/i,
  size: /\b(?:size|position|allocation|stake|weight)\b/i,
};
const noPrice =
  /^[- ](?:(?:calendar |trading )?(?:days?|sessions?|weeks?|months?|quarters?|years?|hours?|minutes?)|shares|posts|items|contracts|percent(?:age points)?|per cent|points of rsi)\b(?! (?:ago|earlier|later|before|after|from now|from today|hence)\b)/i;
const noTime =
  /^[- ](?:years?|decades?|hours?|minutes?|seconds?|shares|dollars|percent|per cent|points|times|posts|items)\b/i;
const noSize = /^[- ](?:(?:calendar |trading )?(?:days?|sessions?|weeks?|months?|years?|hours?)|shares|times)\b/i;

/** "For the stop-loss the plan says 349.60 days", "the planned horizon: 45 years": an own term in a unit that it has not got. */
export function isInOtherUnit({ number, text, sentence, ids, qualifier }: Spot, { all }: Proposals): boolean {
  if (ids.size > 0 || number.unit !== null || number.sign !== null) return false;
  const ahead = text.slice(number.offset + number.text.length, number.offset + number.text.length + 32);
  const whole = text.slice(sentence.start, sentence.end);
  return all.some(({ role, value }) => {
    const words = roleWords[role];
    if (words === undefined || !within(number.value, value, number.halfUnit)) return false;
    // "A weight of four percent, reviewed after four months".
    if (role === "size" && all.some((one) => one.role === "horizon" && isHorizon(number, one.value, ahead, qualifier)))
      return false;
    const isOther = role === "horizon" ? noTime : role === "size" ? noSize : noPrice;
    // A whole number of days beside a level is a time of its own.
    const isLevel = role !== "horizon" && role !== "size";
    return isOther.test(ahead) && (!isLevel || /[.,]\d/.test(number.text)) && occurs(words, whole);
  });
}

const putting =
  /\b(?:commit(?:s|ted|ting)?|allot(?:s|ted|ting)?|allocat\w+|put(?:ting)? in(?:to)?|stak(?:e|es|ed|ing)|weigh(?:t|ting)|siz(?:e|es|ed|ing)|exposure|position(?! of the (?:close|price|last))|bet|wager|slice|goes here|go beyond|go in with|deserves?|want(?:s)? more than|amounts to|invest(?:ed|ing)?|devot\w+|set aside|earmark\w*|ceiling|cap(?:ped)?|budget)\b|^ ?of (?:the |our |my )?(?:fund|book|portfolio|capital|money|account|assets|equity|pot)\b/i;
const ofOwn =
  /\b(?:I|we|us|our|my|me|(?:the|this|a) (?:fund|book|portfolio|position(?! of the (?:close|price|last))|trade|idea|name|stake|weight|committee|desk|manager)|of (?:the )?(?:fund|book|portfolio|capital|money|account|assets|equity|pot))\b|^\W*(?:size|weight|position|stake|allocation|exposure|do not|don['’]t|never|nothing)\b/i;
const sizeBefore = /\b(?:bet|position|stake|weight|size|slice|allocation|exposure|holding|ticket) of $/i;
/** What a percentage of the trade may tell beside its size. */
const otherwise =
  /\b(?:risk\w*|los(?:e|es|s|ing)|gain\w*|profit\w*|upside|downside|reward|above (?:the|its|our|my)|below|under|away|distance|move[sd]?|rise|fall|rather|instead|prefer\w*|half|volatility|confiden\w+|convict\w+|sure|odds|chance|probab\w+|not (?:more|above)|than|cash|margin|short interest|growth|yield)\b/i;

function sizeOf({ number, text, clause, sentence, mentions, ids }: Spot, { all }: Proposals): number | null {
  const own = all.find(({ role }) => role === "size")?.value;
  if (own === undefined || ids.size > 0 || number.unit !== "%" || number.sign !== null) return null;
  if (mentions.some(({ start, end }) => start >= sentence.start && end <= sentence.end)) return null;
  const part = `${text.slice(clause.start, number.offset)} ${text.slice(number.offset + number.text.length, clause.end)}`;
  const isPut = occurs(putting, part) || occurs(putting, text.slice(number.offset + number.text.length, clause.end));
  return isPut && occurs(ofOwn, text.slice(sentence.start, sentence.end)) ? own : null;
}

const bounded = /\b(?:(more than|over|above|at least|upwards of)|(less than|under|below|at most|no more than)) $/i;
const ofPortfolio = /^ of (?:the |our |my )?(?:portfolio|book|capital|fund|money|account)\b/i;

/** "We put more than 15 % of the portfolio at work" of 20 %: a round bound, on the side that is told. */
export function sizeBeyond(
  { number, text, sentence, ids }: Spot,
  { all }: Proposals,
): "evidence" | "unsupported" | null {
  const own = all.find(({ role }) => role === "size")?.value;
  const found = bounded.exec(text.slice(Math.max(sentence.start, number.offset - 16), number.offset));
  if (own === undefined || found === null || number.unit !== "%" || ids.size > 0 || !isRound(number)) return null;
  if (!ofPortfolio.test(text.slice(number.offset + number.text.length))) return null;
  const lead = text.slice(sentence.start, number.offset);
  if (!/\b(?:I|we)\b[^.;]{0,48}?\b(?:put|commit|invest|deploy|use|risk|stake|allot|allocate|have|place)\b/i.test(lead))
    return null;
  // "More than a tenth" of 9.9 % is told too high.
  const reach = /\d/.test(number.text) ? number.halfUnit : 0.05;
  if (/\b(?:not|never|no|n['’]t|risk|los[est])\b/i.test(lead) || within(number.value, own, reach)) return null;
  return own > number.value === (found[1] !== undefined) ? "evidence" : "unsupported";
}

const enough = /^(?: (?:is|are) (?:plenty|enough|all|sufficient|too much)\b|, (?:no|not) more\b)/i;

/** "3.5 % is all I am willing to put in" of that size. */
export function isOwnSize(spot: Spot, proposals: Proposals): boolean {
  const { number, text, sentence } = spot;
  const after = text.slice(number.offset + number.text.length, number.offset + number.text.length + 48);
  const size = proposals.all.find(({ role }) => role === "size")?.value;
  if (size === undefined || number.unit !== "%") return false;
  const isHead = /^\W*(?:only |just )?$/.test(text.slice(sentence.start, number.offset));
  if (isHead && enough.test(after)) return within(number.value, size, number.halfUnit);
  // "We invest 20 % and keep 80 % of the portfolio free".
  if (
    /\bkeep(?:s|ing)? (?:the other )?$/i.test(text.slice(sentence.start, number.offset)) &&
    within(number.value, 100 - size, number.halfUnit)
  )
    return true;
  const own = sizeOf(spot, proposals);
  return own === null ? isSizeAlone(spot, size) : within(number.value, own, number.halfUnit);
}

const smaller =
  /\b(?:smaller|bigger|larger|lighter|heavier|half[- ]size|go(?:es|ing)?(?: in)?(?: short| long)?(?: with| for)?|short|long|buy|sell|ticket|punt)\b|\b(?:stop|target|entry)\b/i;

/** "Smaller, at 6 %, with the same stop": to the digit, in a sentence of the trade that names no measure. */
function isSizeAlone({ number, text, clause, sentence, mentions, ids }: Spot, size: number): boolean {
  const part = text.slice(clause.start, clause.end);
  return (
    ids.size === 0 &&
    number.sign === null &&
    Math.abs(number.value - size) < 1e-9 &&
    !mentions.some(({ start }) => start >= clause.start && start < clause.end) &&
    occurs(smaller, text.slice(sentence.start, sentence.end)) &&
    !occurs(otherwise, part) &&
    !occurs(ofPrice, part)
  );
}

const ofPrice =
  /\b(?:return(?:ed|s)?|rose|fell|lost|shed|climbed|dropped|up|down|over|sessions?|months?|year|shares|stock|price)\b/i;

const denying = /^,? (?:and )?not (?:at )?$/i;

/** "The size I ask for is 15.9 per cent, not 17.3 per cent": what is denied is nobody's. */
export function isDeniedSize({ number, text, before }: Spot, { all }: Proposals): boolean {
  const size = all.find(({ role }) => role === "size")?.value;
  return (
    size !== undefined &&
    before?.unit === "%" &&
    number.unit === "%" &&
    denying.test(text.slice(before.offset + before.text.length, number.offset)) &&
    within(before.value, size, before.halfUnit) &&
    !within(number.value, size, number.halfUnit)
  );
}

const distanceAhead = /^ (?:stop|loss|target|move|upside|downside|gain|room|distance|drop|rise)\b/i;

/** "Nothing above 5.2 % should be committed" of another size. */
export function isOtherSize(spot: Spot, proposals: Proposals): boolean {
  const { number, text, clause, qualifier } = spot;
  const own = sizeOf(spot, proposals);
  if (own === null || qualifier.approximate) return false;
  // "With a 12.4 % stop" tells a distance.
  if (occurs(distanceAhead, text.slice(number.offset + number.text.length, number.offset + number.text.length + 16)))
    return false;
  if (
    !occurs(sizeBefore, text.slice(0, number.offset).slice(-16)) &&
    occurs(otherwise, text.slice(clause.start, clause.end))
  )
    return false;
  return !proposals.all.some(
    ({ role, value, label }) =>
      (role === "size" || label === "portfolio at risk") && within(number.value, value, number.halfUnit),
  );
}
