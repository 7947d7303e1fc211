import { firstIn } from "./pattern-search.ts";
import { alike, idsOfAll, lead, namedBy } from "./step-names.ts";
import { plain } from "./operands.ts";
import type { Step, Told } from "./step.ts";

/*
 * How far a price or an own level stands from a line, told by the word for its side: "the close is 4.4 % above the 20-session
 * support", "my target at 51.75 stops 45 cents short of the year's low".
 */

const value = String.raw`(?:,? (?:at|of|is at)? ?(?:USD )?[$€£¥₹]?\d[\d.,]*\d(?: (?:dollars|USD))?)?(?: \[[^\]]*\])?,?`;
const placed = lead(
  String.raw`((?:(?:my|our|this|that|proposed|planned|current) )*[A-Za-z\d][\w\-’' ]{1,48}?)${value} (?:is|are|was|lies|lay|sits|sat|stands|stood|trades|traded|closed|ends|ended|stops|stopped|rests|comes|came|falls|fell|goes|finished|remains|waits|hovers|leaves off)(?: (?:now|still|currently|in|out|up|only|a|some|today|just|again))* `,
);
const side =
  /^ ?(?:%|percent|per cent|points?|cents?|dollars?)? ?(?:a share )?(?:(above|over|north of|higher than|on top of)|(below|under|beneath|underneath|south of|lower than)|(?:beyond|past|short of|shy of|away from|off|from|removed from|distant from|clear of|inside)) (?:(?:the|its|my|our) )?([\w\-’' ]{3,48}?)(?=[.,;:)]|$| (?:of|at) (?:USD )?[$€£¥₹]?\d(?!\d{0,2} (?:trading )?(?:sessions|days)\b)| [[(]| (?:and|which|while|but|so|where|with|as|because|for)\b)/i;

const measuredFrom = lead(
  String.raw`(?:measured|counted|seen|reckoned) from (?:the |our |my )?([\w\-’' ]{3,48}?)${value} (?:the |our |my )?([\w\-’' ]{3,48}?)${value} (?:is|lies|sits|stands|comes) `,
);
const awayFrom =
  /^ ?(?:%|percent|per cent|points?|cents?|dollars?)? ?(?:a share )?(?:(higher|above|up)|(lower|below|down)|away|off|distant|removed|out)\b/i;

/** "Measured from the entry, the target is 4 % away". */
function fromLine(told: Told, unit: "%" | ""): Step | null {
  const found = firstIn(measuredFrom, told.lead);
  const way = found === null ? null : awayFrom.exec(`${unit}${told.ahead}`);
  const [from, to] = [namedBy(found?.[1] ?? "", told), namedBy(found?.[2] ?? "", told)];
  if (way === null || from === null || to === null || from.name === to.name || !alike(from, to) || from.value === 0)
    return null;
  const gap = unit === "%" ? to.value / from.value - 1 : to.value - from.value;
  const isSided = (way[1] ?? way[2]) !== undefined;
  return {
    expression: unit === "%" ? `${to.name} / ${from.name} - 1` : `${to.name} - ${from.name}`,
    ids: idsOfAll(to, from),
    value: isSided ? (way[2] === undefined ? gap : -gap) : Math.abs(gap),
    quantity: unit === "%" ? plain : to.quantity,
    isSigned: true,
  };
}

/** "The stop is 3.1 % away from the entry"; in money where the number has no percent. */
export function besideLine(told: Told, unit: "%" | ""): Step | null {
  const from = fromLine(told, unit);
  if (from !== null) return from;
  const found = firstIn(placed, told.lead);
  const line = found === null ? null : side.exec(`${unit}${told.ahead}`);
  const [a, b] = [namedBy(found?.[1] ?? "", told), namedBy(line?.[3] ?? "", told)];
  if (a === null || b === null || a.name === b.name || !alike(a, b) || b.value === 0) return null;
  const gap = unit === "%" ? a.value / b.value - 1 : a.value - b.value;
  const isSided = (line?.[1] ?? line?.[2]) !== undefined;
  const way = line?.[2] === undefined ? 1 : -1;
  return {
    expression: unit === "%" ? `${a.name} / ${b.name} - 1` : `${a.name} - ${b.name}`,
    ids: idsOfAll(a, b),
    value: isSided ? way * gap : Math.abs(gap),
    quantity: unit === "%" ? plain : a.quantity,
    isSigned: true,
  };
}
