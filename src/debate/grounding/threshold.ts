import type { EvidenceIndex } from "./evidence-index.ts";
import { first } from "./gap.ts";
import { measureNamed, namedIn, type Measured } from "./measure-pairs.ts";
import { returnsNamed } from "./move-claims.ts";
import type { Judgement, Spot } from "./number-in-context.ts";
import { firstIn, occurs } from "./pattern-search.ts";
import { isOnSide, isRound, sideFor, sideOfLine } from "./round-lines.ts";
import { mentionsIn } from "./subjects.ts";
import { valueNamesIn } from "./value-names.ts";

/*
 * A round line that words hold a measure against states no value of its own: "a return on equity of 33 % exceeds fifteen
 * percent", "the drawdown was deeper than a fifth", "the close is more than a fifth above the low".
 */

interface Measure {
  readonly value: number;
  readonly items: readonly Measured[];
}

/** "Since the 252-session low of 284 the stock has more than doubled": the close over the line. */
export function sinceLine(spot: Spot, index: EvidenceIndex): Judgement | null {
  const { number, text, sentence, ids, qualifier } = spot;
  if (number.unit !== "fold" || /\d/.test(number.text)) return null;
  const lead = text.slice(sentence.start, number.offset);
  const ahead = text.slice(number.offset + number.text.length, sentence.end);
  const from = /\b(?:since|from|off|above) (?:the |its |that )(.{6,64})/i.exec(`${lead} ${ahead}`)?.[1] ?? "";
  const line = namedIn(from.split(/[,;]| the (?:stock|price|share|index|coin)\b/)[0] ?? "", index);
  const close = first(index, "close");
  if (line === null || close === null || line.unit !== close.unit || line.id === close.id || line.value <= 0)
    return null;
  if (ids.size > 0 && !ids.has(line.id) && !ids.has(close.id)) return null;
  const times = close.value / line.value;
  const isUp = number.value > 1;
  const least = isUp ? number.value * (qualifier.approximate ? 0.95 : 0.98) : number.value * 1.02;
  const holds = isUp ? times >= least : times <= least;
  return {
    verdict: holds ? "computation" : "contradicted",
    evidence: [line.id, close.id],
    cited: ids.size > 0,
    basis: `${close.id} / ${line.id}`,
  };
}

/** `null` unless the words name one measure that is held against the line. */
export function againstLine(spot: Spot, index: EvidenceIndex): Judgement | null {
  const { number, text, sentence, ids } = spot;
  const isMultiple = number.unit === "fold" && !/\d/.test(number.text);
  if ((number.unit !== "%" && number.unit !== "x" && !isMultiple) || !isRound(number)) return null;
  // "Just under 80 %" gives a value, and near to it.
  if (spot.qualifier.approximate || spot.qualifier.side !== null) return null;
  const lead = text.slice(sentence.start, number.offset);
  if (sideOfLine(lead) === null) return null;
  const ahead = text.slice(number.offset + number.text.length, sentence.end);
  const measure =
    ofTwo(lead, ahead, spot, index) ??
    (isMultiple ? null : (byVerb(lead, ahead, spot, index) ?? measureOf(lead, ahead, spot, index)));
  if (measure === null) return null;
  const evidence = measure.items.map(({ id }) => id);
  const isCited = evidence.some((id) => ids.has(id));
  if (ids.size > 0 && !isCited) return null;
  const [only, more] = measure.items;
  // "Below the mark of −20 %" is held against the value with its sign.
  if (number.sign !== null && (only === undefined || more !== undefined || only.unit !== number.unit)) return null;
  const signed = number.sign === null || only === undefined ? null : isOnSide(only, number, lead);
  if (number.sign !== null && signed === null) return null;
  if (signed === null && Math.abs(measure.value - number.value) <= number.halfUnit * 0.02) return null;
  const isMore = sideFor(only?.key ?? "", lead) === "more";
  const holds = signed ?? (isMore ? measure.value > number.value : measure.value < number.value);
  return { verdict: holds ? "evidence" : "contradicted", evidence, cited: isCited, basis: null };
}

const away =
  /^ (?:(higher|above|over|up|dearer|north of|beyond)|(?:lower|below|under|down|beneath|cheaper|off|south of|short of|shy of))\b/i;
const fallenFrom = /^ (?:from|since)\b/i;
const highestClose =
  /^ (?:its |the |their |that )?(?:(?:highest|record|best|peak|high) close|closing (?:high|peak|record))\b/i;
