import type { WordClaim } from "#src/contract/judgement.ts";
import { bandClaims } from "./band-claims.ts";
import { alone, aroundOf, type Around, type OwnLevels } from "./around.ts";
import { changeReaders, paired } from "./change-claims.ts";
import { besideSignal, citedLine, servesAs, trendOf } from "./cited-lines.ts";
import { citedPair, crossed, moreOfTwo, yearRange } from "./cited-pairs.ts";
import { citedPole, printedPole } from "./cited-poles.ts";
import { citedTwo } from "./cited-two.ts";
import { isArithmetic } from "./arithmetic-words.ts";
import { askable, soft, type Reader } from "./claim-reader.ts";
import { closesReaders } from "./closes-claims.ts";
import { dayWords } from "./day-words.ts";
import { datedReaders } from "./dated-claims.ts";
import { crossingDays } from "./crossing-days.ts";
import { isDenied, isDeniedAhead, isSupposed } from "./direction-words.ts";
import type { EvidenceIndex } from "./evidence-index.ts";
import { againstExpected, figuresExpected } from "./expected-claims.ts";
import { breaches, usualVolume } from "./level-claims.ts";
import { boughtThen, couldPay, wouldHaveTo } from "./holder-claims.ts";
import { amountAhead } from "./folds-told.ts";
import { figureOfSentence, figureReaders } from "./figure-claims.ts";
import { linesPlaced, moveTold, oneStep } from "./line-claims.ts";
import { figuresByWindow } from "./figures-by-window.ts";
import { filingAges } from "./filing-ages.ts";
import { firstIn, occurs } from "./pattern-search.ts";
import { ratioReaders } from "./ratio-claims.ts";
import { bothMoved, comparedBehind, movedOverAll } from "./joint-moves.ts";
import { growthPace, profitAgainstSales } from "./pace-claims.ts";
import { everyMargin, headedReturn, headedVolume } from "./margin-claims.ts";
import { besideBoth, besideOne, chained, lastClose, rankedMean, stacked } from "./order-claims.ts";
import { ownSides } from "./own-side-claims.ts";
import { ownBesideLine, sameAs } from "./own-level-claims.ts";
import { hyphenedCounts } from "./hyphened-counts.ts";
import { measureWindows } from "./measure-windows.ts";
import { listExtremes } from "./list-extremes.ts";
import { listedCloses } from "./listed-closes.ts";
import { agesInWords } from "./ages-in-words.ts";
import { afterDecision, decisionDays, earlierDecisions } from "./earlier-decisions.ts";
import { overWindows } from "./over-windows.ts";
import { citedTexts } from "./cited-texts.ts";
import { newsTold } from "./news-told.ts";
import { nowExtremes } from "./now-extremes.ts";
import { momentumBuilds, recovered, zoned } from "./momentum-claims.ts";
import { fromHigh, measureMoves, priceMoves } from "./move-claims.ts";
import { oscillatorState } from "./oscillator-states.ts";
import { oscillatorReaders, stretchOfSentence } from "./oscillator-claims.ts";
import { comparedOnly, plainly, undenied } from "./plain-words.ts";
import { nowAgainstThen, trendOver } from "./period-claims.ts";
import { priceOfSentence, priceReaders } from "./price-claims.ts";
import { setApart } from "./set-apart.ts";
import { placedAgainst, sideBySide } from "./side-by-side.ts";
import { perUnit } from "./share-claims.ts";
import { severalMoves } from "./several-moves.ts";
import { moveSigned, signClaims } from "./sign-claims.ts";
import { stanceOfSentence, stanceReaders } from "./stance-claims.ts";
import { streakReaders } from "./streak-claims.ts";
import { thanBefore } from "./than-before-claims.ts";
import { thenAndNow } from "./then-and-now.ts";
import { toldMoves } from "./told-moves.ts";
import { weekdays } from "./weekday-claims.ts";

/*
 * What words alone state of evidence: what stands above its average, what is overbought, which way something moved. Only
 * what is stated plainly of a measure that the words name is read; each reader says which.
 */

export type Claim = Omit<WordClaim, "point" | "field">;

