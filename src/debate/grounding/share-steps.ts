import { plain } from "./operands.ts";
import { firstIn } from "./pattern-search.ts";
import { alike, idsOfAll, lead, namedBy, quotient } from "./step-names.ts";
import { figure, type Step, type Told } from "./step.ts";

/*
 * What share of one figure another is, told by a verb: "capital spending took 10 % of operating cash flow", "a quarter of
 * revenue turns into free cash flow", "the margin widened by 2 percent of its earlier level".
 */

const name = String.raw`([A-Za-z\d][\w\- ]{2,48}?(?: \[[^\]]*\])?)`;

const takes =
  "(?:takes?|took|eats?(?: up)?|ate(?: up)?|consumes?|consumed|swallows?|swallowed|absorbs?|absorbed|uses?(?: up)?|used(?: up)?|claims?|claimed|equals?|makes? up|made up|amounts? to|amounted to|comes? to|came to|is|are|was|were)";
const taken = lead(String.raw`${name} ${takes} `);
const ofWhole =
  /^ ?(?:%|percent|per cent)? ?of (?:the |its |all )?([\w -]{3,40}?)(?=[.,;:)]| (?:over|in|for|and|which|while|but|so|last)\b|$)/i;

const turnsInto =
  /^ ?(?:%|percent|per cent)? of (?:the |its |all )?([\w -]{3,48}?) (?:(?:(?:is|are|was|were|gets?) )?(?:turned|turns?|converted|converts?|flows?|goes?|went) (?:in)?to|becomes?|ends? up as|(?:is|are|was|were) (?:left|kept|retained|spent|paid out|used|earned|brought in)(?: over)? (?:as|on|for)|remains? as|comes? (?:out|through) as|drops? (?:through )?to) (?:the |its )?([\w -]{3,48}?)(?=[.,;:)[]| \[|,? (?:and|which|so|while|but)\b|$)/i;

/** "About a quarter of revenue turns into free cash flow". */
function partOf(told: Told): Step | null {
  const found = turnsInto.exec(told.ahead);
  const [whole, part] = [namedBy(found?.[1] ?? "", told), namedBy(found?.[2] ?? "", told)];
  return whole === null || part === null || !alike(part, whole) ? null : quotient(part, whole, told);
}

const ofEarlier =
  /^ ?(?:%|percent|per cent)? (?:of|on|over|against|from|compared with|relative to) (?:its|the|what it|that)(?: (?:own|former|earlier|previous|prior|old|year-before|year-earlier|year-ago|last-year|was|had been|stood at))+(?: (?:level|value|figure|reading|size|mark|margin|one)| (?:a|one) year (?:before|earlier|ago))\b/i;
const ofMargin = /\b(gross|operating|net)(?: profit)? margin\b/i;

/** "Widened by 2.1 percent of its earlier level": the change in points against what it was. */
function ofFormer(told: Told): Step | null {
  const margin = ofEarlier.test(told.ahead) ? firstIn(ofMargin, told.lead)?.[1]?.toLowerCase() : undefined;
  if (margin === undefined) return null;
  const [now, change] = [figure(told, `${margin}_margin_ttm`), figure(told, `${margin}_margin_change_yoy`)];
  if (now === null || change === null || now.value === change.value) return null;
  const value = Math.abs(change.value / (now.value - change.value));
  return {
    expression: `${change.name} / (${now.name} - ${change.name})`,
    ids: idsOfAll(change, now),
    value,
    quantity: plain,
  };
}

/** "Capital spending took 10.1 % of operating cash flow". */
function share(told: Told): Step | null {
  const found = firstIn(taken, told.lead);
  const whole = found === null ? null : ofWhole.exec(told.ahead);
  const ofEquity = debtOf(found?.[1], whole?.[1], told);
  if (ofEquity !== null) return ofEquity;
  const [a, b] = [namedBy(found?.[1] ?? "", told), namedBy(whole?.[1] ?? "", told)];
  return a === null || b === null || !alike(a, b) || a === b ? null : quotient(a, b, told);
}

/** "Debt is a third of equity": there is no figure for equity, but for the quotient. */
function debtOf(part: string | undefined, whole: string | undefined, told: Told): Step | null {
  if (!/^(?:total )?debt$/i.test(part ?? "") || !/^(?:(?:book|shareholders['’]?) )?equity$/i.test(whole ?? ""))
    return null;
  const ratio = figure(told, "debt_to_equity");
  return ratio === null ? null : { expression: ratio.name, ids: ratio.ids, value: ratio.value, quantity: plain };
}

const margins =
  /\b(?:from|between) (?:the |its )?(gross|operating|net)(?: profit)?(?: margin)? (?:down |on )?(?:to|and) (?:the |its )?(gross|operating|net)(?: profit)? margin\b/i;

/** "From operating to net margin 7.0 percentage points are lost". */
export function betweenMargins(told: Told): Step | null {
  const found = firstIn(margins, told.written);
  if (found === null || /\d/.test(told.lead.replaceAll(/\[[^\]]*\]/g, ""))) return null;
  const [a, b] = [found[1], found[2]].map((of = "") => figure(told, `${of.toLowerCase()}_margin_ttm`));
  if (a == null || b == null || a.name === b.name) return null;
  return {
    expression: `${a.name} - ${b.name}`,
    ids: idsOfAll(a, b),
    value: Math.abs(a.value - b.value),
    quantity: a.quantity,
  };
}

export function shareTold(told: Told): Step | null {
  return ofFormer(told) ?? share(told) ?? partOf(told);
}