const fromLine =
  /\b(?:measured |counted |reckoned |seen |compared |up |down )?(?:from|with|to|against) (?:the |its )(.{4,48}?)(?: (?:of|at) [$€£]?[\d.,]*\d(?: [A-Z]{3})?)?(?: \[[^\]]*\])?,/i;
const ofPrice =
  /^ of (?:its|the|their) (?:(?:initial|starting|original|opening|first|earlier|old|former) )?(?:price|value|worth|quote)\b/i;
const lost =
  /\b(?:down|off|lost|shed|fallen|dropped|given (?:back|up)|surrendered|losing|cost|declined|slipped|lose|cut|reduced|taken off|dwindled)\b/i;
const won = /\b(?:gained|added|risen|climbed|advanced|put on|won|gain)\b/i;
/** "The gain over 63 sessions was less than a fifth", "the move was more than one per cent in size". */
const moved =
  /\b(?:(gains?|rise|advance|increase|return|climb|rally)|(loss|fall|decline|drop|slide)|(move|change|swing))\b[^.;,]{0,48}$/i;
const sized = /^ (?:in (?:size|magnitude|absolute terms|either direction)|either way)\b/i;
const yields = /\byields?\b/i;

const rising =
  "rose|risen|gained|climbed|advanced|grew|grown|increased|went up|gone up|is up|was up|added|put on|made|jumped|rallied";
const sinking =
  "fell|fallen|lost|gave up|given up|gave back|given back|surrendered|slipped|dropped|declined|slid|sank|shrank|shrunk|went down|gone down|is down|was down|shed|(?:been |was )?(?:cut|reduced)|dwindled|receded";
const moving = "moved|changed|swung|shifted|travelled|varied";
const bounds =
  "(?:(?:well|far|just|slightly|a little|still) )?(?:more than|less than|over|under|above|below|at least|at most|(?:no|not) (?:more|less) than|not even|upwards? of|in excess of|short of|within)";
const byMoreThan = new RegExp(
  String.raw`\b(?:(?<up>${rising})|(?<down>${sinking})|(?:${moving}))(?:,? but)?(?: by)? ${bounds} (?:about )?$`,
  "i",
);
const boundLed = new RegExp(String.raw`^\W*(?:[^.;]{0,48}[,:] )?${bounds} (?:about )?$`, "i");
/** "Less than two fifths is what the stock lost". */
const whatMoved = new RegExp(
  String.raw`^(?: of (?:its|the) (?:price|value))? (?:is|was) (?:what|how much|the amount(?: that| by which)?|as much as) (?<of>[^.;,]{1,48}?) (?:has |have |had )?(?:(?<up>${rising})|(?<down>${sinking})|(?:${moving}))\b`,
  "i",
);
const lastSession = /^ (?:over|in|on|during) the (?:last|latest|final|most recent) session\b/i;
const overYear = /\b(?:year|yearly|annual|twelve months)\b/i;
/** What has a change of its own among the evidence. */
const changes: readonly (readonly [subject: RegExp, key: string, over?: RegExp])[] = [
  [/\b(?:number of )?(?:news items|headlines|news flow)(?: \w+)?\s*$/i, "news_volume_change"],
  [/\b(?:number of )?(?:posts|messages)(?: \w+)?\s*$/i, "social_volume_change"],
  [/\b(?:EPS|earnings (?:a|per) share)(?: (?:has|have|had|was|were))?\s*$/i, "eps_growth_yoy", overYear],
  [/\b(?:revenues?|sales)(?: (?:has|have|had|was|were))?\s*$/i, "revenue_growth_yoy", overYear],
];

/** "The price rose by more than a tenth over 252 sessions", "news items fell by less than a fifth on the period before". */
function byVerb(lead: string, ahead: string, { windows }: Spot, index: EvidenceIndex): Measure | null {
  const turned = occurs(boundLed, lead) ? firstIn(whatMoved, ahead) : null;
  const found = turned ?? firstIn(byMoreThan, lead);
  if (found === null || (turned === null && /^ (?:of|from|since|below|off)\b/i.test(ahead) && !ofPrice.test(ahead)))
    return null;
  const { up, down, of } = found.groups ?? {};
  const moveOf = (value: number): number => (up !== undefined ? value : down !== undefined ? -value : Math.abs(value));
  const subject = of ?? lead.slice(0, found.index);
  const counted = changes.find(([words]) => words.test(subject));
  if (counted !== undefined) {
    const change = counted[2]?.test(ahead) === false ? null : first(index, counted[1]);
    return change === null ? null : { value: moveOf(change.value), items: [change] };
  }
  const isOther = mentionsIn(subject).some(({ keys }) => !keys.every((key) => key === "close"));
  if (isOther || /\b(?:volume|margin|tone|debt|cash|index(?= it)|benchmark|market)\b/i.test(subject)) return null;
  const day = occurs(lastSession, ahead) ? first(index, "return_1d") : null;
  const [item, another] = day === null ? returnsNamed(windows, index) : [day];
  if (item?.value == null || another !== undefined) return null;
  return { value: moveOf(item.value), items: [{ ...item, value: item.value }] };
}

