import { plain } from "./operands.ts";
import { firstIn, occurs } from "./pattern-search.ts";
import { ownLevels } from "./proposals.ts";
import { namedBy } from "./step-names.ts";
import { money, type Figure, type Step, type Told } from "./step.ts";

/*
 * What follows for the whole portfolio from an agent's own levels and size, named in full: what it loses at the stop, what
 * it gains at the target, and what part of it stays out of the trade.
 */

const whole = "(?:the |our |my )?(?:whole |total |entire |overall )?(?:portfolio|book|fund|account|capital)";
const closing = String.raw`(?: \[[^\]]*\])?,?(?: (?:is|are|was|be|would be|comes? (?:out )?(?:at|to)|works? out (?:at|to|as)|amounts? to|stands? at|equals?|makes|of|at|as|reads?|runs? to|totals?|lies at|being))?(?: (?:only|just|about|around|roughly|some|nearly|almost))? [$€£¥₹]?$`;
const reached = "(?:is|gets|were|should be) (?:hit|reached|triggered|touched|met)";
const lost = "(?:loss|cost|damage|hit|risk)";
const won = "(?:gain|profit|win|reward|contribution)";
const atStop = `(?: if| when| once|,? should) (?:(?:the|my|our) )?(?:stop ${reached}|(?:I am |we are )?stopped(?: out)?)|,? at (?:the|my|our) stop`;
const atTarget = `(?: if| when| once|,? should) (?:(?:the|my|our) )?(?:target|objective) ${reached}|,? at (?:the|my|our) (?:target|objective)`;
const lossLed = new RegExp(String.raw`\b${lost} (?:to|for|of|on) ${whole}(?:${atStop})${closing}`, "i");
const gainLed = new RegExp(String.raw`\b${won} (?:to|for|of|on) ${whole}(?:${atTarget})${closing}`, "i");
/** "The risk to the whole portfolio is 1.87 % if stopped". */
const lossOpen = new RegExp(String.raw`\b${lost} (?:to|for|of|on) ${whole}${closing}`, "i");
const gainOpen = new RegExp(String.raw`\b${won} (?:to|for|of|on) ${whole}${closing}`, "i");
const stopBehind = new RegExp(String.raw`^ ?(?:%|percent|per cent)?(?:${atStop})\b`, "i");
const targetBehind = new RegExp(String.raw`^ ?(?:%|percent|per cent)?(?:${atTarget})\b`, "i");
const outside = new RegExp(
  String.raw`\b(?:part|share|portion|rest|remainder|percentage) of ${whole}(?: that (?:is|stays|remains))?(?: left| kept| held| lying)? (?:outside|out of|uninvested|untouched|in cash|free|unused|aside)(?: (?:of )?(?:the|this|our|my) (?:position|trade|idea))?${closing}`,
  "i",
);

const reaching =
  "(?:reach|hit|hitt|touch|attain|mak|meet|runn?|rid|mov|ris|fall|go|gett|climb|dropp|return)(?:es|s|e|ing|ed)?";
