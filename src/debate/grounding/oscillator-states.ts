import { itemOf, needing, type Reader } from "./claim-reader.ts";
import { allIn, firstIn, occurs } from "./pattern-search.ts";

/*
 * What a sentence calls the state of the one oscillator that it names, in whatever order: "I call it oversold on the money
 * flow index", "the RSI, now 51.9, leaves it between the oversold and the overbought zone".
 */

const names = /\b(?:(rsi|relative strength index)|mfi|money flow(?: index)?)\b/gi;
const states =
  /\b(?:(?:(?:far|well) (?:away |off )?(?:from|off)|nowhere near|(?:some|a (?:good|long|fair|considerable)) (?:way|distance) (?:away |off )?(?:from|off)|anything but|clear of)(?: being)? (?:the |an? )?(?:overbought|oversold)|neither (?:overbought nor oversold|oversold nor overbought)|between (?:the )?(?:oversold|overbought)(?: zone)? and (?:the )?(?:overbought|oversold)|neutral|overbought|oversold)\b(?! (?:threshold|level|line|mark|reading of|boundary)s?\b)/gi;
/** Who calls it so, and that it is so. */
const asserted =
  /\b(?:sits|lies|stands|rests|hovers|falls|call|calls|see|sees|find|finds|rate|rates|is|looks?|marks?|leaves?|puts?|has|shows?|reads?|judged|remains|stays|seems|counts|says|makes|places|keeps)\b/i;
const another =
  /\b(?:from|was|were|had been|after|since|until|till|before|previously|ago|yet|almost|nearly|near|close to|towards?|not far|approach\w*|\d{1,2}(?:\.\d+)? (?:is|marks) (?:the|an?)|if|unless|would|could|should|might|may|can|will|expects?|risks?|targets?|once|when the (?:rsi|mfi)|outside|out of|zone of|band|bands|volume|stochastic|line|threshold|above|below|over|under)\b/i;

const opening = /^\W*before [^,]*, /i;
const remark = /, (?:which|and|so|though|as|but|because|since|if) [^,;]*$/i;
const awayFrom = /^(?:far|well|nowhere|some|a (?:good|long|fair|considerable)|anything|clear)\b/i;

export const oscillatorState: Reader = needing([names], (written, index) => {
  // Of the same length: "at an overbought level" is no line.
  const sentence = written
    .replace(/(?<=\bat an? (?:overbought|oversold)) level\b/gi, " state")
    .replaceAll(/\bover (?=(?:14|fourteen) (?:sessions|days)\b)/gi, "with ");
  const named = allIn(names, sentence);
  const told = allIn(states, sentence);
  const [state, second] = told;
  const keys = new Set(named.map((found) => (found[1] === undefined ? "mfi_14" : "rsi_14")));
  const [key, other] = keys;
  if (state === undefined || second !== undefined || key === undefined || other !== undefined) return null;
  const item = itemOf(index, key);
  if (
    item?.value == null ||
    firstIn(asserted, sentence) === null ||
    occurs(another, sentence.replace(state[0], "so").replace(remark, "").replace(opening, ""))
  )
    return null;
  const [low, high] = key === "rsi_14" ? [30, 70] : [20, 80];
  const isOver = item.value >= high;
  const isUnder = item.value <= low;
  const word = state[0].toLowerCase();
  const isThere = word.endsWith("overbought") ? isOver : isUnder;
  const isBetween = !isOver && !isUnder;
  const holds = awayFrom.test(word) ? !isThere : /^over(?:bought|sold)$/.test(word) ? isThere : isBetween;
  return { start: state.index, end: state.index + state[0].length, holds, items: [item] };
});
