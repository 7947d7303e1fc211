import type { Evidence } from "#src/contract/evidence.ts";
import { isChange } from "./directions.ts";
import { quantityOfItem, spansIn, type EvidenceIndex } from "./evidence-index.ts";
import type { FoundNumber } from "./found-number.ts";
import { namedIn } from "./measure-pairs.ts";
import type { Spot } from "./number-in-context.ts";
import { occurs } from "./pattern-search.ts";
import type { Proposals } from "./proposals.ts";
import type { Quantity } from "./quantity.ts";
import type { Mention } from "./subjects.ts";
import { printedOf } from "./support.ts";
import { windowsIn } from "./windows.ts";

/*
 * The figures that a sentence may work with: those it prints, names and cites, those of the sentence that it goes on from,
 * and an agent's own levels where it speaks of them.
 */

export interface Operand {
  readonly name: string;
  readonly ids: readonly string[];
  readonly value: number;
  readonly quantity: Quantity;
  /** A bare number may be an amount of money. */
  readonly isBare: boolean;
  readonly isChange: boolean;
  /** So many times as much: it multiplies amounts and is set against nothing. */
  readonly isMultiple: boolean;
  /** Where it is printed. */
  readonly printed?: FoundNumber;
  /** A stop or a target: one is never set against the other. */
  readonly isExit?: boolean;
}

export const plain: Quantity = { money: 0, shares: 0, hundreds: 0 };
const fromTo = /\bfrom [$€£¥₹]?\d[\d,]*(?:\.\d+)? (?:[\w ]{0,16} )?to [$€£¥₹]?\d/i;
const notFigures = /^[ -]?(?:day|session|week|month|quarter|year|hour|period)s?\b|^(?:st|nd|rd|th)\b/i;
const most = 9;

export function operandsOf(spot: Spot, index: EvidenceIndex, proposals: Proposals): Operand[] {
  const printed = printedIn(spot);
  const named = namedItems(spot, index).map(ofItem);
  const close = index.byKey.get("close")?.[0];
  // "From 202.58 to 214.55, a jump of 5.9 %" prints both ends.
  const isWhole = occurs(fromTo, spot.text.slice(spot.sentence.start, spot.sentence.end));
  const last = close === undefined || close.value === null || isWhole ? [] : [ofItem(close)];
  const levels = ownLevels(spot, proposals);
  // "Worth about $26 a share" divides by them.
  const shares = index.byKey.get("shares_outstanding")?.[0];
  const isPerShare = /^ (?:a|per|for each|for every) share\b/i.test(
    spot.text.slice(spot.number.offset + spot.number.text.length),
  );
  const counted = isPerShare && shares?.value != null ? [ofItem(shares)] : [];
  const isExit = ({ value, isBare, quantity }: Operand): boolean =>
    (isBare || quantity.money === 1) && levels.some((one) => one.isExit === true && one.value === value);
  const said = printed.map((one) => (isExit(one) ? { ...one, isExit: true } : one));
  const all = [...said, ...counted, ...named, ...last, ...levels, ...printedBefore(spot)];
  // What is printed and named is one figure.
  const distinct = all.filter(
    (one, at) => all.findIndex((other) => Math.abs(other.value) === Math.abs(one.value)) === at,
  );
  return distinct.slice(0, most);
}

/** The other figures that the sentence prints, the nearest first. */
function printedIn({ number, numbers, windows, days, text }: Spot): Operand[] {
  const named = [...windows, ...days];
  return (
    numbers
      .filter((one) => one !== number && !named.some(({ start, end }) => one.offset >= start && one.offset < end))
      .filter(
        ({ offset, text: digits }) =>
          !occurs(notFigures, text.slice(offset + digits.length, offset + digits.length + 9)),
      )
      // "For every 100 cents" is a measure.
      .filter(({ text: digits }) => !/^(?:100|hundred) cents$/i.test(digits))
      .toSorted((a, b) => Math.abs(a.offset - number.offset) - Math.abs(b.offset - number.offset))
      .slice(0, 4)
      .map((one) => ofNumber(one, /^[- ]?(?:percentage )?points?\b/.test(text.slice(one.offset + one.text.length))))
  );
}

