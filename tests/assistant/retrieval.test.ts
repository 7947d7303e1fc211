import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { knowledgePassages } from "#src/server/compose/models/knowledge-passages.ts";
import { systemClock } from "#src/core/clock.ts";
import { createLog } from "#src/core/operation/log.ts";
import { notes, type AnswerTools, type ModelAsk } from "#src/product/assistant/public/assistant-tools.ts";
import type { DraftClaim } from "#src/product/assistant/lib/claims.ts";
import { declaredAnswers } from "#src/product/content/passages.ts";
import { declaredBy } from "#src/product/assistant/lib/questions.ts";
import { embedPassages, reindex } from "#src/product/assistant/assistant.ts";
import { createKnowledge } from "#src/product/assistant/public/knowledge.ts";
import { pageOf } from "#src/product/assistant/lib/lexical-index.ts";
import { freshDatabase, type FreshDatabase } from "#tests/support/database.ts";
import { suggestions } from "#src/web/components/assistant/messages.ts";
import { judge, report, type Judged } from "./evaluate.ts";
import type { Question } from "./question.ts";
import { check } from "./questions.check.ts";
import { heldOut } from "./questions.held-out.ts";
import { practice } from "./questions.practice.ts";
import { tuning } from "./questions.tuning.ts";
import { voicesHeldOut } from "./questions.voices-held-out.ts";
import { voices } from "./questions.voices.ts";
import { systemContext } from "#tests/support/contexts.ts";

/** At most so many answers may be false, and at least so many questions must find their page. */
const bounds = { falseAnswers: 0, recallAt3: 0.95 };
/** At least so many must be answered: a little less than were, so that it cannot fall unseen. */
const leastAnswered = {
  "held out": 0.92,
  tuning: 0.95,
  practice: 0.93,
  check: 0.88,
  voices: 0.88,
};

let fresh: FreshDatabase;
let tools: AnswerTools;

beforeAll(async () => {
  fresh = await freshDatabase();
  await reindex(systemContext({ db: fresh.db, clock: systemClock }), knowledgePassages());
  const log = createLog("silent", "http");
  tools = { knowledge: createKnowledge(fresh.db), model: null, declared: declaredBy(declaredAnswers()), log };
});
afterAll(() => fresh.drop());

async function judged(questions: readonly Question[], by: AnswerTools = tools): Promise<Judged[]> {
  const all: Judged[] = [];
  for (const question of questions) all.push(await judge(by, question));
  return all;
}

describe("the labelled questions, on the real help centre, blog and API reference", () => {
  test("enough of them, of every kind, each asked once, half of them kept apart from tuning", () => {
    const all = [...heldOut, ...tuning];
    expect(all.length).toBeGreaterThanOrEqual(120);
    expect(Math.abs(heldOut.length - tuning.length)).toBeLessThanOrEqual(4);
    const kinds = ["answerable", "multi-turn", "account", "unanswerable", "out-of-scope", "injection"];
    for (const half of [heldOut, tuning]) expect(new Set(half.map(({ kind }) => kind))).toEqual(new Set(kinds));
    const asked = [...all, ...practice, ...check, ...voices, ...voicesHeldOut].map(({ ask, after = [] }) =>
      [...after, ask].join(" "),
    );
    expect(new Set(asked).size).toBe(asked.length);
  });

  test("lead only to pages that exist", () => {
    const pages = new Set(knowledgePassages().map(({ url, source }) => (source === "api" ? url : url.split("#")[0])));
    const places = ["/billing", "/deposits", "/referrals", "/keys", "/analyses"];
    const wanted = [...heldOut, ...tuning, ...practice, ...check, ...voices, ...voicesHeldOut].flatMap(
      (question) => question.pages,
    );
    expect(wanted.filter((page) => !pages.has(page) && !places.includes(page))).toEqual([]);
  });

  test("find their page, and are not answered falsely", async () => {
    const apart = await judged(heldOut);
    const tuned = await judged(tuning);
    const rows = {
      "held out": report(apart),
      tuning: report(tuned),
      practice: report(await judged(practice)),
      check: report(await judged(check)),
      voices: report(await judged(voices)),
      "voices, held out": report(await judged(voicesHeldOut)),
    };
    const both = report([...apart, ...tuned]);
    process.stdout.write(`\nassistant, without a model\n${tableOf({ ...rows, both })}\n`);
    for (const [name, least] of Object.entries(leastAnswered))
      expect(new Map(Object.entries(rows)).get(name)?.answerRate, name).toBeGreaterThanOrEqual(least);
    for (const row of [...Object.values(rows), both]) {
      expect(row.falseAnswerRate).toBeLessThanOrEqual(bounds.falseAnswers);
      expect(row.falseOfRefusable).toBeLessThanOrEqual(bounds.falseAnswers);
      expect(row.recallAt3).toBeGreaterThanOrEqual(bounds.recallAt3);
    }
    const accounts = [...apart, ...tuned].filter(({ question }) => question.kind === "account");
    expect(accounts.filter(({ right }) => !right).map(({ question }) => question.ask)).toEqual([]);
  });

  test("what the panel suggests to ask is answered, also without a model, and is said to be a quote", async () => {
    const answers = await judged(suggestions.map((ask) => ({ kind: "answerable", ask, pages: [] })));
    expect(answers.map(({ answer, question }) => [question.ask, answer.kind, answer.note])).toEqual(
      suggestions.map((ask) => [ask, "stated", notes.stated]),
    );
  });

  test("a model that claims whatever it likes of whatever it is given gets nothing told without its quote", async () => {
    let asked = 0;
    const believer = {
      name: "believer",
      async *claims({ question, chunks }: ModelAsk): AsyncGenerator<DraftClaim> {
        asked += 1;
        yield { text: `Yes: ${question}`, chunkId: "p1", quote: `Yes: ${question}` };
        yield { text: "It is free and takes 17 minutes.", chunkId: "p1", quote: chunks[0]?.passage.text ?? "" };
      },
    };
    const refusable = [...heldOut, ...tuning].filter(({ pages }) => pages.length === 0);
    const answers = await judged(refusable, { ...tools, model: believer });
    process.stdout.write(`of ${refusable.length} questions to refuse a model was asked ${asked}\n`);
    expect(answers.filter(({ answer }) => answer.kind !== "refused").map(({ question }) => question.ask)).toEqual([]);
    // The gate before the model is there so that it is asked rarely.
    expect(asked / refusable.length).toBeLessThan(0.3);
  });
});

