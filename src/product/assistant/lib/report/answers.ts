import { counted, percentText } from "#src/core/text/number-text.ts";
import type { Claim } from "#src/contract/jobs/assistant.ts";
import type { Rating } from "#src/contract/jobs/analysis.ts";
import { type Agent, agentTitles } from "#src/contract/run/answers.ts";
import { oneLine, refOf } from "../claims.ts";
import {
  askedAbout,
  partsAbout,
  speaksOf,
  type QuestionTopic,
  partsOf,
  type FinishedReport,
  type ReportPart,
} from "./parts.ts";
import { otherLevelIn, whatIf } from "./what-if.ts";

const mostClaims = 5;
const longestSentence = 420;
const segmenter = new Intl.Segmenter("en", { granularity: "sentence" });

/** A report that is asked. */
interface Case {
  readonly finished: FinishedReport;
  readonly parts: readonly ReportPart[];
  readonly question: string;
  readonly line: string;
  readonly asked: QuestionTopic;
}

/** The report's own words and figures, and what follows from them. The first way of asking that fits decides. */
export function answerFromReport(finished: FinishedReport, question: string): Claim[] {
  const line = question.normalize("NFKC").toLowerCase().replaceAll(/[’‘]/g, "'").trim();
  const given: Case = { finished, parts: partsOf(finished), question, line, asked: askedAbout(question) };
  const way = ways.find(([pattern]) => pattern.test(line))?.[1] ?? general;
  return verified(way(given), given.parts).slice(0, mostClaims);
}

/** Only sentences whose quote code finds in the part that they name. */
export function verified(claims: readonly Claim[], parts: readonly ReportPart[]): Claim[] {
  const texts = new Map(parts.map(({ id, text }) => [id, oneLine(text)]));
  const shown = new Map<string, Claim>();
  for (const claim of claims) {
    const quote = oneLine(claim.quote);
    if (quote !== "" && texts.get(claim.passage.id)?.includes(quote) === true && !shown.has(claim.text))
      shown.set(claim.text, claim);
  }
  return [...shown.values()];
}

type Way = (given: Case) => Claim[];

