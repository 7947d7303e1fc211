import { plain } from "./operands.ts";
import { firstIn, occurs } from "./pattern-search.ts";
import { namedBy } from "./step-names.ts";
import type { Step, Told } from "./step.ts";

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

/** The step that words name of an agent's own trade; `null` where they name none, or the levels are not set. */
export function ofOwnStep(told: Told): Step | null {
  const { lead, ahead, grounds } = told;
  const size = grounds.proposals.all.find(({ role }) => role === "size")?.value;
  if (size === undefined) return null;
  if (occurs(outside, lead)) return { expression: "100 - size", ids: [], value: (100 - size) / 100, quantity: plain };
  const isLoss = occurs(lossLed, lead) || (firstIn(stopBehind, ahead) !== null && occurs(lossOpen, lead));
  const isGain =
    !isLoss && (occurs(gainLed, lead) || (firstIn(targetBehind, ahead) !== null && occurs(gainOpen, lead)));
  if (!isLoss && !isGain) return null;
  const role = isLoss ? "stop" : "target";
  const [entry, level] = [namedBy("entry", told), namedBy(role, told)];
  if (entry === null || level === null || entry.value === 0) return null;
  const value = (size / 100) * Math.abs(level.value / entry.value - 1);
  return { expression: `size * (${role} / entry - 1)`, ids: [], value, quantity: plain };
}
