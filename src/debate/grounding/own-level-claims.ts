import type { Found, Reader } from "./claim-reader.ts";
import { closeOn } from "./closes-claims.ts";
import { daysIn } from "./dates.ts";
import type { EvidenceIndex } from "./evidence-index.ts";
import { namedIn, type Measured } from "./measure-pairs.ts";
import { findNumbers } from "./numbers.ts";
import { sameCurrency } from "./currencies.ts";
import { mentionsIn } from "./subjects.ts";

/* What words state of an agent's own number by saying that it is the same as some evidence. */

/** "Which is also where the 50-session mean lies", "which coincides with the 252-session low", "equal to the ATR". */
const same =
  /(?:,? (?:which )?(?:is )?(?:also |just |exactly |precisely |right |roughly |about )?where|(?:,? (?:which |that )?)(?:coincid(?:es|ing)|lin(?:es|ing) up|matche?s?|matching|equals?|equal(?:ling)?|in line|identical)(?: exactly)?(?: to| with)?|(?:,? (?:which )?is )?the same (?:level|price|figure|number|percentage)? ?as|, which is also)(?= )/gi;
const sameAtAll = /where|coincid|lin(?:es|ing) up|match|equal|in line|identical|same|also/i;
/** Behind "where", words that say that it lies there, or nothing more. */
const lies =
  /^[^,;.\d]{0,40}?(?:\b(?:lies?|lay|sits?|sat|is|was|stands?|stood|runs?|ran|comes in|came in|begins?|waits?|now)\b)?[^,;.\d]{0,12}$/i;
/** How far a level may be from what it is said to be at: a hundredth. */
const reach = 0.01;

/** An agent's level or size that is said to be some measure's value, or a day's close, and is not. */
export const sameAs: Reader = (sentence, index, cited) => {
  if (!sameAtAll.test(sentence)) return null;
  for (const found of sentence.matchAll(same)) {
    const number = findNumbers(sentence.slice(0, found.index)).at(-1);
    if (number === undefined || found.index - number.offset - number.text.length > 48) continue;
    const behind = sentence.slice(found.index + found[0].length);
    const place = { start: found.index, end: found.index + found[0].length };
    const closed = /where$/i.test(found[0]) ? closedThere(behind, number.value, index, place) : null;
    if (closed !== null) return closed;
    const [part = ""] = behind.split(/[;.](?=\s|$)|,(?=\s)|\s(?:and|while|but)\s/);
    const item = lineNamed(part, index, cited);
    if (item === null || item.value === 0 || !sharesUnit(number.unit, item)) continue;
    if (/where$/i.test(found[0]) && !lies.test(part.replaceAll(/\[[^\]]*\]|\d+-\w+/g, ""))) continue;
    const value = number.unit === "x" || item.unit === "%" ? Math.abs(item.value) : item.value;
    const half = Math.max(number.halfUnit, Math.abs(item.value) * reach);
    return { ...place, holds: Math.abs(number.value - value) <= half, items: [item] };
  }
  return null;
};

/** "Where the stock closed on 22 July". */
function closedThere(behind: string, value: number, index: EvidenceIndex, place: Pick<Found, "start" | "end">) {
  if (
    !/^ (?:the |its )?(?:stock|shares?|price|it|index|coin|bitcoin|ether)\b[^,;]{0,12} (?:closed|finished|ended|settled)\b/i.test(
      behind,
    )
  )
    return null;
  const [day, another] = daysIn(behind);
  const found = day === undefined || another !== undefined ? null : closeOn(day.day, index);
  if (found === null) return null;
  return { ...place, holds: Math.abs(value / found.close - 1) <= reach / 2, items: [found.item] };
}

/** The measure that a part of a sentence names; of several, none. */
function lineNamed(part: string, index: EvidenceIndex, cited: ReadonlySet<string>): Measured | null {
  const mentions = mentionsIn(part);
  if (mentions.length !== 1) return null;
  const item = namedIn(part, index);
  return item !== null && (cited.size === 0 || cited.has(item.id) || cited.size > 1) ? item : null;
}

function sharesUnit(unit: string | null, { unit: of }: Measured): boolean {
  if (unit === null) return true;
  if (unit === "%" || unit === "x") return unit === of;
  return of !== null && /^[A-Z]{3}$/.test(of) && sameCurrency(unit, of);
}
