import type { Answer, Claim, PlaceLink } from "#src/contract/jobs/assistant.ts";
import { answerQuestion } from "#src/product/assistant/lib/answer-question.ts";
import type { AnswerTools } from "#src/product/assistant/public/assistant-tools.ts";
import { isFollowUp } from "#src/product/assistant/lib/questions.ts";
import type { Knowledge } from "#src/product/assistant/public/knowledge.ts";
import { pageOf } from "#src/product/assistant/lib/lexical-index.ts";
import type { Question } from "./question.ts";

export interface Judged {
  readonly question: Question;
  /** The first three pages that were found. */
  readonly top: readonly string[];
  readonly found: boolean;
  readonly answer: Answer;
  /** Something was said as an answer, not shown as a result, that rests on no page which says it. */
  readonly false: boolean;
  readonly right: boolean;
  /** The first thing that is said or shown rests on a page that says it. */
  readonly firstRight: boolean;
}

export interface Report {
  readonly questions: number;
  /** Of questions that a page answers, those with such a page among the first three passages. */
  readonly recallAt3: number;
  /** Of the same, those to which such a page was shown or stated. */
  readonly answerRate: number;
  /** Of the same, those with a sentence for an answer. */
  readonly stated: number;
  /** Of those, the ones whose first quote is from such a page. */
  readonly firstRight: number;
  /** Of those that nothing answers, the ones to which nothing was shown. */
  readonly nothingShown: number;
  /** Of all questions. */
  readonly falseAnswerRate: number;
  /** Of those that must be refused. */
  readonly falseOfRefusable: number;
}

/** Asks one question as a user would, those before it included. */
export async function judge(given: AnswerTools, question: Question): Promise<Judged> {
  const tools = { ...given, knowledge: searchingOnce(given.knowledge) };
  const earlier: { question: string; answer: Answer }[] = [];
  for (const before of question.after ?? [])
    earlier.push({ question: before, answer: await answerOf(tools, before, earlier) });
  const previous = isFollowUp(question.ask) ? (earlier.at(-1)?.question ?? null) : null;
  const { found } = await tools.knowledge.search(question.ask, previous);
  const top = [...new Set(found.map(({ passage }) => pageOf(passage.url)))].slice(0, 3);
  const answer = await answerOf(tools, question.ask, earlier);
  const claimed = answer.claims.map(({ passage }) => pageOf(passage.url));
  const rests = claimed.some((page) => question.pages.includes(page));
  const pointed = answer.kind === "pointed" && answer.links.some(({ url }) => question.pages.includes(url));
  return {
    question,
    top,
    found: top.some((page) => question.pages.includes(page)),
    answer,
    false: answer.kind !== "quoted" && claimed.length > 0 && !rests,
    firstRight: question.pages.includes(claimed[0] ?? ""),
    right:
      question.pages.length === 0
        ? answer.kind === "refused" || answer.kind === "quoted"
        : question.kind === "account"
          ? pointed
          : rests,
  };
}

/** What is found is looked at, and answered from: it is looked up once. */
function searchingOnce(knowledge: Knowledge): Knowledge {
  const known = new Map<string, ReturnType<Knowledge["search"]>>();
  return {
    search(question, before) {
      const key = JSON.stringify([question, before]);
      const found = known.get(key) ?? knowledge.search(question, before);
      known.set(key, found);
      return found;
    },
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
    stated: share(answerable, ({ answer }) => answer.kind === "stated"),
    nothingShown: share(refusable, ({ answer }) => answer.kind === "refused"),
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
