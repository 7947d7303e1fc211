import { firstIn, occurs } from "./pattern-search.ts";
import { about, sign } from "./step-names.ts";
import { figure, type Step, type Told } from "./step.ts";
import { windowsIn } from "./windows.ts";

/* How far the return lies from the benchmark's: "over 63 sessions the return trails that of the index by 35 points". */

const behind =
  "trail(?:s|ed)?|lag(?:s|ged)?(?: behind)?|(?:falls?|fell) (?:short of|behind)|(?:is|was|lies|lay|stays|stayed) (?:behind|below|under)|undershot|underperform(?:s|ed)?|miss(?:es|ed)?|(?:loses|lost) to";
const ahead =
  "beat(?:s)?|outran|outdid|outstripp(?:ed)|outperform(?:s|ed)?|exceed(?:s|ed)?|top(?:s|ped)|led|leads|(?:is|was|lies|lay|stays|stayed) (?:ahead of|above)|surpass(?:es|ed)?";
const apart = new RegExp(
  String.raw`\b(?:(?<behind>${behind})|(?:${ahead})) (?:that of |the return of )?(?<of>(?:the )?\^?[A-Za-z][\w&^.’' -]{1,32}?)(?:['’]s(?: return)?)?(?: \[[^\]]*\])* by ${about}${sign}$`,
  "i",
);
/** "2164 basis points behind that of BTC-USD", "7.4 points more than the index". */
const placed = new RegExp(
  String.raw`^(?: ?(?:percentage |full )?points?| ?pp)? (?:(?<behind>behind|below|under|beneath|short of|shy of|lower than|less than|worse than|weaker than|adrift of|south of)|(?:ahead of|above|over|in front of|higher than|more than|better than|stronger than|beyond|north of)) (?:that of |the return of |the one of |what )?(?<of>(?:the )?\^?[A-Za-z][\w&^-]{1,24}(?: 500)?)(?:['’]s)?(?: return)?(?=[.,;:)]|$| \[| (?:over|in|for|on|returned|made|did|gained|lost|and|which|while|but|so)\b)`,
  "i",
);
const ofReturn =
  /\breturns?\b|\b(?:stands?|stood|is|was|are|lies|finished|ended|closed|comes?|came|ranks?|sits|runs?|has done|did)(?: (?:about|only|just|still|now|some|roughly|a full|in|out|at))* $/i;
const usual = /^(?:the )?(?:index|benchmark|market|s&p(?: 500)?|\^gspc|bitcoin|btc(?:-usd)?)$/i;
const points = /^ ?(?:percentage )?points?\b|^\W*(?:\[|$)/i;

/** `null` unless the benchmark is named, and one window that has its figure. */
export function fromBenchmark(told: Told): Step | null {
  const led = firstIn(apart, told.lead);
  const found =
    led === null
      ? occurs(ofReturn, told.lead)
        ? firstIn(placed, told.ahead)
        : null
      : occurs(points, told.ahead)
        ? led
        : null;
  if (found === null) return null;
  const spans = windowsIn(told.written).filter(({ of }) => of === null);
  const keys = [63, 252].filter((span) => spans.some(({ names }) => names.has(`${span} session`)));
  const gap = keys.length === 1 && spans.length === 1 ? figure(told, `relative_strength_${keys[0]}`) : null;
  if (gap === null) return null;
  const label = told.grounds.index.items.get(gap.name)?.label ?? "";
  const of = found.groups?.["of"] ?? "";
  if (!usual.test(of) && !label.includes(`less that of ${of}`)) return null;
  const value = found.groups?.["behind"] === undefined ? gap.value : -gap.value;
  return { expression: gap.name, ids: gap.ids, value, quantity: gap.quantity, isSigned: true };
}