const fromEntry = "(?: from (?:the |our |my )?entry)?";
/** "Reaching the target from our entry", "a full run to the stop", "being stopped out", "the target, if reached,". */
const onWayTo = [
  new RegExp(
    String.raw`\b(?:${reaching}|way|move|run|trip|ride|rise|fall|drop|climb|exit|close)${fromEntry}(?: (?:all the way|up|down|out))*(?: to| at)? (?:the |our |my )?(?:(?<stop>stop)|(?<target>target|objective))(?:[- ]loss)?${fromEntry}(?= )`,
    "i",
  ),
  /\b(?:the |our |my )(?:(?<stop>stop)|(?<target>target|objective))(?:[- ]loss)?,? (?:if|once|when) (?:it is )?(?:reached|hit|triggered|touched|met),? /i,
  /\b(?:if|once|when) (?:the |our |my )(?:(?<stop>stop)|(?<target>target|objective))(?:[- ]loss)? (?:is|gets|were) (?:reached|hit|triggered|touched|met),? /i,
  /\b(?:being|getting|be|get|gets|if we are|if I am|once|when) (?<stop>stopped) out\b/i,
  /\b(?:being|(?:if|once|when) (?:we|I) (?:are|am|prove|turn out(?: to be)?)|to be)(?: proved| proven)? (?:(?<stop>wrong)|(?<target>right))\b/i,
  /\b(?:a|the|each|any|every|one|such an?|our) (?:clean |full |plain )?(?<stop>stop-?out|stopping[- ]out)\b/i,
  /\b(?:(?:if|once|when|should) (?:the |our |my )|a |the )(?:(?<stop>stop)|(?<target>target|objective))(?:[- ]loss)?(?: (?:order|price|level))? (?:triggers?|fires?|hits?|fill(?:s|ed)?|(?:be|get|gets|is|was|were|being) (?:hit|reached|triggered|touched|met|filled|taken))\b/i,
  /\b(?:a|the|any) (?:hit|touch|fill|run|trigger|test) (?:of|on|at|to) (?:the |our |my )(?:(?<stop>stop)|(?<target>target|objective))(?:[- ]loss)?\b/i,
  /(?:^\W*|[,;:] |\bthat )at (?:the |our |my )(?:(?<stop>stop)|(?<target>target|objective))(?:[- ]loss)?(?: (?:order|price|level))?,? (?=(?:the |our |my |this )?(?:position|trade|stake|we|I|it)\b)/i,
];
const changes =
  "(?:adds?|add|brings?|contributes?|earns?|gives?|yields?|puts?|makes?|gains?|costs?|takes?|loses?|shaves?|knocks?|removes?|deducts?|is worth|be worth)";
const ofWhole = new RegExp(
  String.raw`^ ?(?:%|percent|per cent)?,? (?:to|for|on|onto|from|off|of) ${whole}(?=[ .,;:)\]]|$)`,
  "i",
);
const changeAhead = new RegExp(
  String.raw`\b${changes}(?: (?:it|us|another|about|around|roughly|some|only|just|nearly|up to|as much as))* ?[+−–-]?$`,
  "i",
);
const wholeAhead = new RegExp(
  String.raw`\b(?:lifts?|raises?|grows?|enlarges?|boosts?|increases?|cuts?|reduces?|shrinks?|lowers?|hurts?|costs?|sets? back|gives?|earns?|brings?) ${whole}(?: back)?(?: (?:by|about|around|roughly|some|only|just|nearly))* ?[+−–-]?$|\b${whole} (?:would |will )?(?:loses?|gains?|drops?|grows?|shrinks?|rises?|falls?|earns?|makes?)(?: (?:by|about|around|roughly|some|only|just|nearly))* ?[+−–-]?$`,
  "i",
);

const ofTrade =
  "(?:(?:position|trade|stake|holding|investment|outlay|entry(?: price)?)(?: itself| value)?|(?:money|capital|amount|sum|cash) (?:put|at work|committed|deployed|employed|invested|in it|in the trade|we put)[^.;,]{0,16}|(?:what|whatever) (?:we|I|is) (?:put|invest|commit|stake)(?:ed|ted)?(?: in)?)";
