import { plain } from "./operands.ts";
import { firstIn, occurs } from "./pattern-search.ts";
import type { Step, Told } from "./step.ts";
import { alike, lead, namedBy, quotient } from "./step-names.ts";

/* Quotients that are told for each unit of something: of an amount, or of what a trade risks. */

const name = String.raw`([A-Za-z\d][\w\- ]{2,48}?(?: \[[^\]]*\])?)`;
const eachOf = lead(
  String.raw`(?:for|per|on|to|out of|from) (?:each|every|one|an?) (?:dollar|unit|euro) of ${name},? (?:there (?:is|are|comes?)|${name} (?:is|are|was|were|comes? to|amounts? to|stands? at|equals?|runs? (?:at|to)|makes?|works? out (?:at|to)))(?: (?:about|only|just|some))* `,
);
const ofPart =
  /^ ?(?:dollars?|units?|cents|euros?)? of (?:the |its )?([\w -]{3,40}?)(?=[.,;:)]| \[| (?:over|in|for|and|which|while|but|so)\b|$)/i;

const comesTo = lead(
  String.raw`${name} (?:is|are|was|were|comes? to|amounts? to|stands? at|equals?|runs? (?:at|to)|makes?|works? out (?:at|to))(?: (?:about|only|just|some))* `,
);
const forEach =
  /^ ?(?:dollars?|units?|cents|euros?)? (?:for|per|on|to|out of|from) (?:each|every|one|an?|the) (?:dollar|unit|euro) of (?:the |its )?([\w -]{3,40}?)(?=[.,;:)]| \[| (?:over|in|for|and|which|while|but|so)\b|$)/i;

/** "For each dollar of revenue, gross profit is 0.4652 dollars". */
export function forEachOf(told: Told): Step | null {
  const found = firstIn(eachOf, told.lead);
  const turned = found === null ? firstIn(comesTo, told.lead) : null;
  const base = turned === null ? null : forEach.exec(told.ahead);
  if (turned !== null && base !== null) return ofTwo(turned[1] ?? "", base[1] ?? "", told);
  if (found === null) return null;
  const [whole, part] = [found[1] ?? "", found[2] ?? ofPart.exec(told.ahead)?.[1] ?? ""];
  return ofTwo(part, whole, told);
}

function ofTwo(part: string, whole: string, told: Told): Step | null {
  const [a, b] = [namedBy(part, told), namedBy(whole, told)];
  return a === null || b === null || !alike(a, b) || a === b ? null : quotient(a, b, told);
}

const gainToLoss =
  /\b(?:target distance (?:over|divided by|to) (?:the )?stop distance|(?:gain|reward|profit)(?: to (?:the )?target)?(?:[- ]to[- ]| against | over )(?:the )?(?:loss|risk)(?: to (?:the )?stop)?)\b[^,;.\d]{0,32} (?:is|at|comes to|of|works out at|stands at|gives|makes) (?:about |roughly |only )?$/i;

const forRisk =
  /^(?: (?:units?|dollars?|euros?))?(?: of)? (?:reward|gain|profit|upside|return)s? (?:for|per|to|against|on) (?:(?:each|every|one|an?|1) )?(?:(?:units?|dollars?|euros?) )?(?:of )?(?:risk|loss|downside|(?:put )?at risk|risked|stake)\b/i;
const eachRisk =
  /\b(?:for|per|on) (?:each|every|one|an?) (?:unit|dollar|euro) (?:of (?:risk|loss|downside)|at risk|risked)\b[^.;\d]{0,64} $/i;
/** "For each unit of risk, the plan offers 2.1". */
const seeking =
  /\b(?:seeks?|wants?|aims? (?:for|at)|looks? for|plays? for|offers?|promises?|pays?(?: out| back)?|stands? to (?:make|gain|win|earn)|targets?|returns?|makes?|earns?|gains?|wins?)(?: (?:about|roughly|some|only))? [$€£¥₹]?$/i;
const alone = /^(?: (?:units?|dollars?|euros?))?(?: back)?\W*(?:$|[.;,] )/i;
const gained = /^(?: (?:units?|dollars?|euros?))?(?: of)? (?:reward|gain|profit|upside|return)s?\b/i;

/** Whether the number is told as what is won for each unit of what is risked. */
function isForRisk({ lead: before, ahead }: Told): boolean {
  return occurs(eachRisk, before) && (occurs(gained, ahead) || (occurs(seeking, before) && occurs(alone, ahead)));
}

/** "Gain to loss on this trade is 1.5 to one", "the plan offers 1.07 of reward for each unit of risk". */
export function reward(told: Told): Step | null {
  const isRatio = occurs(gainToLoss, told.lead) && /^(?: to (?:one|1)\b| times\b|x\b|\W*$)/i.test(told.ahead);
  if (!isRatio && !occurs(forRisk, told.ahead) && !isForRisk(told)) return null;
  const own = ["entry", "stop", "target"].map((role) => namedBy(role, told)?.value);
  const [entry, stop, target] = own;
  if (entry === undefined || stop === undefined || target === undefined || entry === stop) return null;
  const value = (target - entry) / (entry - stop);
  return { expression: "(target - entry) / (entry - stop)", ids: [], value, quantity: plain };
}
