import type { Evidence } from "#src/contract/evidence.ts";
import { itemOf, needing, type Reader } from "./claim-reader.ts";
import { findNumbers } from "./numbers.ts";
import { allIn, firstIn, occurs } from "./pattern-search.ts";
import { priceLines } from "./price-claims.ts";
import { mentionsIn } from "./subjects.ts";

/* What words state of one figure by itself: a peak that was passed, cash against profit, inflows, the age of a report. */

const passed =
  "surpassed|retaken|eclipsed|broken|regained|reclaimed|breached|taken out|cleared|exceeded|beaten|topped|overcome|reached again";
const passing = new RegExp(
  String.raw`\b(?:(peak|high|top|ceiling|resistance)|(trough|low|floor|bottom|support))(?: of (?:the |its )?(?:year|past year|52 weeks|252 sessions|prior 20 sessions),?)?(?: (?:of|at))? [$€£₹]?(?=\d)[^;]{0,32}?\b(?:has|have|had|was|is) (?:now |already |since |finally |yet to be |not |not yet |never )*(?:been )?(${passed}|undercut)\b`,
  "i",
);

/** "The old peak of 123.82 has been surpassed": the line is told by its value. */
const passedValue = needing([passing], (clause, index) => {
  const found = firstIn(passing, clause);
  const close = itemOf(index, "close");
  if (found === null || close?.value == null) return null;
  const number = findNumbers(clause).find(({ offset }) => offset >= found.index);
  const lines = [...priceLines].flatMap((key) => itemOf(index, key) ?? []);
  const line = lines.find(
    ({ value }) => value !== null && number !== undefined && Math.abs(value - number.value) <= number.halfUnit * 1.001,
  );
  if (line?.value == null) return null;
  const word = found[3] ?? "";
  const start = found.index + found[0].length - word.length;
  const holds = found[1] === undefined ? close.value < line.value : close.value > line.value;
  return { start, end: start + word.length, holds, items: [close, line] };
});

const cashAgainstProfitWords =
  /\bcash(?: flow| generation| earnings| conversion)?\b[^;,]{0,32}?\b(?:(exceeds?|exceeded|ahead of|above|tops|outpaces?|beats?|over)|(behind|below|short of|lags?|trails?|under)) (?:the |its |reported |accounting |net )*(?:profits?|net income|earnings)\b(?! per)/i;

/** "Cash generation runs behind reported profit", of cash flow for each unit of net income. */
const cashAgainstProfit = needing([cashAgainstProfitWords], (clause, index) => {
  const found = firstIn(cashAgainstProfitWords, clause);
  const item = itemOf(index, "cash_conversion");
  if (found === null || item?.value == null || /\b(?:free|pile|securities|debt)\b/i.test(clause)) return null;
  const word = found[1] ?? found[2] ?? "";
  const start = found.index + found[0].indexOf(word);
  return { start, end: start + word.length, holds: item.value > 1 === (found[1] !== undefined), items: [item] };
});

const flowWords =
  /\b(?:mfi|money[- ]flow)\b[^;,]{0,40}?\b(?:(buying|buy|bullish)|(selling|sell|bearish)) side\b|\b(?:mfi|money[- ]flow)\b[^;,]{0,40}?\b(?:favou?rs|shows|signals|points to) (?:the |mild |net |strong )*(?:(buyers|inflows|accumulation)|(sellers|outflows|distribution))\b/i;

/** "Money flow leans to the selling side": below or above the middle. */
const flow = needing([flowWords], (clause, index) => {
  const found = firstIn(flowWords, clause);
  const item = itemOf(index, "mfi_14");
  if (found === null || item?.value == null || item.value === 50) return null;
  const isUp = (found[1] ?? found[3]) !== undefined;
  return { start: found.index, end: found.index + found[0].length, holds: item.value > 50 === isUp, items: [item] };
});

const lengths: readonly (readonly [words: RegExp, days: number])[] = [
  [/^a (?:day|session)$/i, 1],
  [/^(?:a|one) week$/i, 7],
  [/^(?:a fortnight|two weeks)$/i, 14],
  [/^three weeks$/i, 21],
  [/^(?:a|one) month$/i, 30],
  [/^(?:six weeks|a month and a half)$/i, 45],
  [/^two months$/i, 61],
  [/^(?:three months|a quarter)$/i, 91],
  [/^(?:six months|half a year)$/i, 182],
  [/^(?:a|one) year$/i, 365],
];

const filingAgeWords =
  /\b(10-[QK]|filing|annual report|quarterly report)\b(?: (?:is|was|came|arrived|went in))? ((?:an? (?:\w+ and a half|\w+)|one|two|three|six|half a) ?\w*) (old|ago)\b/i;