const covering = /\b(?:covered|gone|travelled|made|come)\b[^.;]{0,40}$/i;
const ofWay = /^ of the way from the lower to the upper (?:bollinger )?band\b/i;

/** "Measured against the low, the high is more than twice that". */
const setAgainst =
  /\b(?:measured|set|held|seen|compared|placed|put) (?:against|beside|next to|with) (?:the |its )?([^;:]{3,72}?), (?:the |its )?([^;:,]{3,72}?) (?:is|was|comes to|makes|stands at|amounts to) (?:at least|more than|less than|at most|over|under|no more than|no less than) $/i;
const between = /^(?: of)? (?:the |its |that of the )?(?=[A-Za-z\d])/i;

/** "The high is more than half the low", "the count of 7 days is less than half that of 30": in the number's own unit. */
function ofTwo(lead: string, ahead: string, { number, ids }: Spot, index: EvidenceIndex): Measure | null {
  const high = /^ of (?:its|the) (?:highest|record|best) close\b/i.test(ahead) ? fallFromHigh(ahead, index) : null;
  // "Within two percent of its best close" says how far.
  if (high !== null && !/\bwithin $/i.test(lead) && /\b(?:price|close|stock|shares?|coin|index|quote|it)\b/i.test(lead))
    return { value: (1 + high.value / 100) * (number.unit === "%" ? 100 : 1), items: [high] };
  const covered = occurs(covering, lead) && occurs(ofWay, ahead) ? first(index, "bollinger_percent_b") : null;
  if (covered !== null) return { value: covered.value * (number.unit === "%" ? 100 : 1), items: [covered] };
  const set = /^ (?:that|it|as (?:much|high|large|many))\b/i.test(ahead) ? firstIn(setAgainst, lead) : null;
  if (set !== null) {
    const [of, by] = [measureNamed(set[2] ?? "", index), measureNamed(set[1] ?? "", index)];
    if (of === null || by === null || of.id === by.id || of.unit !== by.unit || by.value <= 0 || ids.size > 0)
      return null;
    return { value: (of.value / by.value) * (number.unit === "%" ? 100 : 1), items: [of, by] };
  }
  const behind = firstIn(between, ahead);
  if (behind === null || (number.unit !== "x" && /\d/.test(number.text))) return null;
  const isVolume =
    number.unit !== "x" &&
    /\bvolume\b[^.;]{0,24}$/i.test(lead) &&
    /^ of (?:the |its )?(?:mean|average|usual)\b/i.test(ahead);
  const ratio = isVolume ? first(index, "volume_ratio_20") : null;
  const scale = number.unit === "%" ? 100 : 1;
  if (ratio !== null) return { value: ratio.value * scale, items: [ratio] };
  const [whole] = [...valueNamesIn(ahead), ...mentionsIn(ahead)].toSorted((x, y) => x.start - y.start);
  if (whole === undefined || whole.start > behind[0].length || valueNamesIn(lead).length > 1) return null;
  // "The coin closed at under half of its highest price".
  const [a, b] = [
    measureNamed(lead, index) ?? (occurs(ofClose, lead) ? first(index, "close") : null),
    measureNamed(ahead, index),
  ];
  if (a === null || b === null || a.id === b.id || a.unit !== b.unit || b.value <= 0) return null;
  if (ids.size > 0 && !(ids.size === 2 && ids.has(a.id) && ids.has(b.id))) return null;
  // Net cash is net debt below nothing.
  const part = a.key === "net_debt" && /\bnet cash\b/i.test(lead) ? -a.value : a.value;
  return { value: (part / b.value) * scale, items: [a, b] };
}

const ofClose =
  /\b(?:closed|closes|close|ended|finished|trades|traded|trading|stands|sits|is|quoted|priced|changes hands)(?: (?:at|now|still|today|to))* (?:\w+ than|over|under|above|below|at (?:most|least)|no \w+ than|well \w+) $/i;

