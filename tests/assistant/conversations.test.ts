import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { systemClock } from "#src/core/clock.ts";
import { deleteAccount, exportData } from "#src/product/accounts/account-data.ts";
import {
  deleteAllConversations,
  deleteConversation,
  listConversations,
  readConversation,
  voteOnAnswer,
  readPassage,
} from "#src/product/assistant/assistant.ts";
import { systemContext } from "#tests/support/contexts.ts";
import { userIdOf } from "#tests/support/sign-in.ts";
import type { Browser } from "#tests/support/browser.ts";
import type { FrontDoor, TestApp } from "#tests/support/front-door.ts";
import { openAssistantApp, somebodyAt } from "./asking.ts";
import { askLikeUseChat } from "./ui-stream.ts";

let testApp: TestApp;
let door: FrontDoor;

beforeAll(async () => {
  testApp = await openAssistantApp();
  door = await testApp.open();
});
afterAll(() => testApp.drop());

const somebody = (at = door): Promise<Browser> => somebodyAt(testApp, at);

describe("what was asked", () => {
  const ctx = async (browser: Browser) => ({
    db: testApp.db,
    queue: testApp.queue,
    clock: systemClock,
    settings: {
      rounds: 1,
      riskRounds: 1,
      budgetUsd: null,
      maxConcurrency: 1,
      maxQueued: 1,
      jobTimeoutMs: 1000,
      webhookAllowPrivate: false,
    },
    actor: { owner: await userIdOf(browser), plan: "free" as const, scopes: [] },
    requestId: "test",
  });

  test("is kept for its owner alone, in order, and can be deleted", async () => {
    const [ada, eve] = [await somebody(), await somebody()];
    const [asAda, asEve] = [await ctx(ada), await ctx(eve)];
    await askLikeUseChat(door.url, ada, "first", "What does REVIEW mean?");
    const { turnId } = await askLikeUseChat(door.url, ada, "first", "How do I create an API key?");
    await askLikeUseChat(door.url, ada, "second", "what is my balance?");
    // The same name is another conversation for somebody else.
    await askLikeUseChat(door.url, eve, "first", "How does a refund work?");
    expect((await listConversations(asAda)).map(({ id, title }) => [id, title])).toEqual([
      ["second", "what is my balance?"],
      ["first", "What does REVIEW mean?"],
    ]);
    const turns = await readConversation(asAda, "first");
    expect(turns.map(({ question, answer }) => [question, answer?.kind])).toEqual([
      ["What does REVIEW mean?", "quoted"],
      ["How do I create an API key?", "quoted"],
    ]);
    expect((await readConversation(asEve, "first")).map(({ question }) => question)).toEqual([
      "How does a refund work?",
    ]);

    await voteOnAnswer(asAda, { turnId, vote: "down" });
    await expect(voteOnAnswer(asEve, { turnId, vote: "up" })).rejects.toThrow("there is no such answer");
    expect((await readConversation(asAda, "first")).map(({ vote }) => vote)).toEqual([null, "down"]);
    await voteOnAnswer(asAda, { turnId, vote: null });
    expect((await readConversation(asAda, "first")).map(({ vote }) => vote)).toEqual([null, null]);

    await expect(deleteConversation(asEve, "second")).rejects.toThrow("there is no such conversation");
    await deleteConversation(asAda, "first");
    expect(await readConversation(asAda, "first")).toEqual([]);
    await deleteAllConversations(asAda);
    expect(await listConversations(asAda)).toEqual([]);
    expect(await listConversations(asEve)).toHaveLength(1);
  });

  test("two questions at once in one conversation are both kept", async () => {
    const browser = await somebody();
    const questions = ["What does REVIEW mean?", "How does a refund work?", "How do I create an API key?"];
    await Promise.all(questions.map((question) => askLikeUseChat(door.url, browser, "busy", question)));
    const turns = await readConversation(await ctx(browser), "busy");
    expect(turns.map(({ question }) => question).toSorted()).toEqual(questions.toSorted());
    expect(turns.every(({ answer }) => answer !== null)).toBe(true);
  });

  test("is part of the data export, and gone with the account", async () => {
    const browser = await somebody();
    const context = await ctx(browser);
    await askLikeUseChat(door.url, browser, "c1", "What does REVIEW mean?");
    const data: unknown = JSON.parse(await exportData(context, context.actor.owner));
    expect(data).toMatchObject({ assistant: [{ question: "What does REVIEW mean?", answer: { kind: "quoted" } }] });
    await deleteAccount(context);
    const { rows } = await testApp.db.pool.query("select 1 from assistant_turns where owner = $1", [
      context.actor.owner,
    ]);
    expect(rows).toEqual([]);
  });

  test("a citation opens its passage; one that the pages no longer have is said to be gone", async () => {
    const [claim] = (await askLikeUseChat(door.url, await somebody(), "c1", "What does REVIEW mean?")).claims;
    expect((await readPassage(systemContext({ db: testApp.db }), claim?.passage.id ?? "")).text).toContain(
      claim?.quote,
    );
    await expect(readPassage(systemContext({ db: testApp.db }), "help/gone")).rejects.toThrow(
      "no longer contains this passage",
    );
  });
});
