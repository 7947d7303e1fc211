import { needing, type Reader } from "./claim-reader.ts";
import { closesOf } from "./closes.ts";
import { daysIn, isDay } from "./dates.ts";
import { firstIn } from "./pattern-search.ts";

/* On which day of the list a close came over or under a line: "it took until 23 June for the close to fall below 128". */

const crossed =
  /\b(?:close[sd]?|closing|price|stock|shares?|coin|index|it|finish(?:ed)?|settled)\b[^.;,\d]{0,32}? (?:(?<up>above|over|past|through|beyond)|(?<down>below|under|beneath)) (?:the )?[$€£₹]?(?<line>\d[\d,]*(?:\.\d+)?)(?![\d%]| ?%|[- ](?:session|day|point|dollar|percent|per cent))/i;
const onlyThen =
  /\b(?:(?:took|needed|waited|had to wait) (?:it )?(?:until|till)|not (?:until|before)|only on|(?:for the )?first time (?:since|in)) (?:the )?$/i;

/** The first day on which the close is on that side again, the one before it being on the other. */
const crossedOn = needing([crossed], (sentence, index) => {
  const list = closesOf(index);
  const found = firstIn(crossed, sentence);
  const [day, another] = daysIn(sentence);
  if (list === null || found?.groups === undefined || day === undefined || another !== undefined) return null;
  if (!onlyThen.test(sentence.slice(0, day.start))) return null;
  const line = Number((found.groups["line"] ?? "").replaceAll(",", ""));
  const at = list.closes.findLastIndex((one) => isDay(one.day, day.day));
  const [then, before] = [list.closes[at]?.value, list.closes[at - 1]?.value];
  if (then === undefined || before === undefined || Math.abs(line / then - 1) > 0.5) return null;
  const isBeyond = (value: number): boolean => (found.groups?.["up"] === undefined ? value < line : value > line);
  return { start: day.start, end: day.end, holds: isBeyond(then) && !isBeyond(before), items: [list.item] };
});

export const crossingDays: readonly Reader[] = [crossedOn];
