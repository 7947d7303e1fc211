import type { WordClaim } from "#src/contract/judgement.ts";
import type { EvidenceIndex } from "./evidence-index.ts";
import { idsPrinted, type Figure } from "./implied-ids.ts";
import type { Spot } from "./number-in-context.ts";
import { firstIn, occurs } from "./pattern-search.ts";
import { isRound, sideOfLine } from "./round-lines.ts";
import type { Sentence } from "./sentences.ts";
import { lastClaims, wordClaims } from "./word-claims.ts";
import { alone } from "./around.ts";

/*
 * What one sentence asks, or others are said to say, and the next one answers: "Is it overbought? No, the RSI is 58.9",
 * "Some call it oversold. The RSI of 25.9 confirms that". What was asked is read as a statement about what the answer
 * cites, or gives the value of, and held against the answer.
 */

type Claim = Omit<WordClaim, "point" | "field">;

const hearsay =
  /^\W*(?:I (?:hear|read|am told|keep hearing)|we (?:hear|read|are told)|they say|people say|it is (?:said|claimed|argued)|you (?:hear|read|will hear)|rumou?r has it|the (?:story|claim|talk|word|charge|complaint) is|(?:some|many|others|critics|fans|optimists|pessimists|commentators|the (?:bears?|bulls?|critics|press|crowd|forum|street))(?: (?:will|would|may|might))? (?:say|says|claim|claims|argue|argues|think|thinks|believe|believes|hold|holds|insist|insists))(?: that)?,? /i;
const called =
  /^\W*(?:some|many|others|critics|fans|commentators|the (?:bears?|bulls?|critics|press|crowd))(?: (?:will|would))? (?:call|calls|deem|deems|consider|considers) (the [\w ]{3,24}?|it|them|this) (overbought|oversold|[\w-]+(?: [\w-]+)?)[.?]?\s*$/i;

const yes =
  /^\W*(?:yes|yep|yeah|indeed|right|correct|true|it (?:is|does|has|did)(?=[,:;.]))(?![\w-])|\b(?:confirms?|bears? (?:this|that|it|them) out|supports? (?:this|that|it|them)|agrees?|backs? (?:this|that|it|them) up|(?:they|he|she) (?:are|is) right|(?:that|this|it) is (?:true|right|correct|so|accurate|fair)|(?:it|they) (?:is|are)(?= ?(?:\[[^\]]*\])? ?[.]?\s*$))\b|\b(?:it|they) (?:is|are) ?(?:\[[^\]]*\])? ?\.?\s*$/i;
const no =
  /^\W*(?:no|nope|not (?:so|at all|true|quite|yet|really)|wrong|false|hardly|far from it|it (?:is|does|has|did) not(?=[,:;.])|it (?:isn|doesn|hasn)['’]t(?=[,:;.]))(?![\w-])|\b(?:contradicts?|den(?:y|ies)|refutes?|disproves?|belies|disagrees?|says otherwise|(?:they|he|she) (?:are|is) (?:wrong|mistaken)|(?:that|this|it) is (?:not (?:true|right|correct|so|the case)|false|wrong|untrue|a myth|nonsense)|(?:does not|doesn['’]t|do not) (?:confirm|support|back|bear)|(?:it|they) (?:is|are) not ?(?:\[[^\]]*\])? ?\.?\s*$)/i;

const asked =
  /^\W*(?:so,? |and |but )?(is|are|has|have|was|were|did|does) (it|the [\w&'’. -]{3,32}?|this (?:stock|share|price)|they) (?=\w)/i;

/** A question as a statement: "Is the stock overbought?" as "the stock is overbought". */
function statementOf(written: string): string | null {
  const plain = written.trim();
  if (plain.endsWith("?")) {
    const body = plain.slice(0, -1);
    const turned = firstIn(asked, body);
    if (turned !== null) {
      const [lead, verb = "", subject = ""] = turned;
      return `${subject} ${/^(?:did|does)$/i.test(verb) ? "" : `${verb.toLowerCase()} `}${body.slice(lead.length)}`;
    }
    return /^\W*(?:overbought|oversold)\W*$/i.test(body) ? `the stock is ${body.toLowerCase()}` : body;
  }
  const named = firstIn(called, plain);
  if (named !== null) return `${named[1] ?? "it"} is ${named[2] ?? ""}`;
  const told = firstIn(hearsay, plain);
  return told === null ? null : plain.slice(told[0].length).replace(/\.$/, "");
}

/** Whether a sentence asks on which side of a line, the number, something is. */
export function isAskedAbout({ text, sentence, number }: Pick<Spot, "text" | "sentence" | "number">): boolean {
  const asks = /\?\s*$/.test(text.slice(sentence.start, sentence.end));
  return asks && isRound(number) && sideOfLine(text.slice(sentence.start, number.offset)) !== null;
}

/** What the second of two sentences answers to the first, of what it cites or gives the values of. */
export function answeredClaims(
  text: string,
  [first, second]: readonly [Sentence | undefined, Sentence],
  ids: readonly string[],
  figures: readonly Figure[],
  index: EvidenceIndex,
): Claim[] {
  if (first === undefined || first.end - first.start > 160) return [];
  const answer = text.slice(second.start, second.end);
  const [isYes, isNo] = [occurs(yes, answer), occurs(no, answer)];
  if (isYes === isNo) return [];
  const statement = statementOf(text.slice(first.start, first.end));
  if (statement === null) return [];
  const cited = [...ids, ...second.citations.flatMap((group) => group.ids)];
  const known = new Set((cited.length > 0 ? cited : idsPrinted(figures)).slice(0, 2));
  const written = `${statement} [${[...known].join(", ")}]`;
  const read = wordClaims(written, 0, known, index, alone);
  const [claim, another] = read.length > 0 ? read : lastClaims(written, 0, known, index);
  if (claim === undefined || (another !== undefined && another.verdict !== claim.verdict)) return [];
  const found = (isNo ? no : yes).exec(answer);
  const start = second.start + (found?.index ?? 0);
  const holds = (claim.verdict === "holds") === isYes;
  return [
    {
      offset: start,
      text: text.slice(start, start + Math.max(found?.[0].length ?? 1, 1)),
      verdict: holds ? "holds" : "contradicted",
      evidence: claim.evidence,
    },
  ];
}