function ofNumber(number: FoundNumber, inPoints: boolean): Operand {
  const { value, text, unit: own } = printedOf(number);
  const unit = own === null && inPoints ? "%" : own;
  if (unit === "x" || unit === "fold")
    return {
      name: text,
      ids: [],
      value,
      quantity: plain,
      isBare: false,
      isChange: false,
      isMultiple: true,
      printed: number,
    };
  const quantity = unit === "%" ? { ...plain, hundreds: 1 } : unit === null ? plain : { ...plain, money: 1 };
  return {
    name: text,
    ids: [],
    value,
    quantity,
    isBare: unit === null,
    isChange: unit === "%",
    isMultiple: false,
    printed: number,
  };
}

export function ofItem(item: Evidence): Operand {
  const { id, key, unit, value } = item;
  return {
    name: id,
    ids: [id],
    value: value ?? 0,
    quantity: quantityOfItem(item),
    isBare: false,
    isChange: isChange(key),
    isMultiple: unit === "x",
  };
}

const goesOn =
  /^\W*(?:[a-z]+ ){0,2}?(?:it|that|this|these|them|they|there|then|since|from|by|the|its|two|three|twice|half|a|an|up|down|compared|against|which|so)\b/i;

const comparing = /\b(?:lower|higher|more|less|larger|smaller|above|below|bigger|greater|times|twice|half)\b/i;

/** The figures of the sentence before, where this one goes on about them. */
function printedBefore({ previous, sentence, text }: Spot): Operand[] {
  const written = text.slice(sentence.start, sentence.end);
  if (previous.length === 0 || !(occurs(goesOn, written) || occurs(comparing, written))) return [];
  return previous.slice(-3).map((one) => ofNumber(one, false));
}

const speaksOfTrade =
  /\b(?:entry|enter\w*|positions?|trade|bought|buy\w*|sell\w*|short|long|stop\w*|target\w*|objective|upside|downside|risk\w*|reward|plan|bet|set-?up)\b/i;

const ofStop = /\b(?:stop\w*|downside|risk\w*|los[es]\w*|loss|exit|invalidat\w*)\b/i;
const ofTarget = /\b(?:target\w*|objective|upside|reward|profits?|gain\w*|potential)\b/i;

/** What an agent set for its levels, where the sentence speaks of its trade. */
function ownLevels({ text, sentence }: Spot, { all }: Proposals): Operand[] {
  const written = text.slice(sentence.start, sentence.end);
  if (!occurs(speaksOfTrade, written)) return [];
  return all
    .filter(
      ({ role }) =>
        role === "entry" ||
        (role === "stop" && occurs(ofStop, written)) ||
        (role === "target" && occurs(ofTarget, written)),
    )
    .map(({ label, role, value }) => ({
      name: label,
      ids: [],
      value,
      quantity: { ...plain, money: 1 },
      isBare: false,
      isChange: false,
      isMultiple: false,
      isExit: role !== "entry",
    }));
}

/** What the sentence cites for the number, and what it names. */
function namedItems({ ids, text, sentence, mentions }: Spot, index: EvidenceIndex): Evidence[] {
  const items = mentions.flatMap((mention, at) => {
    const next = mentions[at + 1]?.start ?? sentence.end;
    const last = mentions[at - 1]?.end ?? sentence.start;
    const [led, followed] = [text.slice(last, mention.end), text.slice(mention.start, next)];
    return namedIn(led, index, mention, mention) ?? namedIn(followed, index, mention, mention) ?? [];
  });
  const windowed = ofFamily(text.slice(sentence.start, sentence.end), mentions, index);
  const cited = [...ids].flatMap((id) => index.items.get(id) ?? []).filter(({ value }) => value !== null);
  return [...new Map([...cited, ...items, ...windowed].map((item) => [item.id, item])).values()];
}

/** "Volatility of 21 sessions is 0.47 of the 63-session figure": a family that is named once, by each window. */
function ofFamily(written: string, mentions: readonly Mention[], index: EvidenceIndex): Evidence[] {
  const windows = windowsIn(written);
  if (windows.flatMap(({ each }) => each).length < 2) return [];
  return mentions.flatMap(({ keys }) =>
    keys.flatMap((key) =>
      (index.byKey.get(key) ?? []).filter(
        ({ value, label }) =>
          value !== null && spansIn(label).some((span) => windows.some(({ names }) => names.has(span))),
      ),
    ),
  );
}