const ofClause = askable([
  signClaims,
  moveSigned,
  chained,
  ...stanceReaders,
  ...figureReaders,
  ...priceReaders,
  ...changeReaders,
  ...oscillatorReaders,
  ...ratioReaders,
  ...filingAges,
  yearRange,
  crossed,
]);
const ofSentence = askable([
  soft(priceMoves),
  ...closesReaders,
  ...listedCloses,
  ...severalMoves.map(soft),
  ...figuresByWindow.map(soft),
  ...toldMoves,
  ...oscillatorReaders,
  ...datedReaders,
  sameAs,
  soft(linesPlaced),
  oneStep,
  moveTold,
  weekdays,
  ...stanceOfSentence,
  ...priceOfSentence,
  ...figureOfSentence,
  stacked,
  rankedMean,
  besideBoth,
  soft(besideOne),
  lastClose,
  ...stretchOfSentence,
  growthPace,
  profitAgainstSales,
  perUnit,
  bothMoved,
  movedOverAll,
  comparedBehind,
  everyMargin,
  headedReturn,
  headedVolume,
  moreOfTwo,
  ...thenAndNow,
  ...streakReaders,
  ...thanBefore,
  ...bandClaims,
  ...listExtremes,
  ...dayWords,
  soft(nowAgainstThen),
  soft(trendOver),
  ...[comparedOnly(paired), breaches, soft(measureMoves), ...thenAndNow].map(plainly),
  ...[...priceReaders, usualVolume, soft(priceMoves), soft(measureMoves), comparedOnly(paired)].map(undenied),
  momentumBuilds,
  soft(recovered),
  soft(zoned),
  ...agesInWords,
  ...hyphenedCounts,
  measureWindows,
  ...earlierDecisions,
  ...overWindows,
  ...nowExtremes,
  ...setApart.map(soft),
]);
const comparing = askable([paired]);
const ofRest = askable([besideSignal, servesAs, trendOf, citedPole, citedPair, citedLine]);
const ofPrinted = askable([besideSignal, servesAs, trendOf, printedPole, citedPair, citedLine]);
const ofOne = askable([citedPole]);
const ofTwo = askable([citedTwo]);
const supposing = askable([
  ...ownSides,
  ...crossingDays,
  againstExpected,
  figuresExpected,
  soft(boughtThen),
  soft(wouldHaveTo),
  soft(oscillatorState),
  soft(sideBySide),
  soft(placedAgainst),
  couldPay,
  ...decisionDays,
  ...citedTexts,
  ...newsTold,
]);
const placing = askable([soft(ownBesideLine)]);

/** What the words of a clause state of evidence, and whether it holds; nothing when they state nothing plainly. */
export function wordClaims(
  clause: string,
  offset: number,
  cited: ReadonlySet<string>,
  index: EvidenceIndex,
  around: Around,
): Claim[] {
  return claimsBy(ofClause, clause, offset, cited, index, around);
}

/** What a sentence compares, with what "and" joins taken together: "less debt than cash and securities". */
export function comparisonClaims(
  clause: string,
  offset: number,
  cited: ReadonlySet<string>,
  index: EvidenceIndex,
): Claim[] {
  return claimsBy(comparing, clause, offset, cited, index);
}

/** What a part of which nothing else was read says of the measures that it cites. */
export function lastClaims(clause: string, offset: number, cited: ReadonlySet<string>, index: EvidenceIndex): Claim[] {
  return claimsBy(ofRest, clause, offset, cited, index);
}

/** What a sentence that cites nothing says of the one or two measures whose figures it prints, ids written behind them. */
export function printedClaims(sentence: string, ids: ReadonlySet<string>, index: EvidenceIndex): Claim[] {
  const claims = claimsBy(ofPrinted, sentence, 0, ids, index);
  return claims.length > 0 || ids.size !== 2 ? claims : claimsBy(ofTwo, sentence, 0, ids, index);
}

/** What a sentence of which no part was read so says of the one or two measures that it cites. */
export function closingClaims(
  sentence: string,
  offset: number,
  cited: ReadonlySet<string>,
  index: EvidenceIndex,
  before: readonly WordClaim[],
): Claim[] {
  const isRead = before.some(
    ({ verdict, evidence }) =>
      verdict === "contradicted" || (cited.size === 2 && [...cited].every((id) => evidence.includes(id))),
  );
  if (isRead || cited.size > 2 || (cited.size === 1 && before.length > 0)) return [];
  return claimsBy(cited.size === 2 ? ofTwo : ofOne, sentence, offset, cited, index);
}

/** What a whole sentence states of oscillators and of the latest closes: its parts share their subject and their day. */
export function sentenceClaims(
  sentence: string,
  offset: number,
  cited: ReadonlySet<string>,
  index: EvidenceIndex,
  own: OwnLevels,
): Claim[] {
  const around = aroundOf(sentence, 0, sentence.length, own);
  // A target that is set supposes nothing.
  const set = sentence
    .replaceAll(/\btarget/gi, (word) => (word.startsWith("T") ? "Levels" : "levels"))
    .replaceAll(/\b(?:I|we) want\b|\bwould (?=(?:still |then )?(?:be|lie|sit|stand|enter|buy|start)\b)/gi, "");
  return [
    ...claimsBy(ofSentence, sentence, offset, cited, index, around),
    ...claimsBy(supposing, sentence, offset, cited, index, around, false),
    ...ownPart(set, sentence).flatMap((part) => claimsBy(placing, part, offset, cited, index, around, false)),
  ];
}

/** What comes before ", so we leave before it is tested": the rest supposes, and this part states. */
function ownPart(set: string, sentence: string): string[] {
  if (!isSupposed(set)) return [sentence];
  const end = /, (?:so|if|but|because|then|which|though|and I|and we|and nobody)\b|; /i.exec(sentence)?.index;
  const [part, own] = [sentence.slice(0, end), set.slice(0, end)];
  return end === undefined || isSupposed(own) ? [] : [part];
}

