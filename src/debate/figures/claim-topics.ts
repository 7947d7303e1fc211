import type { Evidence } from "#src/contract/run/evidence.ts";
import { isDoubtful, type TextSpan } from "#src/contract/run/spans.ts";
import type { Stretch } from "./passage.ts";

/*
 * Whether a claim at the top of a report, a point or the thesis, is tied to evidence that speaks of its topic, and
 * whether it is certain of the future. English alone, by the tables below: what no row names is not judged.
 */

interface Topic {
  readonly said: RegExp;
  /** Letters of the measures that speak of it; of an event none does, and only a text that tells of it. */
  readonly letters: string;
  /** What such a text says, where that is more than the claim. */
  readonly told?: RegExp;
}

const events: readonly Topic[] = [
  { said: /\bguid(?:ance|ed)\b/i, told: /\bguid|\bforecast|\boutlook|\bexpects\b/i, letters: "" },
  {
    said: /\bFDA\b|\bregulatory approvals?\b|\bclinical trials?\b/,
    told: /\bFDA\b|\bapprov|\btrial|\bdrug/i,
    letters: "",
  },
  {
    said: /\btake-?overs?\b|\bmergers?\b|\bacquirers?\b/i,
    told: /\btake-?over|\bmerge|\bacqui|\bbid\b|\bbuy-?out/i,
    letters: "",
  },
  {
    said: /\blawsuits?\b|\blitigation\b|\bantitrust\b/i,
    told: /\blawsuit|\blitigat|\bantitrust|\bcourt|\bsue[sd]?\b/i,
    letters: "",
  },
  { said: /\bCEO\b|\bCFO\b|\bchief executive\b/, told: /\bCEO\b|\bCFO\b|\bchief|\bhead of\b|\bdirector/i, letters: "" },
  { said: /\btariffs?\b/i, letters: "" },
];

const measures: readonly Topic[] = [
  {
    said: /\brevenues?\b|\bsales\b|\bmargins?\b|\bearnings\b|\bEPS\b|\bcash flow\b|\bdebt\b|\bbalance sheet\b|\bvaluation\b|\bP\/E\b/i,
    letters: "F",
  },
  {
    said: /\bRSI\b|\bMACD\b|\bmoving averages?\b|\bmomentum\b|\bvolatility\b|\boversold\b|\boverbought\b/i,
    letters: "M",
  },
  { said: /\bsocial media\b|\bposts\b/i, letters: "S" },
];

/** A supposition, or that something is not there, claims no event. */
const supposed = /\b(?:if|unless|would|could|might|may|should|until|once|whether|when)\b/i;
const denied = /\b(?:no|not|nor|never|without|lacks?|absent|absence of)\b(?:\s+\S+){0,3}\s*$/i;

const certainty: readonly RegExp[] = [
  /\bwill\b(?! to\b)/i,
  /\bwon['’]t\b/i,
  /\bcertain (?:to|that)\b|\bcertainly\b/i,
  /\bguaranteed?\b/i,
  /\b(?:sure|bound) to\b/i,
  /\binevitabl[ey]\b/i,
];
/** Who hedges is not certain, and who reports what somebody said is none who says it. */
const hedged = /\b(?:likely|probably|perhaps|possibly|expects?|expected|plans?|said|says|announced|according to)\b/i;

export interface Claim {
  readonly text: string;
  /** What was written into it and found in it so far. */
  readonly spans: readonly TextSpan[];
  /** All that it may rest on. */
  readonly cited: readonly Evidence[];
}

/** What is marked in a claim. */
export function readTies({ text, spans, cited }: Claim): TextSpan[] {
  const free = (found: Stretch): boolean => spans.every((span) => span.to <= found.from || span.from >= found.to);
  return [...untied(text, spans, cited, free), ...certain(text, cited, free)];
}

function untied(
  text: string,
  spans: readonly TextSpan[],
  cited: readonly Evidence[],
  free: (found: Stretch) => boolean,
): TextSpan[] {
  // What is flagged already needs no second mark.
  if (spans.some(isDoubtful)) return [];
  const mark = (found: Stretch | undefined): TextSpan[] => (found === undefined ? [] : [spanOf("uncited", found)]);
  const event = supposed.test(text)
    ? undefined
    : events.find((topic) => isClaimed(text, topic) && !speaks(cited, topic));
  if (event !== undefined) return mark([...stretches(text, event.said)].find(free));
  const named = measures.filter((topic) => topic.said.test(text));
  // Who states terms of a trade alone claims nothing of the world.
  const isOwn = cited.length === 0 && spans.some(({ kind }) => kind === "own" || kind === "supported");
  const isTied = cited.length > 0 && (named.length === 0 || named.some((topic) => speaks(cited, topic)));
  if (isTied || isOwn) return [];
  const words = [
    ...named.flatMap((topic) => [...stretches(text, topic.said)]),
    ...[...stretches(text, /[A-Za-z]\w+/g)].toReversed(),
  ];
  return mark(words.find(free));
}

function isClaimed(text: string, { said }: Topic): boolean {
  const found = said.exec(text);
  return found !== null && !denied.test(text.slice(0, found.index));
}

/** Whether evidence is a measure of the topic, or a text that tells of it. */
function speaks(cited: readonly Evidence[], { letters, said, told = said }: Topic): boolean {
  return cited.some(({ id, text }) => letters.includes(id.charAt(0)) || (text !== null && told.test(text)));
}

function certain(text: string, cited: readonly Evidence[], free: (found: Stretch) => boolean): TextSpan[] {
  // A text may tell of what is to come, and then it is its author who is certain.
  if (supposed.test(text) || hedged.test(text) || cited.some((item) => item.text !== null)) return [];
  return certainty
    .flatMap((words) => [...stretches(text, words)])
    .filter((found) => !denied.test(text.slice(0, found.from)) && free(found))
    .map((found) => spanOf("opinion", found));
}

function* stretches(text: string, words: RegExp): Generator<Stretch> {
  for (const found of text.matchAll(new RegExp(words, words.flags.includes("g") ? words.flags : `${words.flags}g`)))
    yield { from: found.index, to: found.index + found[0].length };
}

function spanOf(kind: "uncited" | "opinion", { from, to }: Stretch): TextSpan {
  return { from, to, kind, ids: [], expression: null };
}
