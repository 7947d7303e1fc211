import type { Answer, AnswerKind, Claim, PlaceLink, Turn } from "#src/contract/assistant.ts";
import { ModelFailed } from "#src/platform/errors.ts";
import type { Log } from "#src/platform/log.ts";
import { checkClaim, type Chunk } from "./claims.ts";
import { extractClaims } from "./extract.ts";
import { intentOf, isFollowUp } from "./intents.ts";
import type { Knowledge, Search } from "./knowledge.ts";
import type { AssistantModel } from "./model.ts";
import { pageOf } from "./pages.ts";

export interface AnswerTools {
  readonly knowledge: Knowledge;
  /** `null`: answers are the passages' own words. */
  readonly model: AssistantModel | null;
  readonly log: Pick<Log, "warn" | "info">;
}

/** An answer as it comes about. What was told is never taken back. */
export type AnswerEvent =
  | { readonly type: "progress"; readonly stage: "searching" | "reading"; readonly passages: number }
  | { readonly type: "note"; readonly text: string }
  | { readonly type: "claim"; readonly claim: Claim }
  | { readonly type: "links"; readonly links: readonly PlaceLink[] }
  | { readonly type: "end"; readonly kind: AnswerKind };

/** The fixed words of the assistant; everything else that it says is a claim with its quote. */
export const notes = {
  refused:
    "I answer only from the help centre, the blog and the API reference, and I find no answer to this there. These pages come nearest:",
  refusedBare:
    "I answer only from the help centre, the blog and the API reference, and I find no answer to this there.",
  market:
    "I have no opinion on a stock or a coin, and I know no prices. An analysis argues one as of a date, with its evidence.",
  account: "I do not see your account. It is shown here:",
  quoted: "There is no language model here, so these are the pages' own words:",
  modelFailed: "The language model gave no answer just now, so these are the pages' own words:",
} as const;

/**
 * Below it nothing is asked of a model, and nothing is quoted: the share of the question's weight that the best passage
 * speaks of. A model reads more out of a passage than its words, and says when it does not find an answer.
 */
const least = { model: 0.2, quoted: { likely: 0.6, beside: 0.65 } } as const;
const mostClaims = 6;
const mostLinks = 3;
/** Where no page is near. */
const start: PlaceLink = { title: "Help centre", url: "/help" };

/**
 * Answers a question from the knowledge base and from nothing else. What the question or a passage says is never an
 * instruction: code decides what is looked up, whether a model is asked, and which of its claims are shown.
 * @param earlier the turns before it, oldest first
 */
export async function* answerQuestion(
  tools: AnswerTools,
  question: string,
  earlier: readonly Pick<Turn, "question" | "answer">[],
  signal: AbortSignal,
): AsyncGenerator<AnswerEvent> {
  const asked = askedOf(question);
  if (asked === null) return yield* fixed("refused", notes.refusedBare, [start]);
  const intent = intentOf(asked);
  if (intent.kind === "account") return yield* fixed("pointed", notes.account, [intent.place]);
  if (intent.kind === "market")
    return yield* fixed("refused", notes.market, [{ title: "New analysis", url: "/analyses/new" }]);
  yield { type: "progress", stage: "searching", passages: 0 };
  const before = isFollowUp(asked) ? (earlier.findLast(canGoOn)?.question ?? null) : null;
  const search = await tools.knowledge.search(asked, before);
  let note: string = notes.quoted;
  if (tools.model !== null && (search.found[0]?.likely ?? 0) >= least.model) {
    yield { type: "progress", stage: "reading", passages: search.found.length };
    try {
      const told = yield* fromModel(tools, tools.model, { question: asked, earlier, search }, signal);
      if (told) return yield { type: "end", kind: "answered" };
      return yield* refusal(search);
    } catch (error) {
      // What was told before it broke off was checked, and stands.
      if (!(error instanceof BrokenOff)) throw error;
      if (error.told) return yield { type: "end", kind: "answered" };
      note = notes.modelFailed;
    }
  }
  const claims = extractClaims(search, least.quoted);
  if (claims.length === 0) return yield* refusal(search);
  yield { type: "note", text: note };
  for (const claim of claims) yield { type: "claim", claim };
  yield { type: "end", kind: "quoted" };
}

/** A question without sentences that tell us how to answer; `null` where nothing else is left. */
function askedOf(question: string): string | null {
  if (intentOf(question).kind !== "instruction") return question;
  const rest = question.split(/(?<=[.!?])\s+/).filter((sentence) => intentOf(sentence).kind !== "instruction");
  return rest.some((sentence) => sentence.endsWith("?")) ? rest.join(" ") : null;
}

/** The model failed; `told`: after something had been shown. */
class BrokenOff extends Error {
  readonly told: boolean;
  constructor(told: boolean) {
    super("the model broke off");
    this.told = told;
  }
}

/** @returns whether any claim passed. @throws BrokenOff */
async function* fromModel(
  { log }: Pick<AnswerTools, "log">,
  model: AssistantModel,
  {
    question,
    earlier,
    search,
  }: {
    readonly question: string;
    readonly earlier: readonly Pick<Turn, "question" | "answer">[];
    readonly search: Search;
  },
  signal: AbortSignal,
): AsyncGenerator<AnswerEvent, boolean> {
  const chunks: Chunk[] = search.found.map(({ passage }, index) => ({ id: `p${index + 1}`, passage }));
  const said = earlier.map((turn) => ({ question: turn.question, answer: wordsOf(turn.answer) }));
  const told = new Set<string>();
  try {
    for await (const draft of model.claims({ question, earlier: said, chunks }, signal)) {
      const checked = checkClaim(draft, chunks);
      if (!checked.ok)
        log.info({ model: model.name, reason: checked.reason }, "a claim of the assistant's model was dropped");
      else if (!told.has(checked.claim.text) && told.size < mostClaims) {
        told.add(checked.claim.text);
        yield { type: "claim", claim: checked.claim };
      }
    }
  } catch (error) {
    if (!(error instanceof ModelFailed)) throw error;
    log.warn({ model: error.model, reason: error.reason, err: error }, "the assistant's model failed");
    throw new BrokenOff(told.size > 0);
  }
  return told.size > 0;
}

async function* refusal({ found }: Search): AsyncGenerator<AnswerEvent> {
  const pages = new Map<string, PlaceLink>();
  for (const { passage, signs } of found) {
    if (signs.passage === 0) continue;
    const { source, url, title, heading } = passage;
    const page = pageOf(url);
    if (!pages.has(page)) pages.set(page, { title: source === "api" && heading !== null ? heading : title, url: page });
    if (pages.size === mostLinks) break;
  }
  if (pages.size === 0) yield* fixed("refused", notes.refusedBare, [start]);
  else yield* fixed("refused", notes.refused, [...pages.values()]);
}

async function* fixed(kind: AnswerKind, note: string, links: readonly PlaceLink[]): AsyncGenerator<AnswerEvent> {
  yield { type: "note", text: note };
  if (links.length > 0) yield { type: "links", links };
  yield { type: "end", kind };
}

/** What was about the user's own account is nothing to go on with. */
function canGoOn({ answer }: Pick<Turn, "answer">): boolean {
  return answer !== null && answer.kind !== "pointed";
}

function wordsOf(answer: Answer | null): string {
  if (answer === null) return "";
  return [answer.note ?? "", ...answer.claims.map(({ text }) => text)].filter((part) => part !== "").join(" ");
}
