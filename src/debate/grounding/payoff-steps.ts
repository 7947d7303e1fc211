import { plain } from "./operands.ts";
import { firstIn, occurs } from "./pattern-search.ts";
import { namedBy } from "./step-names.ts";
import { money, type Step, type Told } from "./step.ts";

/*
 * What an agent's own trade pays for what it risks, and how far its levels are from the entry, in free words: "the plan
 * risks one dollar to make 1.55", "reward over risk, target against stop, comes to 1.98", "from the entry, the target is
 * 2.4 % above".
 */

const gains =
  "(?:rewards?|gains?|gaining|profits?|upside|pay-?offs?|winnings|mak(?:e|es|ing)|win|wins|won|winning|pays?|paying|buys|earn(?:s|ed|ing)?|paid out|pay out|target|objective)";
const risks =
  "(?:risk(?:s|ed|ing)?|loss(?:es)?|los(?:e|es|ing)|lost|downside|stak(?:e|es|ed|ing)|at stake|on the line|stop(?:-loss)?|put up|puts? at risk)";
const gain = new RegExp(String.raw`\b${gains}\b`, "i");
const risk = new RegExp(String.raw`\b${risks}\b`, "i");
const unit = String.raw`(?:(?:each|every|one|a|an|per|a single|any|1) (?:single )?(?:dollar|unit|euro|buck|USD)|(?:one|[$€£]1(?:\.00?)?)(?= (?:to(?! (?:one|1)\b)|for|at|that|which|in|risked|of)\b))`;
const ofUnit = new RegExp(String.raw`\b${unit}(?![\w-])|[$€£]1(?:\.00?)?(?![\d.,])`, "gi");
const others =
  /\b(?:debt|revenue|sales|equity|news|posts|cash|earnings|income|market cap|book|share of|portfolio|fund|ATRs?|average true|ranges?|volume|volatility|days?|weeks?|sessions?)\b/i;
const supposed =
  /\b(?:if|unless|should|at least|need|demand|want|prefer|ought|minimum|usually|normally|rule of thumb)\b|\?/i;

/** How far the levels are from the entry. */
function stakes(told: Told): { readonly reward: number; readonly risk: number } | null {
  const [entry, stop, target] = ["entry", "stop", "target"].map((role) => namedBy(role, told)?.value);
  if (entry === undefined || stop === undefined || target === undefined || entry === stop || entry === target)
    return null;
  return { reward: Math.abs(target - entry), risk: Math.abs(entry - stop) };
}

function ratio(told: Told, isOfReward: boolean): Step | null {
  const stake = stakes(told);
  if (stake === null) return null;
  return isOfReward
    ? { expression: "(target - entry) / (entry - stop)", ids: [], value: stake.reward / stake.risk, quantity: plain }
    : { expression: "(entry - stop) / (target - entry)", ids: [], value: stake.risk / stake.reward, quantity: plain };
}

/** What a word for the one side or the other stands nearest to a place: the first behind it or the last ahead of it. */
function sideAt(words: string, isBehind: boolean): "gain" | "risk" | null {
  const [won, lost] = [gain, risk].map((pattern) =>
    isBehind ? (firstIn(pattern, words)?.index ?? -1) : lastAt(pattern, words),
  );
  if (won === undefined || lost === undefined || (won < 0 && lost < 0)) return null;
  if (won < 0 || lost < 0) return won < 0 ? "risk" : "gain";
  return won < lost === isBehind ? "gain" : "risk";
}

function lastAt(pattern: RegExp, words: string): number {
  let at = -1;
  for (const { index } of words.matchAll(new RegExp(pattern.source, "gi"))) at = index;
  return at;
}

const linked =
  /^ ?(?:dollars?|units?|euros?|bucks|USD|cents)?,?(?: (?:of|in|at|as|is|are|that|which|on|the|its|it|we|I|expected|potential|possible|prospective|to be|can be|could be|may be|stands?|would be|being))* ?$/i;

