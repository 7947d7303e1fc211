import type { Evidence } from "#src/contract/evidence.ts";
import { type Found, itemOf, needing, type Reader } from "./claim-reader.ts";
import { countingSessions } from "./counted-sessions.ts";
import { directionsIn, type DirectionWord, type Way } from "./direction-words.ts";
import { spansIn, type EvidenceIndex } from "./evidence-index.ts";
import { allForms } from "./inflection.ts";
import { alternation } from "./direction-lexicon.ts";
import {
  carriesAnother,
  isOfAnother,
  isOfPrice,
  priced,
  printed,
  stalled,
  subjectsIn,
  type Subject,
} from "./moved-subjects.ts";
import { findNumbers } from "./numbers.ts";
import { firstIn, occurs } from "./pattern-search.ts";
import { relativeTo } from "./relative-moves.ts";
import { isProperName } from "./proper-names.ts";
import { mentionsIn } from "./subjects.ts";
import { type Window } from "./windows.ts";

/* What words state of how measures moved: a subject, a word that points up or down, and a window or a day. */

const raising = allForms("raise increase expand grow/grew/grown widen improve boost lift swell enlarge inflate");
const lowering = allForms("reduce cut+/cut shrink/shrank/shrunk lower trim+ narrow retire dent squeeze");
/** "Reduced its share count": a verb right before what it changes. */
const transitive = new RegExp(
  String.raw`\b(?:(${alternation(raising)})|(${alternation(lowering)})) (?:its |the |their )?(?:(?!(?:than|against|versus|beside|in|on|at|and|as|by|of|to|with)\b)\w+ )?$`,
  "i",
);
const changes = new RegExp(String.raw`\b(?:${alternation([...raising, ...lowering])}) `, "i");
/** Comparatives, which may set one measure against another. */
const comparative = /^(?:higher|lower|softer|firmer)$/i;
const onTime =
  /^ than (?:(?:in |over |during )?(?:a|the|one|last|its|it was)(?: same)?(?: \w+)? )?(?:days?|weeks?|months?|quarters?|years?|sessions?)\b/i;

/** "Down a fifth from its highest close of 252 sessions" tells of the high, and of no window's return. */
export const fromHigh = /^(?: [\w-]+){0,9} (?:from|below|off|under) (?:its|the|their) (?:highest|record|best|peak)\b/i;

/** The return over the windows that are named; of "both" and "each" all of them, else the only one. */
export function returnsNamed(windows: readonly Window[], index: EvidenceIndex): Evidence[] {
  const of = windows.filter((window) => window.of === null);
  const items = of.flatMap(({ names }) =>
    [...index.byKey].flatMap(([key, [item]]) =>
      key.startsWith("return_") && spansIn(item?.label ?? "").some((span) => names.has(span))
        ? (itemOf(index, key) ?? [])
        : [],
    ),
  );
  return [...new Map(items.map((item) => [item.id, item])).values()];
}

/** What a word that points is said of: the subject close before it, else the one that it is put in front of. */
function subjectOf(clause: string, word: DirectionWord, subjects: readonly Subject[]): Subject | null {
  const before = subjects.findLast(({ end }) => end <= word.start);
  if (
    before !== undefined &&
    word.start - before.end <= 44 &&
    !/[,;]|\b(?:than|versus)\b/.test(clause.slice(before.end, word.start))
  )
    return before;
  const after = subjects.find(({ start }) => start >= word.end);
  const gap = after === undefined ? "" : clause.slice(word.end, after.start);
  return after !== undefined &&
    /^ (?:(?:in|of|for) )?(?:its |the |their |diluted |total |trailing |quarterly |net )*$/i.test(gap)
    ? after
    : null;
}

/** Which of the items a clause means: those cited, else those of the period it names, else all. */
function meant(keys: readonly string[], clause: string, index: EvidenceIndex, cited: ReadonlySet<string>): Evidence[] {
  const items = keys.flatMap((key) => itemOf(index, key) ?? []);
  const named = items.filter(({ id }) => cited.has(id));
  if (named.length > 0) return named;
  const ofQuarter = /\bquarter(?:ly)?\b/i.test(clause);
  const ofYear = /\b(?:trailing|twelve|full[- ]year|annual)\b/i.test(clause);
  const told = items.filter(({ key }) => (ofQuarter ? key.endsWith("_q") : !key.endsWith("_q")));
  return items.length > 1 && ofQuarter !== ofYear && told.length > 0 ? told : items;
}

const claim = ({ start, end }: { start: number; end: number }, items: readonly Evidence[], way: Way): Found => ({
  start,
  end,
  holds: items.some(({ value }) => (value ?? 0) * way > 0),
  items,
});

/** "Grew by 1.31 %" of what fell by as much; what prints another figure is left to that. */
function asPrinted(items: readonly Evidence[], clause: string): readonly Evidence[] {
  if (!printed.test(clause)) return items;
  const shares = findNumbers(clause).filter(({ unit }) => unit === "%");
  const [one, another] = shares;
  if (one === undefined || another !== undefined) return [];
  return items.filter(({ value }) => Math.abs(Math.abs(one.value) - Math.abs(value ?? 0)) <= one.halfUnit * 1.001);
}

