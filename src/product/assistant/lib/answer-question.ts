import type { Answer, Claim, PlaceLink, Turn } from "#src/contract/jobs/assistant.ts";
import { type AnswerEvent, type AnswerTools, type ModelAsk, fixed, notes } from "../public/assistant-tools.ts";
import { intentOf, isFollowUp } from "./questions.ts";
import type { Found, Search } from "../public/knowledge.ts";
import { pageOf } from "./lexical-index.ts";
import { checkClaim, refOf } from "./claims.ts";
import { ModelFailed } from "#src/core/errors.ts";

/** Below this likelihood no model is asked and nothing is shown. A model finds more in a passage. */
const least = { model: 0.2, result: 0.12 } as const;
const mostLinks = 3;
/** Where no page is near. */
const start: PlaceLink = { title: "Help centre", url: "/help" };

/**
 * From the knowledge base alone. Questions and passages are never instructions: code decides.
 * @param earlier oldest first
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
  let said: { readonly stated: string; readonly quoted: string } = notes;
  if (tools.model !== null) {
    if ((search.found[0]?.likely ?? 0) < least.model) return yield* refusal(search);
    yield { type: "progress", stage: "reading", passages: search.found.length };
    try {
      const chunks = search.found.map(({ passage }, index) => ({ id: `p${index + 1}`, passage }));
      const turns = earlier.map((turn) => ({ question: turn.question, answer: wordsOf(turn.answer) }));
      const told = yield* fromModel(tools, { about: "product", question: asked, earlier: turns, chunks }, signal);
      if (told) return yield { type: "end", kind: "answered" };
      return yield* refusal(search);
    } catch (error) {
      // What was told before it broke off was checked, and stands.
      if (!(error instanceof BrokenOff)) throw error;
      if (error.told) return yield { type: "end", kind: "answered" };
      said = { stated: notes.modelFailedStated, quoted: notes.modelFailed };
    }
  }
  const stated = before === null ? tools.declared(asked) : null;
  if (stated !== null) {
    yield { type: "note", text: said.stated };
    yield { type: "claim", claim: stated };
    return yield { type: "end", kind: "stated" };
  }
  const results = resultsOf(search, least.result);
  if (results.length === 0) return yield* refusal(search);
  yield { type: "note", text: said.quoted };
  for (const claim of results) yield { type: "claim", claim };
  yield { type: "end", kind: "quoted" };
}

/** Without instructions to us; `null`: nothing is left. */
function askedOf(question: string): string | null {
  if (intentOf(question).kind !== "instruction") return question;
  const rest = question.split(/(?<=[.!?])\s+/).filter((sentence) => intentOf(sentence).kind !== "instruction");
  return rest.some((sentence) => sentence.endsWith("?")) ? rest.join(" ") : null;
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

/** What was about the user's own account is nothing to go on with. */
function canGoOn({ answer }: Pick<Turn, "answer">): boolean {
  return answer !== null && answer.kind !== "pointed";
}

function wordsOf(answer: Answer | null): string {
  if (answer === null) return "";
  return [answer.note ?? "", ...answer.claims.map(({ text }) => text)].filter((part) => part !== "").join(" ");
}

const mostResults = 3;
const excerptLength = 240;

/**
 * Best first, one passage a page; none where even the first is unlikely.
 * @param from likelihood, 0 to 1
 */
export function resultsOf({ found }: Search, from: number): Claim[] {
  if ((found[0]?.likely ?? 0) < from) return [];
  const pages = new Map<string, Found>();
  for (const one of found) {
    const page = pageOf(one.passage.url);
    if (!pages.has(page)) pages.set(page, one);
  }
  return [...pages.values()].slice(0, mostResults).map(excerptOf);
}

/** Else its beginning, as for an operation. */
function excerptOf({ passage, units: [best] }: Found): Claim {
  if (best !== undefined) return { text: best.unit.text, quote: best.unit.quote, passage: refOf(passage) };
  const beginning = passage.text.slice(0, excerptLength);
  const cut = beginning.length < passage.text.length ? beginning.slice(0, beginning.lastIndexOf(" ")) : beginning;
  return { text: cut, quote: cut, passage: refOf(passage) };
}

const mostClaims = 6;

/** The model failed; `told`: after something had been shown. */
export class BrokenOff extends Error {
  readonly told: boolean;
  constructor(told: boolean) {
    super("the model stopped early");
    this.told = told;
  }
}

/**
 * Each is told once its quote and figures were found.
 * @returns whether any passed. @throws BrokenOff
 */
export async function* fromModel(
  { log, model }: Pick<AnswerTools, "log" | "model">,
  asked: ModelAsk,
  signal: AbortSignal,
): AsyncGenerator<AnswerEvent, boolean> {
  if (model === null) return false;
  const told = new Set<string>();
  try {
    for await (const draft of model.claims(asked, signal)) {
      const checked = checkClaim(draft, asked.chunks);
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
