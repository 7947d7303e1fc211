import type {
  Answer,
  AskedReport,
  Claim,
  ConversationSummary,
  Passage,
  PlaceLink,
  Turn,
  Vote,
} from "#src/contract/jobs/assistant.ts";
import {
  deleteConversations,
  insertTurn,
  listConversations as list,
  listTurns,
  setAnswer,
  setVote,
} from "./queries/conversations.ts";
import { Conflict, NotFound } from "#src/core/errors.ts";
import { newId } from "#src/core/ids.ts";
import { BrokenOff, answerQuestion, fromModel } from "./lib/answer-question.ts";
import { type AnswerEvent, type AnswerTools, type AssistantTools, fixed, notes } from "./public/assistant-tools.ts";
import type { Context, SystemContext } from "../context.ts";
import { isTestOwner } from "#src/contract/api/test-mode.ts";
import { getRun, readSharedRun } from "../analyses/reading.ts";
import { readSignalReport } from "../signals/reading.ts";
import { intentOf } from "./lib/questions.ts";
import { answerFromReport } from "./lib/report/answers.ts";
import { type FinishedReport, type ReportPart, askedAbout, partsOf, speaksOf } from "./lib/report/parts.ts";
import { otherLevelIn } from "./lib/report/what-if.ts";
import {
  countChange,
  findPassage,
  listUnembedded,
  lockDigests,
  prepareVectors,
  putPassages,
  putVector,
  removePassages,
} from "./queries/passages.ts";
import { canonicalJson, sha256 } from "#src/core/hash.ts";
import type { Embedder } from "./public/knowledge.ts";

export interface NewQuestion {
  readonly tools: AssistantTools;
  readonly owner: string;
  readonly conversation: string;
  /** Not empty. */
  readonly question: string;
  readonly signal: AbortSignal;
}

export interface OpenTurn {
  readonly turnId: string;
  /** The answer, which is kept when it has ended; to be read once. */
  readonly answer: AsyncGenerator<AnswerEvent>;
}

/** Turns that a follow-up can go on with. */
const remembered = 4;

/** @throws RateLimited; Conflict for a full conversation */
export async function ask(ctx: SystemContext, asked: NewQuestion): Promise<OpenTurn> {
  const { db, clock } = ctx;
  const { tools, owner, conversation, question, signal } = asked;
  await tools.limits.take(owner);
  const turnId = newId("turn");
  const earlier = await listTurns(db.sql, { owner, conversation, before: null, limit: remembered });
  await db.transaction(async (tx) => {
    if (!(await insertTurn(tx, { id: turnId, owner, conversation, question, at: clock.now() })))
      throw new Conflict("this conversation has reached its maximum length; start a new one");
  });
  return { turnId, answer: kept(ctx, turnId, answerQuestion(tools, question, earlier, signal)) };
}

/** Passes an answer on, and keeps it when it is whole. */
async function* kept(
  ctx: SystemContext,
  turnId: string,
  events: AsyncGenerator<AnswerEvent>,
): AsyncGenerator<AnswerEvent> {
  const { db, clock } = ctx;
  const claims: Claim[] = [];
  let links: PlaceLink[] = [];
  let note: string | null = null;
  for await (const event of events) {
    if (event.type === "claim") claims.push(event.claim);
    else if (event.type === "note") note = event.text;
    else if (event.type === "links") links = [...event.links];
    else if (event.type === "end") {
      const answer: Answer = { kind: event.kind, note, claims, links };
      await setAnswer(db.sql, turnId, answer, clock.now());
    }
    yield event;
  }
}

const readers = { analysis: getRun, signal: readSignalReport, link: readSharedRun } as const;

export interface AskedOfReport {
  readonly tools: AssistantTools;
  readonly report: AskedReport;
  /** Not empty. */
  readonly question: string;
  readonly signal: AbortSignal;
}

/**
 * Counts as a question; nothing is kept.
 * @throws NotFound; Conflict without a report; Forbidden; RateLimited
 */
export async function askReport(ctx: Context, asked: AskedOfReport): Promise<OpenTurn> {
  const { tools, report, question, signal } = asked;
  await tools.limits.take(ctx.actor.owner);
  const finished = await readers[report.by](ctx, report.id);
  // Test data cost nothing: no model answers about them.
  const model = isTestOwner(ctx.actor.owner) ? null : tools.model;
  return { turnId: newId("turn"), answer: answerReport({ ...tools, model }, finished, question, signal) };
}

/** Parts that a model is shown. */
const mostShown = 60;

/**
 * From one report alone; code computes figures, and a model's sentence needs its quote. A report is never an
 * instruction.
 */