function measureOf(lead: string, ahead: string, { number, windows }: Spot, index: EvidenceIndex): Measure | null {
  const side = firstIn(away, ahead) ?? (occurs(lost, lead) ? fallenFrom.exec(ahead) : null);
  if (side !== null && number.unit === "%")
    return distance(lead, ahead.slice(side[0].length), side[1] !== undefined, index);
  const told = number.unit === "%" ? firstIn(moved, lead) : null;
  if (
    told !== null &&
    (ofPrice.test(ahead) ||
      sized.test(ahead) ||
      /^(?: (?:mark|line|level|threshold|bar)\b| ?(?:[.,;:)[]|$))/.test(ahead))
  ) {
    const [item, another] = returnsNamed(windows, index);
    if (item?.value == null || another !== undefined) return null;
    const isSize = told[3] !== undefined || sized.test(ahead);
    const value = isSize ? Math.abs(item.value) : told[2] === undefined ? item.value : -item.value;
    return { value, items: [{ ...item, value: item.value }] };
  }
  if (ofPrice.test(ahead) && number.unit === "%") {
    const [item, another] = returnsNamed(windows, index);
    const way = occurs(lost, lead) ? -1 : occurs(won, lead) ? 1 : 0;
    if (item?.value == null || another !== undefined || way === 0) return null;
    return { value: item.value * way, items: [{ ...item, value: item.value }] };
  }
  if (number.unit === "x") {
    const volume =
      /\bvolume\b/i.test(lead) && /^ (?:the|its) (?:average|mean|norm|usual)\b/i.test(ahead)
        ? first(index, "volume_ratio_20")
        : null;
    return volume === null ? null : { value: volume.value, items: [volume] };
  }
  if (/^ off (?:the|its) (?:price|value|quote)\b/i.test(ahead) && /\btook\b/i.test(lead)) {
    const fall = measureNamed(lead, index);
    return fall?.key === "max_drawdown_252" ? { value: Math.abs(fall.value), items: [fall] } : null;
  }
  const item =
    yields.test(lead) && /\bdividends?\b/i.test(`${lead}${ahead}`)
      ? first(index, "dividend_yield")
      : (measureNamed(lead, index) ?? namedIn(lead, index));
  if (
    item === null ||
    item.unit !== "%" ||
    /^ (?:of|points?|in|a year|per year)\b(?! (?:trailing )?dividends)/i.test(ahead)
  )
    return null;
  if (
    !/^(?:(?:news|social)_positive_share_7d|roe_ttm|dividend_yield|fcf_yield|\w*margin_ttm|max_drawdown_252|drawdown_|volatility_|close_vs_sma_)/.test(
      item.key,
    )
  )
    return null;
  const isSize = /drawdown/.test(item.key) || (item.key.startsWith("close_vs_") && /\b(?:gap|distance)\b/i.test(lead));
  return { value: isSize ? Math.abs(item.value) : item.value, items: [item] };
}

/** How far the last close is below the highest one, of the history or of 252 sessions. */
function fallFromHigh(words: string, index: EvidenceIndex): Measured | null {
  const [year, whole] = [first(index, "drawdown_from_high_252"), first(index, "drawdown_from_high")];
  return /\b(?:history|record|ever|since|all[- ]time)\b/i.test(words) ? (whole ?? year) : (year ?? whole);
}

/** "Measured from the low of $50.8, the last close is more than a fifth higher", "less than ten percent under its high". */
function distance(lead: string, behind: string, isUp: boolean, index: EvidenceIndex): Measure | null {
  if (occurs(highestClose, behind)) {
    const fall = fallFromHigh(behind, index);
    return fall === null || isUp ? null : { value: -fall.value, items: [fall] };
  }
  const from = firstIn(fromLine, lead)?.[1];
  const line = namedIn(from ?? behind.split(/[,;]/)[0] ?? "", index);
  const close = first(index, "close");
  if (line === null || close === null || line.id === close.id || line.unit !== close.unit || line.value <= 0)
    return null;
  const rest = from === undefined ? lead : lead.slice(lead.indexOf(from) + from.length);
  if (!/\b(?:close|price|stock|shares?|index|coin|quote|it|trades?)\b/i.test(rest)) return null;
  const change = (close.value / line.value - 1) * 100;
  return { value: isUp ? change : -change, items: [line, close] };
}
