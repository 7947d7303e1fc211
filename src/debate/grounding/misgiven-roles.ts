import { canBeOf, type Given } from "./given-roles.ts";
import type { Spot } from "./number-in-context.ts";
import { occurs } from "./pattern-search.ts";
import { rules, settled, spokenAs, type Proposals, type Role, type Rule } from "./proposals.ts";
import { outThere, passing, provenWrong, roleLexiconOf } from "./role-lexicon.ts";
import type { RoleLexicon } from "./role-patterns.ts";
import { restsOn } from "./support.ts";

/*
 * A number that stands in a role of an agent's own trade, by the words right before or behind it (role-lexicon.ts), and is
 * another than the agent set for that role: "cover at 539.99" of a target at 420.
 */

/** Others' levels, those that were or might be, and lists whose numbers are told apart only in order. */
const elsewhere =
  /\b(?:mov(?:e|es|ed|ing) (?:the|our|my) stop|rais(?:e|es|ed|ing)|lower(?:ed|ing)|trail(?:s|ed|ing)|tight(?:en\w*|er)|wide(?:n\w*|r)|looser|closer|shift\w*|instead|rather|prefer\w*|alternative\w*|previous|old|original|former|last year['’]s|analysts?|consensus|street|brokers?|house|not|never|minus|plus|between|than|could|might|his|her|their|he|she|they|company['’]s|management['’]s|(?:bull|bear|trader|manager|voice|opponent|colleague)['’]s|statt|frühere\w*|Analysten|analystes|analistas|nicht|pas)\b/i;
const roleName =
  "(?:entry|entries|stop(?:[- ]loss)?|target|objective|size|Einstieg|Stopp|Ziel|Kursziel|entrée|objectif|entrada|objetivo)";
const listed = new RegExp(
  `${roleName}(?: ?[,/&+|] ?| and | or | und | et | y )(?:and )?(?:the |our |my |der |das |die |le |la |l['’]|el )?(?:\\w+ )?${roleName}`,
  "i",
);
const bounds = /\b(?:no|not|never)? ?(?:more|less|lower|higher) than\b/gi;
/** "Where we start, at 236" places something else there. */
const placed =
  /\b(?:where (?:I|we) [\w ]{2,24}|(?:above|below|under|over|beneath) (?:the|our|my) (?:entry|stop|target|objective)), at [$€£₹]?$/i;
/** "A stop at 190 would raise it", "confidence (0–1)". */
const wondering = /^[–-]\d|^ (?:would|could|might|may)(?! be\b)/i;

/** From about there on, with no part of a word. */
function cutLead(lead: string, from: number): string {
  return from <= 0 ? lead : lead.slice(from).replace(/^\S+/, "");
}

function roleOf(lead: string, after: string, { filler, before, behind }: RoleLexicon): Given<readonly Role[]> | null {
  const back = behind.find(({ words }) => words.test(after));
  if (back !== undefined) return { role: back.roles, words: cutLead(lead, lead.length - 48) };
  let rest = lead;
  for (let step = 0; step < 16; step += 1) {
    for (const { words, roles } of before) {
      const at = words.exec(rest)?.index;
      // "119 stop, 140 target" has the names behind.
      if (at !== undefined && /\d ?$/.test(rest.slice(0, at)) && /[,;/|]/.test(lead.slice(rest.length))) return null;
      if (at !== undefined) return { role: roles, words: cutLead(lead, at - 40) };
    }
    const shorter = rest.replace(filler, "");
    if (shorter === rest) return null;
    rest = shorter;
  }
  return null;
}

/** "Below 81.57 I was wrong": the stop, on the side where the trade loses. */
function isPassedStop(lead: string, after: string, long: boolean | null): boolean {
  const side = passing.exec(lead.replace(/[\s$€£₹*]+$/, ""));
  if (side === null) return false;
  if (provenWrong.test(after)) return true;
  if (long === null || !outThere.test(after)) return false;
  return side[1] !== undefined ? long : side[2] !== undefined ? !long : true;
}

