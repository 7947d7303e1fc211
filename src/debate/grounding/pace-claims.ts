import { itemOf, needing } from "./claim-reader.ts";
import { alternation } from "./direction-lexicon.ts";
import { isDenied } from "./direction-words.ts";
import { allForms } from "./inflection.ts";
import { firstIn, occurs } from "./pattern-search.ts";

/* What is said of the pace of sales: the growth of the last quarter against that of the trailing year. */

const quicker = alternation(allForms("accelerate quicken pick speed/sped gather"));
const slower = alternation(allForms("decelerate slow cool moderate"));
const pace = new RegExp(
  String.raw`\b(?:(?:sales|revenue|top[- ]line) )?growth (?:(?:in|of) (?:sales|revenue) )?(?:is |has |has been |was |are |keeps )?(?:now |clearly |visibly |sharply |even )?(?:(${quicker}|faster|reaccelerating)|(${slower}|fading|losing (?:pace|steam|momentum)))\b`,
  "i",
);
const quarterPace =
  /\b(?:sales|revenue|top[- ]line) growth (?:in|of|for|over) the (?:last|latest|most recent) quarter (?:is|was|came in|ran|has been) (?:\w+ )?(?:(faster|higher|stronger|quicker|above|better)|(slower|lower|weaker|below|worse))\b(?! (?:\d|zero|nil))/i;
const noun =
  /\b(?:an? )?(?:(acceleration|pick-?up)|(deceleration|slowdown|slowing)) (?:in|of) (?:sales|revenue|growth|the top line)\b/i;
const ofOthers =
  /\b(?:earnings|eps|profit|income|post|news|user|economic|gdp|dividend|margin)\b[^.;,]{0,24}\bgrowth\b/i;

const profitPace =
  /\b(?:profits?|earnings|eps)(?: (?:per|a) share)?(?: growth)?,?(?: (?:is|are|has been|have been|was|were|has|have))?(?: (?:grow(?:ing|n|s)?|ris(?:ing|en|es)|expand(?:ing|ed|s)|climb(?:ing|ed|s)|increas(?:ing|ed)|advanc(?:ing|ed)|running))? (?:(faster|quicker|more (?:quickly|rapidly|strongly)|ahead of|stronger|better)|(slower|more slowly|less (?:quickly|rapidly|strongly)|behind|weaker|worse))(?: than)? (?:the |its )?(?:sales|revenues?|turnover|the top line)(?: growth)?\b/i;

/** "Profit per share is growing slower than sales". */
export const profitAgainstSales = needing([profitPace], (sentence, index) => {
  const found = firstIn(profitPace, sentence);
  const [profit, sales] = [itemOf(index, "eps_growth_yoy"), itemOf(index, "revenue_growth_yoy")];
  if (found === null || profit?.value == null || sales?.value == null || profit.value === sales.value) return null;
  if (/\bquarter/i.test(sentence)) return null;
  const word = found[1] ?? found[2] ?? "";
  const start = found.index + found[0].indexOf(word);
  const holds = profit.value > sales.value === (found[1] !== undefined);
  return { start, end: start + word.length, holds, items: [profit, sales] };
});

/** "Growth is accelerating: 29.5 % in the last quarter against 14.8 % for the year". */
export const growthPace = needing([pace, noun, quarterPace], (sentence, index, cited) => {
  const found = firstIn(pace, sentence) ?? firstIn(noun, sentence) ?? firstIn(quarterPace, sentence);
  const [quarter, year] = [itemOf(index, "revenue_growth_q"), itemOf(index, "revenue_growth_yoy")];
  if (found === null || quarter?.value == null || year?.value == null || occurs(ofOthers, sentence)) return null;
  const isSpokenOf = /\bquarter/i.test(sentence) || (cited.has(quarter.id) && cited.has(year.id));
  if (!isSpokenOf || quarter.value === year.value) return null;
  // Denials are counted in by who reads this.
  const way = found[1] === undefined ? -1 : 1;
  const start = found.index + found[0].lastIndexOf(found[1] ?? found[2] ?? "");
  const holds = (quarter.value - year.value) * way > 0;
  return isDenied(sentence, found.index) === isDenied(sentence, start)
    ? { start, end: found.index + found[0].length, holds, items: [quarter, year] }
    : null;
});