const ways: readonly (readonly [pattern: RegExp, way: Way])[] = [
  [/\b(?:entry|stop|target)\b.*\d|\d.*\b(?:entry|stop|target)\b/, moved],
  [
    /\b(?:change|changes|changed|alter) (?:your|its|the|their|his|my) (?:mind|view|opinion|rating|minds)\b|\bprove (?:you|it|this) wrong\b|\bwhat would (?:change|break|invalidate)\b/,
    changes,
  ],
  [/\bhow (?:sure|confident|certain|convinced|reliable)\b|\bconfiden(?:ce|t)\b|\bhow likely\b/, certainty],
  [
    /\bwho (?:disagree[sd]?|dissent(?:s|ed)?|objected|was against|voted|is against)\b|\bdisagree(?:s|d|ment|ments)?\b/,
    disagreement,
  ],
  [/\bwhy (?:not|isn't it|is it not|no) (?:an? |the )?(?:strong )?(?:buy|sell|hold|overweight|underweight)\b/, whyNot],
  [
    /^why\b.*\b(?:buy|sell|hold|overweight|underweight|review|rating|no opinion)\b|\bwhat is the (?:thesis|rating|verdict)\b/,
    why,
  ],
  [/\bchecks?\b.*\b(?:fail|failed|pass|passed)\b|\b(?:which|what) checks\b|\bdid .*checks\b/, checks],
  [/\b(?:missing|stale|refused|not available|absent)\b|\bwhat data\b/, holes],
  [/\b(?:what|where) (?:is|are|was|were) the (?:levels?|entry|stop|target|size)\b/, levels],
  [/\b(?:against|contradicts?|negatives?|downside|risks?|weaknesses)\b/, (given) => sided(given, "against")],
  [/\b(?:in favou?r|supports?|speaks? for|positives?|upside|strengths)\b/, (given) => sided(given, "for")],
  [/\b(?:today|tomorrow|right now|currently|next (?:week|month|year)|yesterday|will)\b/, () => []],
];

/** Somebody named: their words; else evidence, else a statement with all words. */
function general(given: Case): Claim[] {
  const { parts, asked } = given;
  const { agents, terms } = asked;
  if (agents.length > 0) return said(given, agents);
  const evidence = partsAbout(of(parts, "evidence"), parts, terms, 1);
  const statements = partsAbout(of(parts, "point", "check", "data"), parts, terms, 1);
  return [...evidence.slice(0, 2).map(whole), ...statements.slice(0, 2).map(withName)];
}

/** Points about it, else sentences, else all points. */
function said({ parts, asked: { terms } }: Case, agents: readonly Agent[]): Claim[] {
  const own = parts.filter(({ agent }) => agent !== null && agents.includes(agent));
  const points = of(own, "point");
  if (terms.length === 0)
    return points.length > 0 ? points.map(withName) : of(own, "prose").flatMap((one) => sentencesOf(one).slice(0, 3));
  const about = partsAbout(points, parts, terms, 0.5);
  if (about.length > 0) return about.map(withName);
  return partsAbout(of(own, "prose"), parts, terms, 0.5).flatMap((prose) =>
    sentencesOf(prose).filter(({ text }) => terms.some((term) => speaksOf({ ...prose, heading: null, text }, term))),
  );
}

const advocates = { for: "bull", against: "bear" } as const;

/** With the evidence it names. */
function sided({ parts, asked: { agents, terms } }: Case, side: "for" | "against"): Claim[] {
  // Whose part it is to say so comes first.
  const points = of(parts, "point")
    .toSorted((a, b) => Number(b.agent === advocates[side]) - Number(a.agent === advocates[side]))
    .filter(
      (point) => point.side === side && (agents.length === 0 || (point.agent !== null && agents.includes(point.agent))),
    );
  const wanted = terms.filter(
    ({ stem }) =>
      !/^(?:against|contradict|negat|downsid|risk|weak|favour|favor|support|posit|upsid|strength|for)/.test(stem),
  );
  const about = wanted.length === 0 ? points : partsAbout(points, parts, wanted, 0.5);
  const evidence = new Map(of(parts, "evidence").map((one) => [one.id, one]));
  const told = new Set<string>();
  return about.flatMap((point) => {
    if (told.has(point.text)) return [];
    told.add(point.text);
    const basis = point.evidence.flatMap((id) => evidence.get(id) ?? []).at(0);
    const claim = withName(point);
    return [basis === undefined ? claim : { ...claim, quote: firstLine(basis), passage: refOf(basis) }];
  });
}

function moved(given: Case): Claim[] {
  const other = otherLevelIn(given.question);
  if (other === null) return /\b(?:if|suppose|assume)\b/.test(given.line) ? [] : levels(given);
  return whatIf(given.finished, given.parts, other);
}

function levels({ parts, line }: Case): Claim[] {
  const part = parts.find(({ kind }) => kind === "levels");
  if (part === undefined) return unadopted(parts);
  const named = ["entry", "stop", "target", "size"].filter((name) => new RegExp(String.raw`\b${name}\b`).test(line));
  return part.text
    .split("\n")
    .filter((each) => named.length === 0 || named.some((name) => each.toLowerCase().startsWith(name)))
    .map((each) => ({ text: `${each}.`, quote: each, passage: refOf(part) }));
}

/** What is to be done instead, and what was proposed. */
function unadopted(parts: readonly ReportPart[]): Claim[] {
  return of(parts, "verdict").flatMap((part) => {
    const lines = part.text.match(/^(?:Instruction|Trader proposed)\b.*$/gm) ?? [];
    return lines.map((line) => ({ ...whole(part), text: line, quote: line }));
  });
}

const wouldChange =
  /\b(?:would (?:change|raise|lower|cut|weaken|strengthen|break|turn|make|prove|have to|need)|change (?:my|our|the|this) (?:mind|view|rating)|unless|invalidat\w*|reconsider|proven? wrong|if .{3,80}\b(?:falls?|rises?|breaks?|drops?|closes?|turns?|misses|beats|slips))\b/i;

function changes({ parts }: Case): Claim[] {
  const order: readonly Agent[] = [
    "portfolio_manager",
    "research_manager",
    "trader",
    "conservative",
    "neutral",
    "bear",
    "bull",
  ];
  const sentences = order.flatMap((agent) =>
    of(parts, "prose", "point")
      .filter((part) => part.agent === agent)
      .flatMap(sentencesOf)
      .filter(({ quote }) => wouldChange.test(quote)),
  );
  const stop = parts.find(({ kind, text }) => kind === "levels" && text.includes("\nStop: "));
  const line = stop?.text.split("\n").find((each) => each.startsWith("Stop: "));
  return [
    ...sentences.slice(0, mostClaims - 1),
    ...(stop === undefined || line === undefined
      ? []
      : [{ text: `The proposal counts as wrong at its stop. ${line}.`, quote: line, passage: refOf(stop) }]),
  ];
}

function certainty({ finished, parts }: Case): Claim[] {
  const { verdict, numbers } = finished.reports;
  const part = parts.find(({ kind }) => kind === "verdict");
  if (part === undefined || verdict?.confidence == null) return [];
  const { confidence, horizon_days: days } = verdict;
  const cite = (text: string, quote: string): Claim => ({ text, quote, passage: refOf(part) });
  const all = numbers.supported + numbers.unsupported;
  return [
    cite(
      `The portfolio manager's confidence is ${percentText(confidence)}. That is the agent's own estimate, not a probability.`,
      `Confidence: ${percentText(confidence)}`,
    ),
    ...(days === null ? [] : [cite(`The horizon is ${counted(days, "day")}.`, `Horizon: ${days} days`)]),
    cite(
      `Code found support for ${numbers.supported} of the ${all} numbers in the statements.`,
      `Numbers with support: ${numbers.supported} of ${all}`,
    ),
  ];
}

const scale: readonly Rating[] = ["Sell", "Underweight", "Hold", "Overweight", "Buy"];

/** Which way a rating points: −1, 0 or 1; `null` for REVIEW. */
function directionOf(rating: string): number | null {
  const at = scale.findIndex((each) => each === rating);
  return at < 0 ? null : Math.sign(at - 2);
}

const fieldPattern = /^(Score|Lean|Action): (.+)$/m;

/** Whose stated score, lean or action points another way than the rating. */
function disagreement({ finished, parts }: Case): Claim[] {
  const { rating } = finished.run.result;
  const direction = directionOf(rating);
  if (direction === null) return [];
  const others = of(parts, "stance").flatMap((part): Claim[] => {
    const [quote, name = "", value = ""] = fieldPattern.exec(part.text) ?? [];
    const own = name === "Score" ? Math.sign(Number(value)) : name === "Lean" ? directionOf(value) : actions[value];
    const none = name === "Score" && own === 0;
    if (quote === undefined || own === undefined || own === null || own === direction || none) return [];
    const text = `${part.title}: ${name.toLowerCase()} ${name === "Score" ? signed(value) : value}, while the rating is ${rating}.`;
    return [{ text, quote, passage: refOf(part) }];
  });
  if (others.length > 0) return others;
  const verdict = parts.find(({ kind }) => kind === "verdict");
  const text = `Every stated score, lean and action points the same way as the rating ${rating}.`;
  return verdict === undefined ? [] : [{ text, quote: `Rating: ${rating}`, passage: refOf(verdict) }];
}

const actions: Readonly<Record<string, number>> = { buy: 1, hold: 0, sell: -1 };

function signed(score: string): string {
  const value = Number(score);
  return value > 0 ? `+${value}` : String(value).replace("-", "\u2212");
}

function why(given: Case): Claim[] {
  const { finished, parts } = given;
  const verdict = parts.find(({ kind }) => kind === "verdict");
  if (verdict === undefined) return [];
  const { rating } = finished.run.result;
  const rest = verdict.text.split("\n").filter((line) => /^(?:Thesis|Reason): /.test(line));
  const direction = directionOf(rating);
  return [
    { text: `The rating is ${rating}.`, quote: `Rating: ${rating}`, passage: refOf(verdict) },
    ...rest.map((line) => ({ text: line.replace(/^\w+: /, ""), quote: line, passage: refOf(verdict) })),
    ...(direction === null || direction === 0 ? [] : sided(withoutTerms(given), direction > 0 ? "for" : "against")),
  ];
}

/** For the rating as it is, against the other. */
function whyNot(given: Case): Claim[] {
  const { rating } = given.finished.run.result;
  const asked = scale.findIndex((each) => new RegExp(String.raw`\b${each}\b`, "i").test(given.line));
  const actual = scale.findIndex((each) => each === rating);
  if (actual < 0 || asked === actual) return why(given);
  const [first, ...thesis] = why(given).filter(({ passage }) => passage.id === "verdict");
  const side = sided(withoutTerms(given), asked > actual ? "against" : "for");
  return first === undefined ? [] : [first, ...thesis, ...side];
}

function withoutTerms(given: Case): Case {
  return { ...given, asked: { agents: [], terms: [] } };
}

function checks({ finished, parts, line }: Case): Claim[] {
  const wanted = /\bfail/.test(line) ? "fail" : /\bpass/.test(line) ? "pass" : null;
  const ids = finished.reports.checks
    .filter(({ outcome }) => wanted === null || outcome === wanted)
    .map(({ id }) => `check/${id}`);
  return of(parts, "check")
    .filter(({ id }) => ids.includes(id))
    .map(whole);
}

function holes({ parts }: Case): Claim[] {
  return of(parts, "data").map(whole);
}

function of(parts: readonly ReportPart[], ...kinds: readonly ReportPart["kind"][]): ReportPart[] {
  return parts.filter(({ kind }) => kinds.includes(kind));
}

function firstLine({ text }: ReportPart): string {
  return text.split("\n")[0] ?? "";
}

function whole(part: ReportPart): Claim {
  return { text: firstLine(part), quote: firstLine(part), passage: refOf(part) };
}

/** A statement with who made it. */
function withName(part: ReportPart): Claim {
  const who = part.agent === null ? "" : `${agentTitles[part.agent]}: `;
  return { text: `${who}${part.text}`, quote: part.text, passage: refOf(part) };
}

function sentencesOf(part: ReportPart): Claim[] {
  return [...segmenter.segment(part.text.replaceAll("\n", "\n\n"))]
    .map(({ segment }) => segment.trim())
    .filter(({ length }) => length > 12 && length <= longestSentence)
    .map((sentence) => ({ ...withName({ ...part, text: sentence }), quote: sentence }));
}