export function isLong({ all }: Proposals): boolean | null {
  const [stop, target] = ["stop", "target"].map((role) => all.find((one) => one.role === role)?.value);
  return stop === undefined || target === undefined || stop === target ? null : stop < target;
}

/** Whether words give a number to a role to which the agents gave another value. */
export function isMisgiven(
  { number, text, sentence, qualifier }: Spot,
  proposals: Proposals,
  language: string | undefined,
): boolean {
  const lexicon = roleLexiconOf(language);
  if (lexicon === null || proposals.all.length === 0) return false;
  const lead = text.slice(Math.max(sentence.start, number.offset - 120), number.offset);
  const end = number.offset + number.text.length;
  const after = text.slice(end, Math.min(sentence.end, end + 72)).replace(/^\*+/, "");
  const passed = language === undefined && isPassedStop(lead, after, isLong(proposals));
  if (isOtherDistance(lead, after, { number, qualifier }, proposals)) return true;
  if (isOtherRisk(lead, after, { number, qualifier }, proposals)) return true;
  if (language === undefined && isOtherGap(lead, after, { number, qualifier }, proposals)) return true;
  const given = passed ? { role: ["stop" as const], words: "" } : roleOf(lead, after, lexicon);
  if (
    given === null ||
    occurs(elsewhere, given.words.replace(/^.*[;.](?=\s)/s, "").replace(bounds, "")) ||
    occurs(listed, given.words) ||
    occurs(placed, lead) ||
    wondering.test(after)
  )
    return false;
  // "25.16 over 30 days" is no distance.
  const behind = after.replace(/^ over (?=(?:the next )?\d+ (?:days|weeks|months|sessions))/i, " in ");
  const roles = given.role.filter(
    (role) => canBeOf(role, number, behind) && isPlausible(role, number.value, proposals),
  );
  if (roles.length < given.role.length || roles.length === 0) return false;
  return roles.every((role) => isOther(role, { number, qualifier }, after, proposals));
}

/** A price far from the agent's own is none of its levels, and no share of the portfolio is above a hundred. */
function isPlausible(role: Role, value: number, { all }: Proposals): boolean {
  const rule: Rule = rules[role];
  const own = all.filter((one) => one.role === role);
  if (own.length === 0) return false;
  if (!rule.money) return value >= 0 && value <= (role === "horizon" ? 1000 : 100);
  return own.some((one) => value > one.value * 0.4 && value < one.value * 2.5);
}

function isOther(
  role: Role,
  { number, qualifier }: Pick<Spot, "number" | "qualifier">,
  after: string,
  { all }: Proposals,
): boolean {
  const rule: Rule = rules[role];
  const own = all.filter((one) => one.role === role || (role === "size" && one.label === "portfolio at risk"));
  const meant = settled(role, qualifier);
  return !own.some(({ value }) =>
    spokenAs(role, value, after).some(
      (spoken) => restsOn(number, spoken, null, meant) || restsOn(number, spoken, rule.quantity, meant),
    ),
  );
}

const levelBefore =
  /\b(stop|target|objective)(?:[- ]loss)?(?: (?:price|level))?(?: (?:of|at) [$€£₹]?\d[\d.,]*\d)?,?(?: (?:is|are|lies|sits|stands|goes))?(?: (?:just|only|about|some|set|placed))* ?[$€£₹]?$/i;
const besideEntry =
  /^ ?(?:%|percent|per cent|dollars?|points?|USD)? ?(?:(?:away|off|distant)(?=[.,;]|$| and\b| from (?:the |our |my )?(?:entry|close|price)\b)|(?:above|below|over|under|from) (?:the |our |my )?(?:entry|start))/i;