/** "Revenue fell", "a decline in sales", "shrinking margins", "reduced its share count". */
export const measureMoves: Reader = (clause, index, cited) => {
  const words = directionsIn(clause);
  if (words.length === 0 && !occurs(changes, clause)) return null;
  // "From operating to net margin 7 points are lost" sets one margin against another.
  if (occurs(fromTo, clause)) return null;
  const subjects = subjectsIn(clause);
  for (const subject of subjects) {
    const made = firstIn(transitive, clause.slice(0, subject.start));
    const items = made === null ? [] : asPrinted(meant(subject.keys, clause, index, cited), clause);
    if (made !== null && items.length > 0)
      return claim(
        { start: made.index, end: made.index + made[0].trimEnd().length },
        items,
        made[1] === undefined ? -1 : 1,
      );
  }
  for (const word of words) {
    const said = clause.slice(word.start, word.end);
    const ahead = clause.slice(word.end);
    if (/^growth$/i.test(said) && !/\bno $/i.test(clause.slice(0, word.start))) continue;
    if (/^fell$/i.test(said) && /^ short\b/i.test(ahead)) continue;
    // "Posts have cooled in tone" counts none.
    if (/^ in (?:tone|mood)\b/i.test(ahead)) continue;
    // "A quarter of the items fell in the last week"; "higher than the 10-session one".
    if (
      /^fell$/i.test(said) &&
      /^ (?:in|on|within|during|due|under)\b/i.test(ahead) &&
      /news|items|stories|posts|messages/i.test(clause)
    )
      continue;
    if (comparative.test(said) && / than\b/.test(ahead) && !occurs(onTime, ahead)) continue;
    const subject = subjectOf(clause, word, subjects);
    const items = subject === null ? [] : asPrinted(meant(subject.keys, clause, index, cited), clause);
    // "Revenue growth fell": the growth did, which is another matter.
    if (subject === null || items.length === 0 || isOther(clause, subject, word)) continue;
    return claim(word, items, word.way);
  }
  return null;
};

const fromTo = /\bfrom (?:the )?(?:gross|operating|net)(?: margin)? to (?:the )?(?:gross|operating|net)\b/i;

function isOther(clause: string, subject: Subject, word: DirectionWord): boolean {
  // "Growth of trailing revenue is higher".
  if (/\bgrowth(?: rate)? of (?:the |its )?(?:\w+ ){0,2}$/i.test(clause.slice(0, subject.start))) return true;
  // "Lags behind the gross margin" sets it against another.
  if (
    /^(?:lag|trail|out|under)/i.test(clause.slice(word.start, word.end)) &&
    mentionsIn(clause.slice(word.end)).length > 0
  )
    return true;
  // "From operating to net margin 7 points are lost" sets one against the other.
  if (occurs(betweenMargins, clause)) return true;
  const span = clause.slice(Math.min(subject.start, word.start), Math.max(subject.end, word.end) + 12);
  return /\b(?:growth(?! in)|margins? growth|estimates?|guidance|outlook|pace|momentum)\b/i.test(
    span.replace(/^\w*growth in\b/i, ""),
  );
}

const betweenMargins =
  /\b(?:from|between) (?:the |its )?(?:gross|operating|net|free cash flow)(?: profit)?(?: margin)? (?:down |on |up )?(?:to|and) (?:the |its )?(?:gross|operating|net|free cash flow)(?: profit)? margin\b/i;

const dilutesWords =
  /\b(?:(dilut(?:es|ed|ing) (?:its |the |existing )?(?:share|stock)?holders|(?:issu(?:es|ed|ing)|print(?:s|ed|ing)) (?:new |more |fresh |additional )?(?:shares|stock|equity)|is dilutive|dilution of (?:share)?holders)|((?:retir|withdraw|cancel)\w* (?:its |own |some |outstanding )*(?:shares|stock)|shrink\w* (?:its )?(?:equity|share) base))\b/i;

/** "Has diluted its holders", "retires stock": of the number of shares without naming it. */
export const dilutes = needing([dilutesWords], (clause, index) => {
  const found = firstIn(dilutesWords, clause);
  const item = itemOf(index, "dilution_yoy");
  if (found === null || item?.value == null || /\b(?:stock|employee) compensation\b/i.test(clause)) return null;
  return claim({ start: found.index, end: found.index + found[0].length }, [item], found[1] === undefined ? -1 : 1);
});

/** "The deepest fall of the last 252 sessions" is no return. */
const deepest =
  /\b(?:deeper|present|current|deepest|worst|largest|biggest|steepest|maximum|greatest|max) (?:single |peak-to-trough )?$/i;

const benchmarkNamed = /\b(?:bitcoin|BTC|index|market|benchmark|S&P)\b/i;
const laterReturn =
  /\b(?:but|though|although|yet|while|whereas) (?:the |its )?(?:[\w-]+[ -])?(?:month|session|day|year|week|quarter)(?:ly)? return\b/i;

