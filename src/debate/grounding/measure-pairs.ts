import type { Evidence } from "#src/contract/evidence.ts";
import { directionsIn } from "./direction-words.ts";
import { spansIn, type EvidenceIndex } from "./evidence-index.ts";
import { mentionsIn } from "./subjects.ts";
import { windowsIn } from "./windows.ts";

/** Two cited measures that words set against one another, and whether the first is said to be more. */
export interface Pairing {
  readonly start: number;
  readonly end: number;
  readonly more: boolean;
  readonly items: readonly [Evidence & { readonly value: number }, Evidence & { readonly value: number }];
}

const comparing =
  /\b(?:(above|higher than|greater than|more than|over(?! (?:the )?(?:past|last|\d))|ahead of|exceed(?:s|ed|ing)?|outpac(?:es|ed|ing)|top(?:s|ped|ping)|beats?)|(below|lower than|less than|under|beneath|behind|trail(?:s|ed|ing)?|lag(?:s|ged|ging)?|short of))\b/gi;
const against = /\b(?:compared with|compared to|versus|vs\.?|against|than)\b/i;

/**
 * "The 20-session mean is above the 200-session mean", "RSI trails money flow": two measures in one unit, each told by
 * its own name or window. `null` unless exactly one of the cited fits what stands on each side.
 */
export function pairingIn(clause: string, index: EvidenceIndex, cited: ReadonlySet<string>): Pairing | null {
  const items = [...cited].flatMap((id) => {
    const item = index.items.get(id);
    return item?.value == null ? [] : [{ ...item, value: item.value }];
  });
  if (items.length < 2 || items.length > 4) return null;
  for (const { start, end, more, split } of comparisonsIn(clause)) {
    const [left, right] = [clause.slice(0, split.start), clause.slice(split.end)];
    const firsts = items.filter((item) => isNamed(left, item, items));
    const seconds = items.filter((item) => isNamed(right, item, items));
    const [first, second] = [firsts[0], seconds[0]];
    if (firsts.length !== 1 || seconds.length !== 1 || first === undefined || second === undefined) continue;
    if (first.id === second.id || first.unit !== second.unit || first.value === second.value) continue;
    return { start, end, more, items: [first, second] };
  }
  return null;
}

function comparisonsIn(clause: string) {
  const plain = [...clause.matchAll(comparing)].map((found) => {
    const place = { start: found.index, end: found.index + found[0].length };
    return { ...place, more: found[1] !== undefined, split: place };
  });
  // "Tone has soured in the last week compared with the last 30 days."
  const turn = against.exec(clause);
  const word = directionsIn(clause.slice(0, turn?.index ?? 0)).at(-1);
  if (turn === null || word === undefined) return plain;
  const split = { start: turn.index, end: turn.index + turn[0].length };
  return [...plain, { start: word.start, end: word.end, more: word.way === 1, split }];
}

/** Whether a side of a comparison speaks of this item and not of another: by its window where they share a family. */
function isNamed(side: string, item: Evidence, all: readonly Evidence[]): boolean {
  const relatives = all.filter((other) => family(other) === family(item));
  const spans = spansIn(item.label);
  if (relatives.length > 1) return windowsIn(side).some(({ names }) => spans.some((span) => names.has(span)));
  return mentionsIn(side).some(({ keys }) => keys.includes(item.key));
}

function family({ key }: Evidence): string {
  return key.replace(/_?\d+d?$/, "");
}
