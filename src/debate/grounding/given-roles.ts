import type { FoundNumber } from "./found-number.ts";
import { firstIn, occurs } from "./pattern-search.ts";
import { endings, rules, settled, spokenAs, type Proposals, type Role, type Rule } from "./proposals.ts";
import { restsOn, type Qualifier } from "./support.ts";

/*
 * Whether words give a number to a role to which the agents gave another value: "allocation: 9 %" of 6 %. The words stand
 * right before the number, or right behind it.
 */

/** Words that give a number to a role as its value: "my stop at 520", "confidence of 0.85", "allocate 6 %". */
const given: readonly (readonly [words: RegExp, role: Role])[] = [
  [
    /\bstop(?:[- ]loss)?(?: price| level| order)?,?(?: (?:is|was|stands|sits|goes|lies|set))?(?: (?:up|down|in))? ?(?:at|of|to|:|is)? ?$/i,
    "stop",
  ],
  [
    /\b(?:profit |price |cover )?(?:targets?|objective)(?: price)?(?: (?:is|stands|sits|lies|set))? ?(?:at|of|:)? ?$/i,
    "target",
  ],
  [
    /\b(?:take[- ]profits?|bank (?:the )?profits?|profit-taking(?: is)?(?: planned)?)(?: (?:is|of|stands|sits|lies))?(?: at| near)? ?$/i,
    "target",
  ],
  [/\bS\/?L:? ?$/i, "stop"],
  [/\btgt:? ?$/i, "target"],
  [/\bconf\.?:? ?$/i, "confidence"],
  [/\bR\/R:? ?$/i, "ratio"],
  [/\b(?:risk[- /](?:to[- ])?reward|R\/R)(?: ratio)?[ =:]{0,3}1 ?: ?$/i, "ratio"],
  [/\b(?:T\/?P\d?|PT):? ?$/, "target"],
  [/\bstopped out (?:of (?:the |my |our )?\w+ )?at ?$/i, "stop"],
  [/\bcover (?:it |the \w+ )?at ?$/i, "target"],
  [
    /\b(?:reward[- ]to[- ]risk|risk[- ](?:to[- ])?reward|reward\/risk|risk\/reward)(?: ratio)?(?: (?:on|of|for|in) (?:the|this|our|my) \w+)?(?: (?:is|of|at|works out at|comes to|stands at))?:? ?$/i,
    "ratio",
  ],
  [/\b(?:reward|upside) (?:is|equals|comes to) $(?=)/i, "ratio"],
  [/\bpay-?off(?: ratio)? (?:is|of|comes to|equals) ?$/i, "ratio"],
  [
    /\b(?:odds|chances?|probability|likelihood)(?: of (?:being right|success|profit|it working))?(?: (?:is|are|stands? at|of|at))?:? ?$/i,
    "confidence",
  ],
  [
    /\b(?:(?:I|we)(?:['’]\w+)?(?: (?:would|will|intend to|plan to|want to|can|could))? hold|(?<=^|[,;|/•] ?)hold|\b(?:position|stake|weight|trade|bet|held|kept) for|\breview(?:ed)? (?:after|in)|hold(?:ing)?(?: it| this| the \w+)? (?:for|over)|(?:horizon|time ?frame|holding period)(?: (?:is|of))?:?|g(?:ive|iving|ave) (?:it|this(?: (?:trade|position|idea|plan))?|the (?:trade|position|idea|plan))) ?$/i,
    "horizon",
  ],
  [/\b(?:get out|stop out|stopped out|bail out) at ?$/i, "stop"],
  [/\bstop (?:we|I) (?:attach|set|use|place) (?:is|at) ?$/i, "stop"],
  [/\bprotect (?:it|this|the \w+) at ?$/i, "stop"],
  [
    /\b(?:(?:bail|walk away|admit defeat|concede|throw in the towel|pull the plug|give up|call it quits)(?: out)?|wrong|invalidat(?:ed|ion)|protection|loss limit|pain threshold|line in the sand|defen[cs]e)(?: (?:is|lies|sits|stands|comes))?(?: drawn)? (?:at|around|near) ?$/i,
    "stop",
  ],
  [
    /(?:\b(?:we|I|our|my|target|objective|trade|move to|hold|view)\b[^.;]{0,60}|^)\b(?:over|within|in) the (?:next|coming) ?$/i,
    "horizon",
  ],
  [/\bhold through ?$/i, "stop"],
  [
    /\b(?:not|never|n['’]t)(?: \w+)? (?:move|shift|raise|lower|touch|take|budge) (?:the|my|our) stop (?:away |off )?(?:from|at) ?$/i,
    "stop",
  ],
  [/\btime[- ]stop(?: (?:is|of|after|at|comes after))? ?$|\b(?:closed?|exit|out) after ?$/i, "horizon"],
  [
    /\b(?:odds|chances?|probability|likelihood)\b[^.;,]{0,24} (?:I|we) (?:put|set|see|reckon|estimate) at ?$/i,
    "confidence",
  ],
  [/\b(?:worst case)(?: (?:is|lies at))? ?$/i, "stop"],
  [/\b(?:best case|sights on)(?: (?:is|lies at))? ?$/i, "target"],
  [
    /\b(?:plan|trade|position|idea|thesis|call) (?:expires|ends|lapses|runs|lasts|is good) (?:after|in|for) ?$|\breview(?:ed)? (?:the \w+ |it )?(?:after|in) ?$|\b(?:allocation|weight|stake|position) of [^;]{1,24} for ?$/i,
    "horizon",
  ],
  [/\bline in the sand(?: (?:is|lies at|sits at))? ?$/i, "stop"],
  [
    /\b(?:we|I)(?:['’]d| would| will)? cut (?:it |the (?:loss|position|trade) |losses )?(?:at|below|above) ?$|(?:^|, |\band )(?:we )?cut(?: losses| it)? at ?$/i,
    "stop",
  ],
  [
    /\b(?:cash(?:ing)? in|book(?:ing)?(?: (?:the |our |my )?(?:profits?|gains?))|take (?:the |our |my )?(?:profits?|gains?)|harvest(?:ing)?|scale out|ring the register|done|aim(?:ing|s)?(?: for)?|hoping for|goal|destination|an aim)(?: (?:is|lies|sits))? ?(?:at|near|around|of|is|for)? ?$/i,
    "target",
  ],
  [
    /\b(?:initiates?|initiating|get long|get short|go(?:ing)? (?:long|short)|(?:we|I) start(?: a position)?|open(?:ing)? the (?:trade|position)|fill(?:ed)?|bid) (?:at|from|around|near) ?$/i,
    "entry",
  ],
  [
    /\b(?:we|I)(?:['’]d| would| will)? (?:buy|short|sell short|purchase|accumulate)(?: it| the (?:stock|shares))? (?:at|around|near) ?$/i,
    "entry",
  ],
  [
    /\b(?:(?:the |our |my )?(?:stake|weight|position|allocation|exposure|holding)) (?:should|must|shall|may|can|will) (?:not |never )?(?:exceed|be|go above|be (?:held|kept|capped) (?:at|to|below)|stay (?:at|below|under)) ?$/i,
    "size",
  ],
  [/(?:^|[.;:,] )enter at ?$/i, "entry"],
  [/\b(?:we|I) look for ?$/i, "target"],
  [/\b(?:objective over|(?:we|I) look for (?:[^.;]|\.(?=\d)){3,24} within) ?$/i, "horizon"],
  [/\b(?:would|will|to|plans? to) enter(?: the \w+)? at ?$/i, "entry"],
  [/\b(?:enters|(?:would |will )?get in|getting in) at ?$/i, "entry"],
  [/\bentry(?: price| level| order)?(?: (?:is|would be|rests|waits|stands|sits|lies|set))? ?(?:at|of|:)? ?$/i, "entry"],
  [/\b(?:confidence|conviction)(?: score| level)?(?: (?:is|stands))? ?(?:at|of|:|=)? ?$/i, "confidence"],
  // As the head of a line or of one of its parts: "Allocation: 9 %", "size 9 %".
  [
    /(?:^|[;,|/•–—*-]|\band|\bwith)\W*(?:(?:target|proposed|our|my|the|an?|position|portfolio|tiny|small|modest|full|half|starter|initial) ){0,3}(?:allocation|size|sizing|weight(?:ing)?|stake|exposure|position size|position)(?: of| is| at|:| =)? ?\W{0,3}$/i,
    "size",
  ],
  [
    /\b(?:allocate|commit|deploy|invest|put|devote|start with|begin with|keep it (?:small|modest|light)(?::| at)?|cap it at|limit it to) ?$/i,
    "size",
  ],
  [
    /\b(?:allocate|position size(?: of| is)?|siz(?:es?|ed|ing) (?:(?:it|this|the (?:trade|position)) )?(?:of|is|at)) ?$/i,
    "size",
  ],
];
/** Others' levels, and those that somebody would rather have. */
const elsewhere =
  /\b(?:mov(?:e|es|ed|ing)|rais(?:e|es|ed|ing)|lower(?:s|ed|ing)?|trail(?:s|ed|ing)?|tight\w+|wid\w+|shift|bring|cut|adjust\w*|instead|rather|alternative|would|could|previous|old|original|analysts?|consensus|street|not|never|than|if|from|minus|plus|between)\b|(?:bull|bear|trader|manager|voice)['’]s/i;

const sized = /^[- ](?:position|stake|allocation|weight(?:ing)?)\b(?! (?:limit|cap|for|of (?!the portfolio)))/i;
const ofPortfolio =
  /^ of (?:the |our |my |its |total |available |your ){0,2}(?:portfolio|capital|book(?! value)|account|fund|money|nav|net assets?(?: value)?)\b(?![^.;,]{0,24}\bat risk\b)/i;
const ofAssets = /^ of (?:the |our |my |its |your )?(?:assets|equity|nav|aum)\b(?! value)/i;
/** What of the portfolio is lost and not put in. */
const losing = /\b(?:risk\w*|los(?:e|es|ing|s|t)|cost\w*|drawdown|hurt|hits?|at most|already|cash|currently)\b/i;
const sure = /^ (?:sure|certain|confident|convinced)\b/i;
const asConfidence = /^ (?:confidence|conviction|probability|certainty)\b(?! interval)/i;
const span = /^[- ]?(?:calendar |trading )?(day|session|week|month|quarter)s?(?![A-Za-z])/i;
const ourHorizon =
  /^[- ]?(?:days?|weeks?|months?|sessions?)(?: (?:is|are|as) (?:my|our|the) (?:planned |intended )?(?:horizon|time ?frame|holding period|holding time)\b| (?:horizon|holding period|time ?frame)\b| at most\b)/i;
const timesRisk = /^(?: times)? (?:the|our|my|its) risk\b/i;
const daysIn: Readonly<Record<string, number>> = { day: 1, session: 1, week: 7, month: 30, quarter: 91 };

/** Words between a role and its number that only qualify it. */
const qualifying =
  /(?: (?:about|around|roughly|approximately|some|only|just|nearly|almost|a|an|little|bit|touch|slightly|over|under|above|below|more|less|than|at least|at most|close to|well|next|the|up to))+ ?$/i;

export interface Given<R = Role> {
  readonly role: R;
  /** The words, with what leads up to them. */
  readonly words: string;
}

/** Where a trade is left that came out well. */
const ifRight =
  /^ (?:if|when|once|provided|should) (?:it|this|that|all|things|everything|the (?:trade|idea|plan|call)|(?:I|we)(?: am| are|['’]m|['’]re)|proved|proven) ?(?:all )?(?:works?(?: out)?|goes? (?:well|right|our way|my way|to plan)|pays? off|comes? good|right|succeeds?|plays? out)\b/i;

const ifWrong =
  /^ (?:if|when|once|should) (?:(?:it|this|that|all|things|everything|the (?:trade|idea|plan|call)|(?:I|we)(?: am| are|['’]m|['’]re)|proved|proven) ?)?(?:is |proves? |goes |turns out )?(?:wrong|mistaken|fails?|against (?:me|us)|badly)\b/i;
const outAt = /\b(?:get(?:ting)? out|exit|sell|leave|out|close|cover)(?: it)? at $/i;

/** The role that the words right before or behind a number give it. */
function roleGiven(number: FoundNumber, lead: string, after: string): Given | null {
  const [, as, acts] =
    /^(?:(?: as|,? which is|,| is| looks(?: like)?) (?:my|our|the|a|an)(?: reasonable| likely| first)? (stop|target|entry|objective|goal|point of no return|line in the sand)\b(?! (?:of |at |is )?[$€£₹]?\d)|,? (?:my|our|the) (stop) (?:takes|is hit|is triggered|triggers))\b/i.exec(
      after,
    ) ?? [];
  const named = as ?? acts;
  const role =
    named === undefined
      ? undefined
      : /objective|goal/i.test(named)
        ? "target"
        : /point of|line in/i.test(named)
          ? "stop"
          : endings.find(([ending]) => ending.test(named))?.[1];
  if (role !== undefined) return { role, words: "" };
  // "Get out at 95.90 if it works".
  if (
    number.unit !== "%" &&
    occurs(ifRight, after) &&
    /\b(?:get(?:ting)? out|exit|sell|leave|out|close|cover)(?: it)? at $/i.test(lead)
  )
    return { role: "target", words: "" };
  // "Out at 60.80 if wrong; 68.18 if right".
  if (number.unit !== "%" && occurs(ifWrong, after) && occurs(outAt, lead)) return { role: "stop", words: "" };
  const isPercent = number.unit === "%";
  // "A nine percent position", but not what somebody would rather have.
  if (isPercent && occurs(sized, after) && !occurs(elsewhere, lead.slice(-48))) return { role: "size", words: "" };
  if (isPercent && occurs(ofPortfolio, after) && !occurs(losing, lead) && !occurs(elsewhere, lead.slice(-48)))
    return { role: "size", words: "" };
  // "125 in, 119 stop, nine percent of assets".
  if (isPercent && occurs(ofAssets, after) && /(?:^|[,;|/•–—]) ?$/.test(lead)) return { role: "size", words: "" };
  if (isPercent && sure.test(after) && /\b(?:am|are|['’]m|['’]re)(?: about| around| roughly)? $/i.test(lead))
    return { role: "confidence", words: "" };
  if (isPercent && occurs(asConfidence, after)) return { role: "confidence", words: "" };
  if (occurs(ourHorizon, after) && !occurs(elsewhere, lead.slice(-48))) return { role: "horizon", words: "" };
  if (
    (number.unit === "x" || timesRisk.test(after)) &&
    /\breward (?:is|equals|comes to|of) ?$/i.test(lead.replace(qualifying, " "))
  )
    return timesRisk.test(after) ? { role: "ratio", words: "" } : null;
  // "Entry/stop/target: 92.10/97.34/77.83" names several.
  if (/[A-Za-z] ?\/ ?(?:\w+(?:[- ]loss)? ?\/ ?)?[A-Za-z]+(?: levels?)?:? ?(?:[$€£₹]?[\d.,]+ ?\/ ?)*[$€£₹]?$/.test(lead))
    return null;
  const plain = lead.replace(/ ?[@=→≈~]{1,2} ?[$€£~]?$/, " ").replace(qualifying, " ");
  for (const [words, of] of given)
    for (const text of lead === plain ? [lead] : [lead, plain]) {
      const at = words.exec(text)?.index;
      if (at !== undefined) return { role: of, words: text.slice(Math.max(0, at - 24)) };
    }
  return null;
}

/** "A stop at 3 ATRs", "target 12 % away" tell a distance, and "12 sessions" no price. */
const distant =
  /^ ?(?:ATRs?|average true|points?|sessions?|days?|weeks?|months?|to \d|%? (?:above|below|under|over|away|higher|lower|from)\b)/i;

/** Whether a number can be the value of a role, as it is printed. */
export function canBeOf(role: Role, { unit }: FoundNumber, after: string): boolean {
  if (role === "horizon")
    return unit === null && occurs(span, after) && !/^[- ]?\w+ (?:ago|old|since|of history)\b/i.test(after);
  if (role === "ratio")
    return unit === "x" || (unit === null && (/^ to (?:1|one)\b/i.test(after) || !occurs(distant, after)));
  if (occurs(distant, after)) return false;
  const rule: Rule = rules[role];
  if (role === "size" && /^ (?:on|onto|off)\b/i.test(after)) return false;
  if (role === "size") return unit === "%" || (unit === null && /^ ?(?:%|percent|[|/,;]|$)/.test(after));
  return unit === null || (rule.money ? unit !== "%" && unit !== "x" : unit === "%");
}

/** Words further away speak of something else. */
const farthest = 120;

/** Whether words give the number to a role that the agents gave another value. */
export function isOthersRole(
  number: FoundNumber,
  text: string,
  start: number,
  { all }: Proposals,
  qualifier: Qualifier,
): boolean {
  if (all.length === 0) return false;
  // "Stop: 190" is one statement.
  const from = /:\s?$/.test(text.slice(Math.max(0, start - 2), start)) ? text.lastIndexOf("\n", start) + 1 : start;
  const lead = text.slice(Math.max(from, number.offset - farthest), number.offset).replace(/[$€£¥₹] ?$/, "");
  const after = text.slice(number.offset + number.text.length, number.offset + number.text.length + 64);
  const found = roleGiven(number, lead, after);
  if (found === null || !canBeOf(found.role, number, after)) return false;
  if (
    occurs(
      elsewhere,
      found.words.replace(
        /\b(?:(?:would|will|do|did|shall) ?)?(?:not|never|n['’]t)(?: \w+)? (?:move|shift|raise|lower|touch|take|budge) (?:the|my|our) stop (?:away |off )?(?:from|at)\b|\bwould (enter|be|get in|get out|buy|short|sell short|purchase|accumulate|cut|bail|exit|take|book|cash in|aim)\b|\bfrom (?=an? entry|here\b)|\b(?:a |the )?move to\b|\bmore than\b|\bless than\b|\bshould (?:not|never) exceed\b/i,
        "$1",
      ),
    )
  )
    return false;
  const { role } = found;
  const own = all.filter((one) => one.role === role);
  if (role === "horizon") return own.length > 0 && !own.some(({ value }) => isHorizon(number, value, after, qualifier));
  const rule: Rule = rules[role];
  // What of the portfolio is at risk is told like its size.
  const told = role === "size" ? [...own, ...all.filter(({ label }) => label === "portfolio at risk")] : own;
  return (
    own.length > 0 &&
    !told.some(({ value }) =>
      spokenAs(role, value, after).some(
        (spoken) =>
          restsOn(number, spoken, null, settled(role, qualifier)) ||
          restsOn(number, spoken, rule.quantity, settled(role, qualifier)),
      ),
    )
  );
}

/** Whether so many days, weeks or months are this horizon, weeks and months to the nearest one. */
export function isHorizon(
  { value, halfUnit }: FoundNumber,
  horizon: number,
  after: string,
  qualifier: Qualifier,
): boolean {
  const unit = firstIn(span, after)?.[1]?.toLowerCase() ?? "day";
  const length = value * (daysIn[unit] ?? 1);
  // Sixty days of the calendar are some forty-two sessions.
  const sessions = unit === "session" || unit === "day" ? [horizon, (horizon * 5) / 7] : [horizon];
  const reach =
    unit === "day" && !qualifier.approximate ? Math.max(halfUnit, horizon * 0.02) : Math.max(halfUnit, horizon * 0.12);
  return sessions.some((each) => Math.abs(length - each) <= reach);
}