/** "The stock sold off over the past three months", of the returns over the windows named or of the one that is cited. */
export const priceMoves: Reader = (clause, index, cited, around) => {
  const words = directionsIn(clause).filter(
    ({ start, end }) =>
      !/^(?:growth|drawdowns?)$/i.test(clause.slice(start, end)) && !deepest.test(clause.slice(0, start)),
  );
  if (words.length === 0 || printed.test(clause) || /\b(?:not|nearly|quite) as\b/i.test(clause)) return null;
  // "Four gains on the trot", "fell on three of the last five sessions" count days.
  if (countingSessions.some((pattern) => occurs(pattern, clause))) return null;
  if (
    /\b(?:in|on|during) (?:each|every one|all) of (?:the |its )?(?:last|past|latest|final|most recent) \w+ (?:trading )?(?:sessions|days)\b/i.test(
      clause,
    )
  )
    return null;
  if (/\b(?:in a row|on the trot|on end|in succession|straight|consecutive|successive)\b/i.test(clause)) return null;
  if (subjectsIn(clause).length > 0 || mentionsIn(clause).some(({ keys }) => !keys.every((key) => isOfPrice(key))))
    return null;
  if (carriesAnother(around) || occurs(stalled, clause)) return null;
  const [id, second] = cited;
  const only = id === undefined || second !== undefined ? undefined : index.items.get(id);
  // "Consider revenue. It rose [F2]" is of what is cited.
  if (only !== undefined && only.value !== null && !/^(?:return_|drawdown_|relative_|close|sma_|ema_)/.test(only.key))
    return null;
  const relative = relativeTo(clause, words, index, cited, around);
  const items =
    relative !== null
      ? [relative]
      : only !== undefined && /^(?:return_|drawdown_)/.test(only.key)
        ? [only]
        : // "The rebound is real, but the three-month return is negative".
          occurs(laterReturn, clause.slice(words[0]?.end ?? 0))
          ? []
          : // "On 28 November it dropped in one session" is of that day.
            returnsNamed(around.windows, index).filter(
              ({ key }) => key !== "return_1d" || !around.days.some(({ day }) => day.includes("-")),
            );
  // A fall from a high tells of losses alone.
  const isFall = items.some(({ key, value }) => key.startsWith("drawdown_") && (words[0]?.way !== -1 || value === 0));
  if (isFall) return null;
  const isEvery = /\b(?:both|all|each|every)\b/i.test(clause);
  const [word, another] = words;
  if (word === undefined || items.length === 0 || (items.length > 1 && !isEvery)) return null;
  // Against a benchmark, which is another measure.
  if (
    relative === null &&
    (/^(?:led|lead\w*|beat\w*)$/i.test(clause.slice(word.start, word.end)) ||
      (/^(?:trail\w*|outperform\w*|underperform\w*)$/i.test(clause.slice(word.start, word.end)) &&
        occurs(benchmarkNamed, clause.slice(word.end))))
  )
    return null;
  if (isOfAnother(clause, word)) return null;
  const isPlain =
    only !== undefined ||
    occurs(priced, clause) ||
    isProperName(clause.slice(0, word.start)) ||
    (!comparative.test(clause.slice(word.start, word.end)) &&
      mentionsIn(clause).some(
        ({ keys, end }) => end <= word.start && keys.every((key) => key.startsWith("return_")),
      )) ||
    /\bthere (?:was|has been|is) (?:no|an?) (?:\w+ )?$/i.test(clause.slice(0, word.start)) ||
    (/^\W*(?:no|an?) (?:\w+ )?$/i.test(clause.slice(0, word.start)) &&
      /^ (?:was|has been) (?:made|seen|recorded|booked|suffered|posted|registered|had|taken)\b/i.test(
        clause.slice(word.end),
      ));
  if (!isPlain || (another !== undefined && another.way !== word.way)) return null;
  if (setsApart(clause, word)) return null;
  const holds = items.every(({ value }) => (value ?? 0) * word.way > 0);
  return { start: word.start, end: word.end, holds, items };
};

/** Whether a word sets one measure against another: "higher than", "the low is the lower and the last close the higher". */
function setsApart(clause: string, { start, end }: DirectionWord): boolean {
  const ahead = clause.slice(end);
  const isComparative = comparative.test(clause.slice(start, end)) && / than\b/.test(ahead) && !occurs(onTime, ahead);
  const isOneOfTwo =
    /\bthe $/i.test(clause.slice(0, start)) && /^(?: one)?(?: of (?:the )?(?:two|both))?(?=[.,;]|$)/.test(ahead);
  // "There has been a higher close" is of that close.
  const isOfClose = /\b(?:an?|any|no) $/i.test(clause.slice(0, start)) && /^ clos(?:e|ing)/i.test(ahead);
  // "Has never closed higher within 252 sessions" is of its closes.
  const isNever =
    /\bnever (?:before )?(?:clos|finish|settl|end)ed $/i.test(clause.slice(0, start)) && !occurs(onTime, ahead);
  return isNever || isComparative || isOneOfTwo || isOfClose;
}