/** "With the stop 25.82 below entry", "the target is 6.05 % away": another distance than that of the level. */
function isOtherGap(
  lead: string,
  after: string,
  { number, qualifier }: Pick<Spot, "number" | "qualifier">,
  { all }: Proposals,
): boolean {
  const level = levelBefore.exec(lead)?.[1]?.toLowerCase().replace("objective", "target");
  const isShare = number.unit === "%";
  if (level === undefined || number.unit === "x" || number.unit === "fold" || number.unit === "bps") return false;
  // "The target of 931.35 is 9.6 % away and the stop 6.05 %": the words are said once.
  const isSecond =
    isShare &&
    /%(?: away| off)?[,;]? (?:and|while|with) (?:the |my |our )?(?:stop|target)$/i.test(lead.trim()) &&
    /^(?: ?[.,;)]|$)/.test(after);
  if (!besideEntry.test(after) && !isSecond) return false;
  const label = isShare ? `${level} against its start` : `${level} against its start, in money`;
  const own = all.filter((one) => one.label === label);
  const { distance, gap } = rules;
  return (
    own.length > 0 &&
    own.every(
      ({ value }) =>
        !restsOn({ ...number, sign: null }, Math.abs(value), (isShare ? distance : gap).quantity, qualifier),
    )
  );
}

const riskOfPortfolio =
  /\b(?:risk|damage|loss|cost|hit|harm|drawdown)\b[^.;,%\d]{0,12} (?:to|for|of|on|in) (?:the |our |my )?(?:whole |entire |total )?(?:portfolio|book|fund|capital|account)\b[^.;%\d]{0,16}$/i;
const atStake =
  /^ ?(?:%|percent|per cent)? of (?:the |our |my )?(?:portfolio|book|fund|capital|account) (?:is |are |would be |stands )?(?:at (?:risk|stake)|lost|gone|risked)\b/i;

/** "The risk to the whole portfolio is 1.9 %" of a stop so far away, of which only the size is at risk. */
function isOtherRisk(
  lead: string,
  after: string,
  { number, qualifier }: Pick<Spot, "number" | "qualifier">,
  { all }: Proposals,
): boolean {
  if (number.unit !== "%" || !(occurs(riskOfPortfolio, lead) || atStake.test(after))) return false;
  if (/\b(?:not|never|no more than|at most|limit|cap|max\w*|budget|rule)\b/i.test(lead)) return false;
  // What is at stake may be all that is put in.
  const own = all.filter(
    ({ label, role }) => label === "portfolio at risk" || (role === "size" && atStake.test(after)),
  );
  return (
    own.some(({ role }) => role === "distance") &&
    own.every(({ value }) => !restsOn(number, value, rules.distance.quantity, qualifier))
  );
}

const apart: readonly (readonly [words: RegExp, level: string])[] = [
  [
    /\b(?:downside|loss|risk|distance|drop|gap|room)\b(?: \w+){0,2} (?:to|at|from|until) (?:the|our|my) stop\b(?: (?:is|of|comes to|amounts to|at|equals|=|:))*:? ?$/i,
    "stop",
  ],
  [
    /\b(?:downside|upside|gain|profit|reward|distance|gap|room|move)\b(?: \w+){0,2} (?:to|at|until) (?:the|our|my) (?:target|objective)\b(?: (?:is|of|comes to|amounts to|at|equals|=|:))*:? ?$/i,
    "target",
  ],
  [
    /\b(?:target|objective)\b[^.;,]{0,24} (?:implies|means|offers|gives|promises|stands for|is worth)(?: us)? (?:an? )?(?:gain|upside|profit|return|rise|move) of $/i,
    "target",
  ],
  [
    /\bstop\b(?: (?:at|of) [$€£₹]?[\d.,]*\d)?[^.;,\d]{0,16} (?:gives away|risks|costs(?: us)?|implies a loss of|means a loss of|loses) $/i,
    "stop",
  ],
];

/** "The downside to the stop is 4.4 %" of a target so far away. */
function isOtherDistance(
  lead: string,
  after: string,
  { number, qualifier }: Pick<Spot, "number" | "qualifier">,
  { all }: Proposals,
): boolean {
  if (number.unit !== "%" || /^ of (?:the |our |my )?(?:portfolio|capital)\b/i.test(after)) return false;
  const level = apart.find(([words]) => words.test(lead))?.[1];
  if (level === undefined) return false;
  const own = all.filter(
    ({ label }) => label === `${level} against its start` || (level === "stop" && label === "portfolio at risk"),
  );
  return (
    own.length > 0 && own.every(({ value }) => !restsOn(number, Math.abs(value), rules.distance.quantity, qualifier))
  );
}
