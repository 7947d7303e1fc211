import type { FoundNumber } from "./found-number.ts";
import type { Grounds } from "./grounds.ts";
import type { Spot } from "./number-in-context.ts";
import { firstIn, occurs } from "./pattern-search.ts";

/* Amounts that tell a share, a multiple or a change, since they are told for each dollar or hundred dollars. */

const forDollar = /\b(?:(?:each|every|per|a|for one) dollar|every (?:100|hundred) cents) (?:of|in)\b/i;
const ofDollar = /^ (?:of|on|in|from|out of) (?:each|every|the|a) (?:revenue |sales )?dollar\b/i;
const staked = /^(?: dollars| euros| rupees)?(?: that (?:was|were)| once)? (?:put|invested|placed|staked|sunk)\b/i;
const outOfHundred =
  /(?:\b(?:for|of|out of|from|on|in) |^\W*|[,:;] )(?:every|each|a) (?:hundred|100) (?:dollars|euros|rupees)\b[^.;]{0,56}$/i;
const yielding =
  /\b(?:spends?|earns?|makes?|keeps?|pays?|gets?|brings?(?: in)?|has|owes?|generates?|leaves?|there (?:is|are)|holds?) (?:about |some |only |just )?$|\b(?:is|are|was|were|comes? to|amounts? to|stands? at|equals?|works? out (?:at|to)) (?:about |some |only |just )?$/i;
const agoInList = /^ (?:trading )?(?:sessions?|days?) (?:ago|earlier|back|before)\b/i;
const staking =
  /\b(?:(?:an?|one|each|every) dollar|((?:a|one|every|each) (?:hundred|thousand)|[$]?(?:100|1,?000))(?: dollars)?) (?:that (?:was|were) )?(?:put|invested|placed|staked|sunk)\b[^.;]{0,64}\b(?:is|are|was|were|be|become|became|grew|shrank|turned|worth|into|to)(?: now)?(?: (?:worth|only|about|in|to|into|some))* ?$/i;

function around({ number, text, sentence }: Spot): { readonly lead: string; readonly after: string } {
  return { lead: text.slice(sentence.start, number.offset), after: text.slice(number.offset + number.text.length) };
}

/** "Two sessions ago" counts back in the list of closes that is cited. */
export function isDayCount(spot: Spot, { index }: Grounds): boolean {
  return (
    occurs(agoInList, around(spot).after) && [...spot.ids].some((id) => index.items.get(id)?.key === "recent_closes")
  );
}

/** "A hundred dollars put into the stock", "for every 100 cents": a sum that is supposed. */
export function isSumSupposed(spot: Spot): boolean {
  const { lead, after } = around(spot);
  const printed = spot.number.text;
  if (spot.number.value === 1 && /^(?:100|hundred|a hundred) cents$/i.test(printed) && /\bfor every $/i.test(lead))
    return true;
  return /^(?:a|one)? ?hundred|^a thousand|^.?(?:100|1,?000|10,?000)\b/i.test(printed) && occurs(staked, after);
}

/** The share, the change or the multiple that an amount tells; `null` where it is one. */
export function perAmount(spot: Spot): FoundNumber | null {
  const { number } = spot;
  const { lead, after } = around(spot);
  // "19.6 cents of each dollar of cash flow".
  if (number.unit !== "%" && /cents?$/i.test(number.text) && ofDollar.test(after))
    return { ...number, value: number.value * 100, halfUnit: number.halfUnit * 100, unit: "%" };
  if (number.unit !== "$") return null;
  // "One dollar invested a year ago is worth 84 cents".
  const base = firstIn(staking, lead);
  if (base !== null) {
    const of = base[1] === undefined ? 1 : /thousand|000/.test(base[1]) ? 1000 : 100;
    const value = (number.value / of - 1) * 100;
    return { ...number, value, halfUnit: (number.halfUnit / of) * 100, unit: "%", sign: value < 0 ? "-" : "+" };
  }
  // "Out of every hundred dollars of sales 0.26 dollars less remain".
  if (number.value < 100 && occurs(outOfHundred, lead)) return { ...number, unit: "%" };
  // "Each dollar of profit brings in $1.45 of cash".
  const isLed = occurs(forDollar, lead) && (/^ of [a-z]/i.test(after) || occurs(yielding, lead));
  return number.value < 1000 && (isLed || occurs(forEach, after)) ? { ...number, unit: "x" } : null;
}

const forEach =
  /^ (?:(?:of|in) [a-z ]{3,24} )?(?:for|per|on|to) (?:(?:each|every|the|a|one) dollar|every (?:100|hundred) cents) (?:of|in)\b/i;

/** "The 10-Q is three weeks old" of 21 days: what counts days, told in weeks or months to the nearest one. */
export function isAgeInWeeks({ number, text, ids }: Spot, { index }: Grounds): boolean {
  const unit = /^ (week|month)s? (?:old|ago|back|since|(?:have|has) (?:gone by|passed|elapsed|gone))\b/i.exec(
    text.slice(number.offset + number.text.length, number.offset + number.text.length + 24),
  )?.[1];
  if (unit === undefined) return false;
  const days = number.value * (unit.toLowerCase() === "week" ? 7 : 30.4);
  return [...ids].some((id) => {
    const item = index.items.get(id);
    return item?.unit === "days" && item.value !== null && Math.abs(item.value - days) <= days * 0.25;
  });
}
