import { plain } from "./operands.ts";
import { firstIn, occurs } from "./pattern-search.ts";
import { about, alike, idsOfAll, namedBy, siblingOf, sign } from "./step-names.ts";
import { figure, money, type Figure, type Step, type Told } from "./step.ts";

/* Steps over prices: the gap between two lines, a price and so many average true ranges, the move to a target. */

const gap = new RegExp(
  String.raw`\b(?:gap|spread|span|difference|distance|room|corridor|range|stretch)(?: in price)? (?:between|from) (?:the |its |my |our )?([\w\-’' ]{3,40}?)(?: [[(][^\])]*[\])])? (?:and|to) (?:the |its |my |our )?([\w\-’' ]{3,40}?)(?: [[(][^\])]*[\])])?,? (?:is|are|was|measures|comes to|amounts to|equals|spans|stands at|works out at|covers) ${about}${sign}$`,
  "i",
);
/** "The 20- and the 50-session means": the noun is told once. */
const twoOfFamily = /^(\d{1,3})(?:[- ](?:session|day)s?|-)$/i;
const ofFamily = /^\d{1,3}([- ](?:session|day)s? [a-z][a-z ]*?)s?$/i;

function gapBetween(told: Told): Step | null {
  const found = /^ as an? /.test(told.ahead) ? null : firstIn(gap, told.lead);
  if (found === null) return null;
  const [, left = "", right = ""] = found;
  const noun = ofFamily.exec(right)?.[1] ?? "";
  const short = twoOfFamily.exec(left)?.[1];
  const a = namedBy(short === undefined ? left : `${short}${noun}`, told);
  const b = namedBy(right, told) ?? namedBy(right.replace(/s$/, ""), told) ?? siblingOf(a, right, told);
  if (a === null || b === null || a.name === b.name || !alike(a, b)) return null;
  return difference(a, b);
}

function difference(a: Figure, b: Figure): Step {
  return {
    expression: `${a.name} - ${b.name}`,
    ids: idsOfAll(a, b),
    value: Math.abs(a.value - b.value),
    quantity: a.quantity,
  };
}

const bandSpread =
  /\b(?:band spread|spread of the (?:bollinger )?bands|(?:bollinger )?bands? (?:width|range)|width of the (?:bollinger )?bands) (?:is|are|was|measures|comes to|amounts to|equals|stands at) (?:\w+ )?[$€£¥₹]?$/i;

function ofBands(told: Told): Step | null {
  if (!occurs(bandSpread, told.lead) || /^ ?of\b/i.test(told.ahead)) return null;
  const [top, bottom] = [figure(told, "bollinger_upper"), figure(told, "bollinger_lower")];
  return top === null || bottom === null ? null : difference(top, bottom);
}

/** How wide the bands are, against the mean in their middle. */
export function bandsOverMean(told: Told): Step | null {
  const [top, bottom, mean] = ["bollinger_upper", "bollinger_lower", "sma_20"].map((key) => figure(told, key));
  if (top == null || bottom == null || mean == null || mean.value === 0) return null;
  return {
    expression: `(${top.name} - ${bottom.name}) / ${mean.name}`,
    ids: idsOfAll(top, bottom, mean),
    value: (top.value - bottom.value) / mean.value,
    quantity: plain,
  };
}

const counts: Readonly<Record<string, number>> = { one: 1, an: 1, two: 2, three: 3, four: 4, five: 5, half: 0.5 };
const size = String.raw`(one|an|two|three|four|five|half an?|\d+(?:\.\d+)?)`;
const ranges = String.raw`(?:times the )?(?:average true ranges?|ATRs?|(?:average )?daily ranges?)`;
const offPrice = new RegExp(
  String.raw`\b${size} ${ranges} (?:(added to|above|over|on top of|plus|north of|higher than)|(?:below|under|beneath|off|from|less|subtracted from|taken off|taken from|south of|lower than)) (?:the |its |my |our )?([\w\- ]{4,40}?),? (?:is|gives|lies at|would be|comes to|equals|makes|yields|stands at|means|puts it at|leads to) ${about}${sign}$`,
  "i",
);

/** "One average true range added to the close gives 138.75". */
function rangesOffPrice(told: Told): Step | null {
  const found = firstIn(offPrice, told.lead);
  const [range, price] = [figure(told, "atr_14"), found === null ? null : namedBy(found[3] ?? "", told)];
  if (found === null || range === null || price === null || !alike(range, price)) return null;
  const many = (found[1] ?? "").toLowerCase().replace(/ an?$/, "");
  const by = (counts[many] ?? Number(many)) * (found[2] === undefined ? -1 : 1);
  return {
    expression: `${price.name} ${by < 0 ? "-" : "+"} ${Math.abs(by)} * ${range.name}`,
    ids: idsOfAll(price, range),
    value: price.value + by * range.value,
    quantity: money,
  };
}

export function inMoney(told: Told): Step | null {
  return gapBetween(told) ?? ofBands(told) ?? rangesOffPrice(told);
}

const implied = new RegExp(
  String.raw`\b(target|objective|stop)(?: (?:price|level))?(?: (?:of|at))? ?(?:USD )?[$€£¥₹]?(?:\d[\d.,]*\d)? (?:implies|means|asks for|requires|needs|calls for|stands for|would be|is|amounts to) (?:an? )?(?:further |full )?(?:(rise|gain|climb|advance|rally|upside|move up|increase)|(fall|drop|decline|loss|slide|downside|move down|decrease)|move|distance|change) of ${about}${sign}$`,
  "i",
);
const base =
  /^ ?(?:%|percent|per cent)? ?(?:from|against|relative to|measured from|on) (?:the |our |my )?(entry|(?:last |latest )?(?:close|price))\b/i;

/** "The target of 25.56 implies a fall of 9.1 % from the entry". */
export function impliedMove(told: Told): Step | null {
  const found = firstIn(implied, told.lead);
  const from = found === null ? null : base.exec(`%${told.ahead}`);
  if (found === null || from === null) return null;
  const level = namedBy((found[1] ?? "").replace(/objective/i, "target"), told);
  const start = namedBy(from[1] ?? "", told);
  if (level === null || start === null || start.value === 0) return null;
  const move = level.value / start.value - 1;
  const way = found[2] !== undefined ? 1 : found[3] === undefined ? Math.sign(move) : -1;
  return {
    expression: `${level.name} / ${start.name} - 1`,
    ids: idsOfAll(level, start),
    value: way * move,
    quantity: plain,
    isSigned: true,
  };
}
