import type { Answer, Claim, PlaceLink } from "#src/contract/assistant.ts";
import { answerQuestion, type AnswerTools } from "#src/services/assistant/answer-question.ts";
import { isFollowUp } from "#src/services/assistant/intents.ts";
import { pageOf } from "#src/services/assistant/pages.ts";
import type { Question } from "./question.ts";

export interface Judged {
  readonly question: Question;
  /** Pages of the first three passages that were found. */
  readonly top: readonly string[];
  readonly found: boolean;
  readonly answer: Answer;
  /** Something was claimed that should have been refused, or that rests on pages which do not say it. */
  readonly false: boolean;
  readonly right: boolean;
  /** The first thing that is claimed rests on a page that says it. */
  readonly firstRight: boolean;
}

export interface Report {
  readonly questions: number;
  /** Of questions that a page answers, those with such a page among the first three passages. */
  readonly recallAt3: number;
  /** Of the same, those that were answered from such a page. */
  readonly answerRate: number;
  /** Of those, the ones whose first quote is from such a page. */
  readonly firstRight: number;
  /** Of all questions. */
  readonly falseAnswerRate: number;
  /** Of those that must be refused. */
  readonly falseOfRefusable: number;
}

/** Asks one question as a user would, those before it included. */
export async function judge(tools: AnswerTools, question: Question): Promise<Judged> {
  const earlier: { question: string; answer: Answer }[] = [];
  for (const before of question.after ?? [])
    earlier.push({ question: before, answer: await answerOf(tools, before, earlier) });
  const previous = isFollowUp(question.ask) ? (earlier.at(-1)?.question ?? null) : null;
  const { found } = await tools.knowledge.search(question.ask, previous);
  const top = found.slice(0, 3).map(({ passage }) => pageOf(passage.url));
  const answer = await answerOf(tools, question.ask, earlier);
  const claimed = answer.claims.map(({ passage }) => pageOf(passage.url));
  const rests = claimed.some((page) => question.pages.includes(page));
  const pointed = answer.kind === "pointed" && answer.links.some(({ url }) => question.pages.includes(url));
  return {
    question,
    top,
    found: top.some((page) => question.pages.includes(page)),
    answer,
    false: claimed.length > 0 && !rests,
    firstRight: question.pages.includes(claimed[0] ?? ""),
    right: question.pages.length === 0 ? claimed.length === 0 : question.kind === "account" ? pointed : rests,
  };
}

async function answerOf(
  tools: AnswerTools,
  question: string,
  earlier: readonly { question: string; answer: Answer }[],
): Promise<Answer> {
  const claims: Claim[] = [];
  let links: readonly PlaceLink[] = [];
  let note: string | null = null;
  for await (const event of answerQuestion(tools, question, earlier, new AbortController().signal)) {
    if (event.type === "claim") claims.push(event.claim);
    else if (event.type === "note") note = event.text;
    else if (event.type === "links") ({ links } = event);
    else if (event.type === "end") return { kind: event.kind, note, claims, links: [...links] };
  }
  throw new Error(`no end of the answer to: ${question}`);
}

export function report(judged: readonly Judged[]): Report {
  const answerable = judged.filter(({ question: { kind } }) => kind === "answerable" || kind === "multi-turn");
  const refusable = judged.filter(({ question: { pages } }) => pages.length === 0);
  return {
    questions: judged.length,
    recallAt3: share(answerable, ({ found }) => found),
    answerRate: share(answerable, ({ right }) => right),
    firstRight: share(
      answerable.filter(({ right }) => right),
      (one) => one.firstRight,
    ),
    falseAnswerRate: share(judged, (one) => one.false),
    falseOfRefusable: share(refusable, (one) => one.false),
  };
}

function share<T>(all: readonly T[], holds: (one: T) => boolean): number {
  return Number((all.filter(holds).length / all.length).toFixed(3));
}
