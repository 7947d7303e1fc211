import type { MemoryWorld } from "#src/contract/memory-measurement.ts";
import type { Reasoner } from "#src/debate/reasoners/reasoner.ts";
import { maskedReasoner } from "../mask.ts";
import { rewordedReasoner, type Rewording } from "./reworded.ts";

/**
 * After 28 years weekdays and leap days return (1901 to 2099); 10,227 days keep dates plausible in years no model has
 * read about.
 */
const cycle = 28;
const years = { first: 1901, last: 2071 } as const;

/** A year alone or of a date, not a part of a number. */
const year = /(?<![\d.,$€£¥])(?:19|20)\d{2}(?![\d%]|[.,]\d|\s?(?:%|USD|EUR|GBP|shares|points))/g;

function moved(by: number): (text: string) => string {
  const [first, last] = by > 0 ? [years.first, years.last] : [years.first + cycle, years.last + cycle];
  return (text) =>
    text.replaceAll(year, (found) => {
      const value = Number(found);
      return value < first || value > last ? found : String(value + by);
    });
}

export const movedDates: Rewording = { there: moved(cycle), back: moved(-cycle) };

const exchanges =
  /(?<![\p{L}\p{N}])(?:NASDAQ|NYSE(?: American| Arca)?|AMEX|(?:New York|London|Tokyo|Toronto|Hong Kong|Shanghai|Shenzhen|Frankfurt) Stock Exchange|Euronext(?: \p{Lu}\p{L}+)?|XETRA|LSE|TSX|HKEX)(?![\p{L}\p{N}])/giu;

const hiddenExchanges: Rewording = {
  there: (text) => text.replaceAll(exchanges, "the exchange"),
  back: (text) => text,
};

/** The false headline is evidence, and not part of this. */
export function inWorld(world: MemoryWorld, reasoner: Reasoner): Reasoner {
  if (world === "masked") return maskedReasoner(rewordedReasoner(reasoner, hiddenExchanges));
  return world === "shifted" ? rewordedReasoner(reasoner, movedDates) : reasoner;
}
