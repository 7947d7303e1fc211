import { itemOf, needing, type Reader } from "./claim-reader.ts";
import { alternation } from "./direction-lexicon.ts";
import { allForms } from "./inflection.ts";
import { firstIn } from "./pattern-search.ts";

/* What words state of two amounts of which the evidence has the ratio alone: "debt exceeds equity", "trades below book". */

const exceeding = alternation(allForms("exceed surpass outweigh outstrip+ top+ outnumber dwarf cover beat/beat"));
const more = `${exceeding}|(?:is|are|was|were|stands?|stays?|remains?)(?: (?:far|well|much|slightly|still|not|no))* (?:above|over|more than|higher than|larger than|greater than|bigger than|in excess of)|more than|larger than|above`;
const less = `(?:is|are|was|were|stands?|stays?|remains?)(?: (?:far|well|much|slightly|still|not|no))* (?:below|under|less than|lower than|smaller than|short of)|falls? short of|trails?|lags?|less than|smaller than|below`;

const sides: readonly (readonly [part: string, whole: string, key: string])[] = [
  ["(?:total |gross )?(?:debts?|borrowings|loans)", "(?:shareholders?['’]? |book |its )?equity", "debt_to_equity"],
  ["it owes(?: (?:far|much))?", "(?:its |the )?(?:shareholders?['’]? )?equity", "debt_to_equity"],
  [
    "(?:operating (?:income|profit)|ebit)(?: (?:comfortably|easily|amply|fully|barely))?",
    "(?:its |the )?interest(?: (?:bill|expense|costs?|charges?))?",
    "interest_coverage",
  ],
  ["(?:current|short-term|liquid) assets", "(?:its |the )?(?:current|short-term) liabilities", "current_ratio"],
];
const readers = sides.map(
  ([part, whole, key]) =>
    [
      new RegExp(
        String.raw`\b${part}(?: (?:does|do|did|still|now|not|no longer|clearly))* (?:(${more})|(${less})) (?:its |the |their )?${whole}\b`,
        "i",
      ),
      key,
    ] as const,
);

const beta =
  /\b(?:(more|wilder|livelier)|(less|calmer|tamer)) (?:sensitive (?:to (?:the|its) [\w ]{3,20} )?|volatile |risky |reactive |jumpy )?than (?:the |its |a )?(?:wider |broad |broader )?(?:index|market|benchmark|beta of (?:one|1)\b)\b/i;

/** "More sensitive than the index", of the beta that is cited or named. */
const sensitive = needing([beta], (clause, index, cited) => {
  const found = firstIn(beta, clause);
  const item = itemOf(index, "beta_252");
  if (found === null || item?.value == null || item.value === 1) return null;
  if (!cited.has(item.id) && !/\bbeta\b/i.test(clause)) return null;
  const word = found[1] ?? found[2] ?? "";
  const holds = item.value > 1 === (found[1] !== undefined);
  return { start: found.index, end: found.index + word.length, holds, items: [item] };
});

const owesWords =
  /\b(?:(more|larger|greater)|(less|smaller)) (?:debts?|borrowings) than (?:its |shareholders?['’]? )?equity\b/i;

/** "More debt than equity". */
const owes = needing([owesWords], (clause, index) => {
  const found = firstIn(owesWords, clause);
  const item = itemOf(index, "debt_to_equity");
  if (found === null || item?.value == null || item.value === 1) return null;
  const word = found[1] ?? found[2] ?? "";
  const holds = item.value > 1 === (found[1] !== undefined);
  return { start: found.index, end: found.index + word.length, holds, items: [item] };
});

const besideBookWords =
  /\b(?:trades?|trading|sells?|priced|valued|is|are|stands?|quoted)(?: \w+){0,2} (?:(above|over|at a premium to|for more than)|(below|under|beneath|at a discount to|for less than)) (?:its |the |their )?(?:book(?: value)?|net assets|equity per share)\b/i;

/** "Trades below its book value". */
const besideBook = needing([besideBookWords], (clause, index) => {
  const found = firstIn(besideBookWords, clause);
  const item = itemOf(index, "pb");
  if (found === null || item?.value == null || item.value === 1) return null;
  const word = found[1] ?? found[2] ?? "";
  const start = found.index + found[0].indexOf(word);
  return { start, end: start + word.length, holds: item.value > 1 === (found[1] !== undefined), items: [item] };
});

const nearerWords =
  /\b(?:nearer|closer) (?:to )?(?:the |its )?(?:(?:52-week|252-session|one-year|yearly|year['’]s) (high|low)\b|(high|low) of the (?:past |last )?(?:252 sessions|52 weeks|year)\b)/i;

/** "Nearer to the 52-week high than to the low". */
const nearer = needing([nearerWords], (clause, index) => {
  const found = firstIn(nearerWords, clause);
  const [close, high, low] = ["close", "high_252", "low_252"].map((key) => itemOf(index, key));
  if (found === null || close?.value == null || high?.value == null || low?.value == null) return null;
  const isHigh = Math.abs(high.value - close.value) < Math.abs(close.value - low.value);
  const holds = isHigh === /high/i.test(found[1] ?? found[2] ?? "");
  return { start: found.index, end: found.index + found[0].length, holds, items: [close, high, low] };
});

const isOfRatio = /\b(?:equity|liabilities|interest)\b/i;

const ofSides = readers.map(([pattern, key]) =>
  needing([pattern], (clause, index) => {
    const found = isOfRatio.test(clause) ? pattern.exec(clause) : null;
    const item = itemOf(index, key);
    if (found === null || item?.value == null || item.value === 1) return null;
    const word = found[1] ?? found[2] ?? "";
    const start = found.index + found[0].indexOf(word);
    return { start, end: start + word.length, holds: item.value > 1 === (found[1] !== undefined), items: [item] };
  }),
);

export const ratioReaders: readonly Reader[] = [...ofSides, sensitive, owes, besideBook, nearer];