/** "The 10-Q is a fortnight old", "the 10-K", of the last filing. */
const filingAge = needing([filingAgeWords], (clause, index, cited) => {
  const item = index.byKey.get("days_since_last_filing")?.[0];
  const found = firstIn(filingAgeWords, clause);
  if (item?.value == null || (found === null && !cited.has(item.id))) return null;
  const form = /\b10-[QK]\b/i.exec(clause)?.[0].toUpperCase();
  const own = /\b10-[QK]\b/.exec(item.label)?.[0];
  if (form !== undefined && own !== undefined && form !== own && cited.has(item.id)) {
    const at = clause.search(/\b10-[QK]\b/i);
    return { start: at, end: at + 4, holds: false, items: [item] };
  }
  const days = found === null ? undefined : lengths.find(([words]) => words.test((found[2] ?? "").trim()))?.[1];
  if (found === null || days === undefined) return null;
  const holds = Math.abs(item.value - days) <= Math.max(1, days * 0.25);
  return { start: found.index, end: found.index + found[0].length, holds, items: [item] };
});

const signed = /^(?:macd|return_|revenue_growth_|eps_growth_|\w+_change_yoy$|\w+_volume_change$|close_vs_)/;

const citedSignWords =
  /^\W*(?:the |its |this )?(?:[\w-]+ ){1,3}(?:is|remains|stays|turned|was) (?:still |now |firmly |clearly )?(positive|negative)(?! (?:items|news|share|tone))\b/i;

/** "The line is positive [M9]", of the one item that the part cites. */
const citedSign = needing([citedSignWords], (clause, index) => {
  const ids = [...clause.matchAll(/\[([A-Z]\d{1,4})\]/g)].map(([, id = ""]) => id);
  const item = ids.length === 1 ? index.items.get(ids[0] ?? "") : undefined;
  const found = firstIn(citedSignWords, clause);
  if (found === null || item?.value == null || item.value === 0 || !occurs(signed, item.key)) return null;
  if (mentionsIn(clause).some(({ keys }) => !keys.includes(item.key))) return null;
  const word = found[1] ?? "";
  const start = found.index + found[0].length - word.length;
  return { start, end: start + word.length, holds: item.value > 0 === /positive/i.test(word), items: [item] };
});

const headed =
  /\b(?:last|past|prior|this|latest) (session|day|week|month|quarter|year): (?:(up|higher|positive|green|gain)|(down|lower|negative|red|loss))\b/gi;
const windowOf: Readonly<Record<string, string>> = {
  session: "return_1d",
  day: "return_1d",
  week: "return_5d",
  month: "return_21d",
  quarter: "return_63d",
  year: "return_252d",
};

/** "Last session: up. Last quarter: down." */
const headedMoves = needing([headed], (sentence, index) => {
  const told = allIn(headed, sentence).flatMap((found) => {
    const item: Evidence | null = itemOf(index, windowOf[(found[1] ?? "").toLowerCase()] ?? "");
    if (item?.value == null || item.value === 0) return [];
    return [{ found, item, holds: item.value > 0 === (found[2] !== undefined) }];
  });
  const one = told.find(({ holds }) => !holds) ?? told[0];
  if (one === undefined) return null;
  return { start: one.found.index, end: one.found.index + one.found[0].length, holds: one.holds, items: [one.item] };
});

const ofBand =
  /\b(?:(inside|within|under|below)|(out of|outside|through|above|beyond)) (?:of )?(?:the |its )(?:(upper|lower) (?:bollinger )?band|(top|bottom) of (?:the |its )?(?:bollinger )?(?:bands?|envelope))\b/i;

/** "Still inside its upper band", "burst out of the top of the envelope". */
const besideBand = needing([ofBand], (clause, index) => {
  const found = firstIn(ofBand, clause);
  const item = itemOf(index, "bollinger_percent_b");
  if (found === null || item?.value == null || mentionsIn(clause.slice(0, found.index)).length > 0) return null;
  if (
    findNumbers(clause.slice(0, found.index)).length > 0 ||
    /\b(?:orders?|take-profit|targets?|stops?|entry|means?|averages?)\b/i.test(clause.slice(0, found.index))
  )
    return null;
  if (/^\W*(?:slightly|just|well|a \w+|far)\b/i.test(clause)) return null;
  const isUpper = /upper|top/i.test(found[3] ?? found[4] ?? "");
  const isIn = /^(?:inside|within)$/i.test(found[1] ?? "");
  // "Below the lower band" is outside of it.
  if (found[1] !== undefined && !isIn) return null;
  if (/^above$/i.test(found[2] ?? "") && !isUpper) return null;
  const isBeyond = isUpper ? item.value > 1 : item.value < 0;
  return { start: found.index, end: found.index + found[0].length, holds: isBeyond !== isIn, items: [item] };
});

export const figureReaders: readonly Reader[] = [passedValue, cashAgainstProfit, flow, citedSign, besideBand];
export const figureOfSentence: readonly Reader[] = [headedMoves, filingAge];