const onTrade = new RegExp(
  String.raw`^ ?(?:%|percent|per cent|dollars|USD)?,? (?:on|of|for|from|off|to|in) (?:the |our |my |its |this )?${ofTrade}(?=[ .,;:)\]]|$)`,
  "i",
);
const aShare = /^ ?(?:dollars|USD)?,? (?:a|per|for each|on each|on every|for every) (?:share|unit|coin|stock)\b/i;
const atEnd = /^ ?(?:%|percent|per cent)?(?: from (?:the |our |my )?entry)?(?: ?\[|[.,;:)]|$| (?:and|which|so|but)\b)/i;
const tradeAhead =
  /\b(?:position|trade|stake|we|us|it|I)(?:['’]s)?(?: (?:value|itself))? (?:would |will |then |could )*(?:loses?|gains?|drops?|shrinks?|rises?|falls?|earns?|makes?|is (?:down|up)|be (?:down|up))(?: (?:by|about|around|roughly|some|only|just|nearly))* ?[+−–-]?[$€£¥₹]?$/i;
const resultAhead =
  /\b(?:(?:is|means?|be|meant|brings?|implies|represents|equals|amounts? to|comes? to|makes?|at|of|causes?|leads? to|results? in|leaves?|inflicts?)(?: (?:us|with))*(?: (?:an?|the))?(?: (?:loss|cost|damage|hit|hole|gain|profit|win|return|setback|price|dent|drop|fall|rise))?(?: (?:of|is))?|sets? (?:us|the position|the trade|me) back(?: by)?|costs? (?:us|me|the position|the trade)|los(?:es?|ing)|gaining|earning|making)(?: (?:about|around|roughly|some|only|just|nearly|exactly))* ?[+−–-]?[$€£¥₹]?$/i;

/** "We aim for 13.5 % from the entry". */
const aiming =
  /\b(?:we|I|trade|plan|proposal|idea) (?:would |will |then |still )*(?:(?<target>aims?|plays?|looks?|goe?s?|hopes?|shoots?|are (?:aiming|playing|looking)|am (?:aiming|playing|looking)) for|(?<stop>risks?|can lose|may lose|stand to lose))(?: an?| the)?(?: (?:gain|profit|rise|move|win|return|loss|fall)(?: of)?)? ?[$€£¥₹]?$/i;

/** "A stop-out from the entry would cost 3.9 % on the position": what the way to a level is of the price of the entry. */
export function ofPosition(told: Told, unit: string | null): Step | null {
  const { lead, ahead, written, cited } = told;
  const isMoney = unit !== null && /^(?:[A-Z]{3}|[$€£¥₹])$/.test(unit);
  if ((unit !== "%" && !isMoney) || cited.length > 0 || occurs(ofOther, written)) return null;
  const aimed = firstIn(aiming, lead)?.groups;
  const isLed =
    aimed !== undefined ||
    occurs(changeAhead, lead.replace(/[$€£¥₹]$/, "")) ||
    occurs(tradeAhead, lead) ||
    occurs(resultAhead, lead);
  if (!isLed) return null;
  const isOfTrade = occurs(onTrade, ahead) || (isMoney && occurs(aShare, ahead));
  const isPlain = atEnd.test(ahead) && (/\bfrom (?:the |our |my )?entry\b/i.test(written) || occurs(tradeAhead, lead));
  if (!isOfTrade && !isPlain) return null;
  const groups = aimed ?? onWayTo.map((pattern) => firstIn(pattern, lead)).find((match) => match !== null)?.groups;
  const [entry, role] = [namedBy("entry", told), groups?.["stop"] === undefined ? "target" : "stop"];
  const level = groups === undefined ? null : namedBy(role, told);
  if (entry === null || level === null || entry.value === 0) return null;
  return isMoney
    ? { expression: `${role} - entry`, ids: [], value: Math.abs(level.value - entry.value), quantity: money }
    : { expression: `${role} / entry - 1`, ids: [], value: Math.abs(level.value / entry.value - 1), quantity: plain };
}

const ofOther =
  /\b(?:portfolio|book|fund|account|net assets|from the (?:last |latest )?close|ATRs?|average true|volatility|probab\w+|chance|odds|instead|rather|half)\b/i;

/** Which way a sentence goes whose number is told of the whole portfolio: "reaching the target would add 0.33 %". */
function wayOfTrade({ lead, ahead }: Told): "stop" | "target" | null {
  const isOfWhole = (occurs(changeAhead, lead) && occurs(ofWhole, ahead)) || occurs(wholeAhead, lead);
  if (!isOfWhole) return null;
  const found = onWayTo.map((pattern) => firstIn(pattern, lead)).find((match) => match !== null);
  if (found == null) return null;
  return found.groups?.["stop"] === undefined ? "target" : "stop";
}

const partAhead =
  /\b(?:leav(?:es?|ing)|left|keeps?|keeping|frees?|spares?)(?: (?:us|about|around|roughly|some|another|the other|a full|still))* ?$/i;
const partOf = new RegExp(String.raw`^ ?(?:%|percent|per cent)? of ${whole}(?=[ .,;:)\]]|$)`, "i");
const staysOut = new RegExp(
  String.raw`^ ?(?:%|percent|per cent)? of ${whole} (?:would |will |still )?(?:stays?|remains?|lies|sits|is left|are left|is kept|is|are) (?:left |kept )?(?:out(?:side)?|free|uninvested|untouched|in cash|unused|aside|elsewhere|uncommitted|available)\b`,
  "i",
);

/** "Our position leaves 86.7 % of the portfolio for everything else". */
function isOutside({ lead, ahead }: Told): boolean {
  return (occurs(partAhead, lead) && occurs(partOf, ahead)) || occurs(staysOut, ahead);
}

/** The step that words name of an agent's own trade; `null` where they name none, or the levels are not set. */
export function ofOwnStep(told: Told): Step | null {
  const { lead, ahead, grounds } = told;
  const size = grounds.proposals.all.find(({ role }) => role === "size")?.value;
  if (size === undefined) return null;
  if (occurs(outside, lead) || isOutside(told))
    return { expression: "100 - size", ids: [], value: (100 - size) / 100, quantity: plain };
  const isLoss = occurs(lossLed, lead) || (firstIn(stopBehind, ahead) !== null && occurs(lossOpen, lead));
  const isGain =
    !isLoss && (occurs(gainLed, lead) || (firstIn(targetBehind, ahead) !== null && occurs(gainOpen, lead)));
  const role = isLoss ? "stop" : isGain ? "target" : wayOfTrade(told);
  if (role === null) return null;
  const [entry, level] = [namedBy("entry", told), namedBy(role, told)];
  if (entry === null || level === null || entry.value === 0) return null;
  const value = (size / 100) * Math.abs(level.value / entry.value - 1);
  return { expression: `size * (${role} / entry - 1)`, ids: [], value, quantity: plain };
}

/** "Stop and target": two levels of an agent's own. */
export function levelsIn(part: string, { grounds }: Told): readonly [Figure, Figure] | null {
  const roles = /^\W*(?:(?:the|my|our) )?(entry|stop|target) and (?:(?:the|my|our) )?(entry|stop|target)\b/i.exec(part);
  const own = ownLevels(grounds.proposals);
  const [a, b] = [roles?.[1], roles?.[2]].map((role = "") => own.get(role.toLowerCase()));
  if (a?.length !== 1 || b?.length !== 1) return null;
  const [left, right] = [a[0] ?? 0, b[0] ?? 0];
  return [
    { name: roles?.[1] ?? "", ids: [], value: left, quantity: money },
    { name: roles?.[2] ?? "", ids: [], value: right, quantity: money },
  ];
}

const levelName = "(?:the |our |my )?(?:entry|stop|target)(?: price| level)?";
const betweenOwn = new RegExp(
  String.raw`\bbetween (${levelName} and ${levelName})(?: there)? (?:are|is|lie|lies|we have|stand|stands)(?: a gap of| a distance of)? [$€£¥₹]?$`,
  "i",
);

/** "Between stop and target there are $108.10". */
export function levelsBetween(told: Told): readonly [Figure, Figure] | null {
  const own = firstIn(betweenOwn, told.lead)?.[1];
  return own === undefined ? null : levelsIn(own, told);
}