/** The side of a number or of "one dollar": by the word right behind it, else by the last one ahead of it. */
function sideOf(lead: string, ahead: string): "gain" | "risk" | null {
  const [part = ""] = ahead.split(/[,;:]| (?:to|for|against|and|in order|while|with|the plan|we|it|I) /);
  const behind = sideAt(part, true);
  const at = behind === null ? -1 : (firstIn(behind === "gain" ? gain : risk, part)?.index ?? -1);
  if (behind !== null && linked.test(part.slice(0, at))) return behind;
  return sideAt(lead.split(/[;]/).at(-1) ?? "", false) ?? behind;
}

/** "Each dollar risked is set against 3.21 dollars of gain": of the one side for a unit of the other. */
function forUnit(told: Told): Step | null {
  const { lead, ahead, written } = told;
  const [from, to] = [lead.length, written.length - ahead.length];
  // "I risk 3.29 a unit" tells a rate, and another figure between is the unit's own.
  const one = [...written.matchAll(ofUnit)].find(({ index, 0: found }) => {
    if (/\d ?$/.test(written.slice(0, index)) || (index < to && index + found.length > from)) return false;
    return !/\d/.test(index < from ? written.slice(index + found.length, from) : written.slice(to, index));
  });
  if (one === undefined) return null;
  const end = one.index + one[0].length;
  const [before, behind] =
    one.index < from
      ? [written.slice(0, one.index), written.slice(end, from)]
      : [written.slice(to, one.index), written.slice(end)];
  const ofOne = sideOf(one.index < from ? before : before, behind);
  const ofNumber = one.index < from ? sideOf(lead.slice(end), ahead) : sideOf(lead, ahead.slice(0, one.index - to));
  const side = ofNumber ?? (ofOne === null ? null : ofOne === "gain" ? "risk" : "gain");
  if (side === null || (ofOne !== null && ofOne === side)) return null;
  return ratio(told, side === "gain");
}

const possible = "(?:(?:potential|possible|expected|planned|prospective|likely|hoped-for|intended|full) )?";
const wayTo = "(?:distance|way|move|stretch|path|room|run|gap|step)";
const fromEntry = "(?: from (?:the |our |my )?entry)?";
const aim = "(?: price| level)?";
const gainName = String.raw`(?:${possible}(?:rewards?|gains?|profits?|upside|pay-?off)(?:${fromEntry} (?:to|at|up to|down to) (?:the |our |my )?(?:target|objective)${aim})?|${wayTo}${fromEntry} to (?:the |our |my )?(?:target|objective)${aim}${fromEntry}|what (?:can|could|may|might|would) be (?:won|gained|made|earned)|target distance|entry to target|target)`;
const riskName = String.raw`(?:${possible}(?:risks?|loss(?:es)?|downside)(?:${fromEntry} (?:to|at|down to|up to) (?:the |our |my )?stop(?:-loss)?${aim})?|${wayTo}${fromEntry} to (?:the |our |my )?stop(?:-loss)?${aim}${fromEntry}|what (?:can|could|may|might|would) be (?:lost|risked)|stop distance|entry to stop|stop)`;
const over = String.raw`(?:,? (?:over|to|against|(?:divided )?by|per|relative to|for|versus|vs\.?|in relation to|as a multiple of|set against|measured against) (?:the |its |our |my |each unit of )?|[- ]to[- ]|[- ]over[- ]|\/| ?: ?)`;
const twoNames = new RegExp(
  String.raw`\b(?:(?<gain>${gainName})${over}(?<under>${riskName})|(?<risk>${riskName})${over}(?<above>${gainName}))\b`,
  "i",
);
const says =
  /(?:\b(?:is|are|was|comes? (?:out )?(?:to|at)|works? out (?:at|to|as)|amounts? to|stands? at|equals?|gives?|makes?|yields?|reads?|runs? (?:to|at)|lies at|sits at|measures|results in|of|at)|[:=])(?: (?:about|only|just|roughly|some|around|nearly|almost|a|exactly))* $/i;
const ended =
  /^(?: times\b|x\b| ?×| to (?:one|1)\b| ?: ?1\b)?(?: \[[^\]]*\])*\s*(?:[.,;:)]|$| (?:and|which|so|while|but|on|for|in)\b)/i;