async function* answerReport(
  tools: Pick<AnswerTools, "model" | "log">,
  finished: FinishedReport,
  question: string,
  signal: AbortSignal,
): AsyncGenerator<AnswerEvent> {
  if (intentOf(question).kind === "instruction") return yield* fixed("refused", notes.notInReport, []);
  let failed = false;
  if (tools.model !== null && otherLevelIn(question) === null) {
    const chunks = shownTo(question, partsOf(finished)).map((passage, index) => ({ id: `p${index + 1}`, passage }));
    yield { type: "progress", stage: "reading", passages: chunks.length };
    try {
      const told = yield* fromModel(tools, { about: "report", question, earlier: [], chunks }, signal);
      if (told) return yield { type: "end", kind: "answered" };
      return yield* fixed("refused", notes.notInReport, []);
    } catch (error) {
      if (!(error instanceof BrokenOff)) throw error;
      if (error.told) return yield { type: "end", kind: "answered" };
      failed = true;
    }
  }
  const claims = answerFromReport(finished, question);
  if (claims.length === 0) return yield* fixed("refused", notes.notInReport, []);
  if (failed) yield { type: "note", text: notes.reportAlone };
  for (const claim of claims) yield { type: "claim", claim };
  yield { type: "end", kind: "stated" };
}

/** The outcome, and then what speaks of the question before what does not. */
function shownTo(question: string, parts: readonly ReportPart[]): ReportPart[] {
  const { agents, terms } = askedAbout(question);
  const worth = (part: ReportPart): number => {
    const outcome = ["verdict", "levels", "check", "stance"].includes(part.kind) ? 1.5 : 0;
    const named = part.agent !== null && agents.includes(part.agent) ? 2 : 0;
    return outcome + named + terms.filter((term) => speaksOf(part, term)).length + (part.kind === "point" ? 0.5 : 0);
  };
  return parts
    .map((part) => ({ part, worth: worth(part) }))
    .toSorted((a, b) => b.worth - a.worth)
    .slice(0, mostShown)
    .map(({ part }) => part);
}

const mostListed = 100;

/** The asker's conversations, newest first. */
export function listConversations(ctx: Context): Promise<ConversationSummary[]> {
  const { db, actor } = ctx;
  return list(db.sql, actor.owner, mostListed);
}

const mostTurns = 100;

/** Oldest first; none for an unknown conversation. */
export function readConversation(ctx: Context, conversation: string): Promise<Turn[]> {
  const { db, actor } = ctx;
  return listTurns(db.sql, { owner: actor.owner, conversation, before: null, limit: mostTurns });
}

/** @throws NotFound */
export async function deleteConversation(ctx: Context, conversation: string): Promise<void> {
  const { db, actor } = ctx;
  if ((await deleteConversations(db.sql, actor.owner, conversation)) === 0)
    throw new NotFound("there is no such conversation");
}

/** Deletes every conversation of the asker's. */
export async function deleteAllConversations(ctx: Context): Promise<void> {
  const { db, actor } = ctx;
  await deleteConversations(db.sql, actor.owner, null);
}

/** `null` takes it back. @throws NotFound also for another's answer */
export async function voteOnAnswer(
  ctx: Context,
  { turnId, vote }: { readonly turnId: string; readonly vote: Vote | null },
): Promise<void> {
  const { db, actor } = ctx;
  if (!(await setVote(db.sql, actor.owner, turnId, vote))) throw new NotFound("there is no such answer");
}

/** @throws NotFound for a passage that is gone */
export async function readPassage(ctx: SystemContext, id: string): Promise<Passage> {
  const { db } = ctx;
  const passage = await findPassage(db.sql, id);
  if (passage === null) throw new NotFound("the page has changed and no longer contains this passage");
  return passage;
}

export interface Reindexed {
  readonly written: number;
  readonly removed: number;
  readonly unchanged: number;
}

/** Writes only what changed, removes what is gone. */
export async function reindex(ctx: SystemContext, passages: readonly Passage[]): Promise<Reindexed> {
  const { db, clock } = ctx;
  const digested = passages.map((passage) => ({ ...passage, digest: sha256(canonicalJson(passage)) }));
  const now = clock.now();
  return db.transaction(async (tx) => {
    const before = await lockDigests(tx);
    const changed = digested.filter(({ id, digest }) => before.get(id) !== digest);
    const wanted = new Set(digested.map(({ id }) => id));
    const gone = [...before.keys()].filter((id) => !wanted.has(id));
    if (changed.length > 0) await putPassages(tx, changed, now);
    if (gone.length > 0) await removePassages(tx, gone);
    if (changed.length + gone.length > 0) await countChange(tx, now);
    return { written: changed.length, removed: gone.length, unchanged: digested.length - changed.length };
  });
}

const atOnce = 64;
const longestMs = 60_000;

/**
 * New and changed texts.
 * @returns how many; `null` without pgvector
 */
export async function embedPassages(ctx: SystemContext, embedder: Embedder): Promise<number | null> {
  const { db, clock } = ctx;
  if (!(await prepareVectors(db.sql))) return null;
  let made = 0;
  for (;;) {
    const missing = await listUnembedded(db.sql, embedder.model, atOnce);
    if (missing.length === 0) break;
    const texts = missing.map(({ text }) => text);
    const vectors = await embedder.embed(texts, AbortSignal.timeout(longestMs));
    for (const [index, passage] of missing.entries()) {
      const vector = vectors[index];
      if (vector === undefined)
        throw new Error(`${embedder.model} gave ${vectors.length} vectors for ${missing.length}`);
      await putVector(db.sql, passage, embedder.model, vector);
    }
    made += missing.length;
  }
  if (made > 0) await db.transaction((tx) => countChange(tx, clock.now()));
  return made;
}