function tableOf(rows: Readonly<Record<string, object>>): string {
  return Object.entries(rows)
    .map(
      ([name, row]) =>
        `${name}: ${Object.entries(row)
          .map(([key, value]) => `${key} ${value}`)
          .join(", ")}`,
    )
    .join("\n");
}

describe("the index", () => {
  test("writes what has changed, removes what is gone, and leaves the rest", async () => {
    const passages = knowledgePassages();
    const ctx = systemContext(fresh);
    const [first, second, ...rest] = passages;
    if (first === undefined || second === undefined) throw new Error("there are no passages");
    expect(await reindex(ctx, passages)).toEqual({ written: 0, removed: 0, unchanged: passages.length });
    const changed = { ...first, text: "A sentence about marmalade and nothing else." };
    expect(await reindex(ctx, [changed, ...rest])).toEqual({
      written: 1,
      removed: 1,
      unchanged: rest.length,
    });
    // Whoever holds the passages in memory finds out with the next question.
    const { found } = await tools.knowledge.search("marmalade sentence", null);
    expect(found[0]?.passage).toEqual(changed);
    expect(await reindex(ctx, passages)).toEqual({ written: 2, removed: 0, unchanged: rest.length });
    expect(
      (await tools.knowledge.search("marmalade sentence", null)).found.map(({ passage }) => passage.text),
    ).not.toContain(changed.text);
  });

  test("two workers that index at the same time leave one index", async () => {
    const passages = knowledgePassages();
    const ctx = systemContext(fresh);
    const other = passages.map((passage) => ({ ...passage, title: `${passage.title} (new)` }));
    await Promise.all([reindex(ctx, passages), reindex(ctx, other), reindex(ctx, passages)]);
    const { rows } = await fresh.db.pool.query<{ count: string }>(
      "select count(distinct (title like '%(new)')) as count from passages",
    );
    expect(rows).toEqual([{ count: "1" }]);
    await reindex(ctx, passages);
  });

  test("a misspelled word finds its page", async () => {
    const pages = async (question: string) =>
      (await tools.knowledge.search(question, null)).found.slice(0, 3).map(({ passage }) => pageOf(passage.url));
    expect(await pages("How do I verify a webhok signatur?")).toContain("/help/verify-webhooks");
    expect(await pages("How do I make a wachlist?")).toContain("/help/watchlists");
  });

  test("a Postgres without pgvector has no vectors, and the model that would make them is not asked", async () => {
    let asked = 0;
    const embedder = {
      model: "tiny",
      embed: (texts: readonly string[]) => {
        asked += 1;
        return Promise.resolve(texts.map(() => [1]));
      },
    };
    expect(await embedPassages(systemContext({ db: fresh.db, clock: systemClock }), embedder)).toBeNull();
    const knowledge = createKnowledge(fresh.db, { embedder, log: createLog("silent", "http") });
    expect((await knowledge.search("What is an API key?", null)).found.length).toBeGreaterThan(0);
    expect(asked).toBe(0);
  });
});