const isTimes = new RegExp(
  String.raw`\b(?:(?<gain>${gainName})|(?<risk>${riskName}))(?: of (?:the|this|our) (?:plan|trade|idea))?,? (?:is|are|equals?|comes? to|amounts? to|makes?|stands? at|measures|runs to)(?: (?:about|only|just|roughly|some|around|nearly|almost|(?:more|less) than|over|under|at least|at most|well))* $`,
  "i",
);
const timesOther = new RegExp(
  String.raw`^(?: times|x| ?×)(?: (?:as (?:large|big|high|great|much|far|long|wide) as|the size of|that of))? (?:the |its |our |my |what (?:is|we) )?(?:(?<gain>${gainName})|(?<risk>${riskName}))\b`,
  "i",
);

/** "Reward over risk, target against stop, comes to 1.98", "the gain to the target is 1.6 times the loss at the stop". */
function ofNames(told: Told, printed: string | null): Step | null {
  const { lead, ahead } = told;
  const [one, other] = [
    firstIn(isTimes, lead)?.groups,
    firstIn(
      timesOther,
      printed === "x" || printed === "%" ? ` times${ahead.replace(/^ ?(?:%|percent|per cent)? of /, " ")}` : ahead,
    )?.groups,
  ];
  if (one !== undefined && other !== undefined) {
    const isGain = one["gain"] !== undefined;
    return isGain === (other["risk"] !== undefined) ? ratio(told, isGain) : null;
  }
  if (!occurs(says, lead) || !ended.test(ahead)) return null;
  const found = firstIn(twoNames, lead);
  if (found === null || /\d/.test(lead.slice(found.index + found[0].length))) return null;
  // "From the stop to the target" is a way, and "reward to risk" none.
  if (/\bfrom (?:the |our |my )?$/i.test(lead.slice(0, found.index)) && /^(?:target|stop)/i.test(found[0])) return null;
  return ratio(told, found.groups?.["gain"] !== undefined);
}

/** "Risk is about a third of the reward". */
const partOfOther = new RegExp(
  String.raw`^ ?(?:%|percent|per cent)? of (?:the |its |our |my )?(?:${gainName}|${riskName})(?=[.,;:)]|$| (?:and|so|which|here)\b)`,
  "i",
);

/** What the trade pays for what it risks; `null` where the words do not tell the number so. */
export function payoffTold(told: Told, printed: string | null): Step | null {
  const { written, cited } = told;
  const isMoney = printed !== null && /^(?:[A-Z]{3}|[$€£¥₹])$/.test(printed);
  const isPart = printed === "%" && occurs(partOfOther, told.ahead);
  if ((printed !== null && printed !== "x" && !isMoney && !isPart) || cited.length > 0) return null;
  if (!occurs(gain, written) || !occurs(risk, written) || occurs(others, written) || occurs(supposed, written))
    return null;
  const step = (isMoney ? null : ofNames(told, printed)) ?? forUnit(told);
  return step === null || !isMoney ? step : { ...step, quantity: money };
}

/** "To win $1.57 we put $1 on the line": the unit that the other amount is told for. */
export function isUnitOfStake(
  { written, lead, ahead, cited }: Told,
  { value, text }: { value: number; text: string },
): boolean {
  if (value !== 1 || cited.length > 0 || occurs(others, written) || !occurs(gain, written) || !occurs(risk, written))
    return false;
  return /[$€£]|dollar|unit|euro|USD/i.test(`${text}${ahead.slice(0, 8)}`) && /\d/.test(`${lead}${ahead}`);
}

const level = String.raw`(?<role>target|objective|stop)(?:[- ]loss)?(?: price| level| order)?`;
const its = "(?:the |our |my |its )?(?:(?:price|profit|planned|proposed) )?";
/** The two levels in either order, with what leads to the distance. */
const betweenLevels = new RegExp(
  String.raw`\b(?:from|between) ${its}entry(?: price)? (?:(?:up|down) )?(?:to|and) ${its}${level}\b`,
  "i",
);
const entryAhead = new RegExp(
  String.raw`(?:^\W*|[,;:] |\bthat )(?:(?:measured|counted|seen|reckoned) )?(?:from|against|relative to|off) ${its}entry(?: price)?,? ${its}${level},? (?:is|lies|sits|stands|comes|waits|rests) ?(?:about |only |just |roughly |some )*[$€£¥₹]?$`,
  "i",
);
const behindLevel =
  /^(?:,? (?:which (?:is|lies) |placed |set |lying |sitting )?(?:(?<up>above|overhead|higher)|(?<down>below|underneath|beneath|lower))(?: (?:it|that|(?:the |our |my )?entry))?)(?=[.,;:)]|$| \[| (?:is|and|which)\b)/i;