/** "The claim that the company is diluting holders is simply wrong". */
const refutation =
  /\b(?:claim|idea|notion|argument|assertion|suggestion|story|view|contention|charge|complaint|worry|fear|narrative|allegation|thesis|belief) that\b[^.;:]{4,120}? (?:is|are|was|looks?|seems?|proves?) (?:(?:simply|plainly|just|clearly|quite|flatly|demonstrably|factually|entirely|completely) )?(?:wrong|false|mistaken|untrue|baseless|unfounded|nonsense|a myth|misplaced|incorrect|refuted|contradicted|not (?:true|right|correct|supported|borne out))\b|\b(?:claim|idea|notion|argument|assertion|suggestion|story|view|contention|worry|fear|narrative|thesis|belief) that\b[^.;:]{4,120}? (?:(?:does|did|do)(?: not|n['’]t) (?:hold|stand|survive|fit|square|bear)|fails|collapses|falls (?:flat|apart|down)|finds no support|has no (?:basis|support)|is not)\b/i;

/** "I hear the argument that it is oversold, but the RSI is above 30": what others say is no statement of this one's. */
const heard =
  /^\W*(?:I|we) (?:hear|read|know|see|understand|get|have heard|am aware of|are aware of) (?:the|this|that|their) (?:argument|claim|case|view|idea|point|story|objection|worry) that [^;:]{3,120}?, (?:but|yet|though)\b/i;

/** "Needs 94.71 points to regain the mean" says that it has not. */
const needed =
  /\b(?:needs?|requires?|must|would (?:need|have)|(?:has|have) (?:still )?(?=to )|(?:has|have) \d\S*|lacks?)\b[^.;,]{0,24} ?\bto $|\brange (?:(?:that|which)|(?:of )?\S+ (?:to|and|–|-) \S+) $|\bbetween (?:the )?$|\bat (?:just|a little|slightly) $|\b(?:look|looking|glance|point|pointing) at (?:the |its )?$/i;
/** "A close beyond the high was not achieved". */
const undone =
  /^[^.;,]{0,48}? (?:was|were|is|has been|have been) (?:not|never) (?:achieved|reached|seen|made|managed|recorded|to be (?:seen|had))\b|^[^.;,]{0,48}? did(?: not|n['’]t) (?:happen|occur|materiali[sz]e|come about)\b/i;

/** "It cannot be said that, over 63 sessions, the stock fell": what denies a claim from before its own part. */
export function turnedAhead(claim: Claim, text: string, from: number, part: number): Claim {
  const isTurned =
    part > from && isDeniedAhead(text.slice(from, claim.offset)) && !isDeniedAhead(text.slice(part, claim.offset));
  return isTurned ? { ...claim, verdict: claim.verdict === "holds" ? "contradicted" : "holds" } : claim;
}

function claimsBy(
  readersOf: (text: string) => readonly Reader[],
  text: string,
  offset: number,
  cited: ReadonlySet<string>,
  index: EvidenceIndex,
  around: Around = alone,
  maySuppose = true,
): Claim[] {
  const readers = readersOf(text);
  if (readers.length === 0 || (maySuppose && isSupposed(text))) return [];
  const refuted = firstIn(refutation, text);
  const granted = firstIn(heard, text);
  const claims = readers.flatMap((read): Claim[] => {
    const found = read(text, index, cited, around);
    if (found === null) return [];
    if (isArithmetic(text, found)) return [];
    if (granted !== null && found.start < granted[0].length) return [];
    const isReturn = found.items.some(({ key }) => key.startsWith("return_"));
    if (isReturn && (occurs(fromHigh, text.slice(found.end)) || occurs(afterDecision, text))) return [];
    // "A quarter of the posts fall into the last week".
    if (/^falls?$/i.test(text.slice(found.start, found.end)) && /^ (?:in)?(?:to|within)\b/.test(text.slice(found.end)))
      return [];
    // "Did not lose two thirds" may have lost less: folds-told.ts has the amount.
    if (isReturn && isDenied(text, found.start) && amountAhead.test(text.slice(found.end))) return [];
    if (maySuppose && occurs(needed, text.slice(0, found.start))) return [];
    const isRefuted =
      refuted !== null && found.start >= refuted.index && found.start < refuted.index + refuted[0].length;
    const isUndone = occurs(undone, text.slice(found.end));
    const denied =
      isRefuted !== (isDenied(text, found.start) !== isUndone) ||
      /\b(?:neither|nor)\b/i.test(text.slice(0, found.start));
    return [
      {
        offset: offset + found.start,
        text: text.slice(found.start, found.end),
        verdict: found.holds === denied ? "contradicted" : "holds",
        evidence: found.items.map(({ id }) => id),
      },
    ];
  });
  // Two readers that read the same words say it once.
  return claims.filter((one, at) => claims.findIndex(({ offset: other }) => other === one.offset) === at);
}