const behindNumber =
  /^ ?(?:%|percent|per cent|dollars?|points?|USD)?(?: (?:away|off|distant))?(?: to the)? ?(?:(?<up>above|higher|up|upside|upwards)|(?<down>below|lower|down|downside|downwards))\b/i;
const entryLeaves =
  /\b(?:from (?:the |our |my )?entry(?: price)?,?(?: it is| there (?:is|are)| we have)|entry(?: price)? (?:leaves|has|gives)(?: us)?)(?: (?:about|only|just|roughly|some|another))* ?[$€£¥₹]?$/i;
const roomTo = new RegExp(
  String.raw`^ ?(?:%|percent|per cent|dollars?|points?|USD)?(?: of (?:room|space|distance|way))?(?: (?:(?<up>up|upwards)|(?<down>down|downwards)))? to ${its}${level}\b`,
  "i",
);
const leading =
  /\b(?:there (?:is|are|remains?|lies?|lie)|leaves?|have|has|we (?:see|find|count)|is|are|comes? to|amounts? to|measures?|spans?|covers?|allows?|gives?|lies?|lie|stands?)(?: (?:a (?:gap|distance|stretch|way) of|only|just|about|roughly|some|a full))* ?[$€£¥₹]?$/i;
const alone =
  /^ ?(?:%|percent|per cent|dollars?|points?|USD)?(?: (?:of (?:room|space|distance)|(?:that )?separates?|lie|lies))? $/i;

/** "There is $25.47 from the entry to the stop below", "from the entry, the target is 2.4 % above". */
export function ownDistanceTold(told: Told, printed: string | null): Step | null {
  const { lead, ahead, written, cited } = told;
  const isShare = printed === "%";
  if (cited.length > 0 || (!isShare && printed !== null && !/^(?:[A-Z]{3}|[$€£¥₹])$/.test(printed))) return null;
  if (!/\bentry\b/i.test(written) || /\b(?:of the portfolio|ATRs?|average true)\b/i.test(ahead)) return null;
  const room = occurs(entryLeaves, lead) ? firstIn(roomTo, ahead) : null;
  if (room?.groups !== undefined && room !== null) return distanceTo(room.groups["role"], room.groups, told, isShare);
  const led = firstIn(entryAhead, lead);
  const ofWay = firstIn(betweenLevels, lead);
  const behind = led === null && ofWay === null ? firstIn(betweenLevels, ahead) : null;
  const found = led ?? ofWay ?? behind;
  if (found?.groups === undefined || found === null) return null;
  const isBehind = behind !== null;
  if (isBehind && !(alone.test(ahead.slice(0, behind.index)) && occurs(leading, lead))) return null;
  if (ofWay !== null && led === null && !occurs(leading, lead)) return null;
  const rest = (isBehind ? ahead : lead).slice(found.index + found[0].length);
  const side = (led === null ? firstIn(behindLevel, rest) : null)?.groups ?? firstIn(behindNumber, ahead)?.groups;
  return distanceTo(found.groups["role"], side, told, isShare);
}

/** How far a level is from the entry, on the side that is told. */
function distanceTo(
  name: string | undefined,
  side: Readonly<Record<string, string | undefined>> | undefined,
  told: Told,
  isShare: boolean,
): Step | null {
  const role = (name ?? "").replace(/objective/i, "target").toLowerCase();
  const [entry, own] = [namedBy("entry", told), namedBy(role, told)];
  if (entry === null || own === null || entry.value === 0) return null;
  const gap = isShare ? own.value / entry.value - 1 : own.value - entry.value;
  const way = side?.["up"] !== undefined ? 1 : side?.["down"] !== undefined ? -1 : null;
  return {
    expression: isShare ? `${role} / entry - 1` : `${role} - entry`,
    ids: [],
    value: way === null ? Math.abs(gap) : way * gap,
    quantity: isShare ? plain : money,
    ...(way === null ? {} : { isSigned: true as const }),
  };
}
