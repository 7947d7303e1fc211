import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { systemClock } from "#src/core/clock.ts";
import { Conflict, NotFound } from "#src/core/errors.ts";
import { cancelAnalysis, submitAnalysis } from "#src/product/analyses/submitting.ts";
import { findShare, readSharedRun, shareAnalysis, unshareAnalysis } from "#src/product/analyses/reading.ts";
import type { Actor, Context } from "#src/product/context.ts";
import { succeed } from "#tests/support/finished-job.ts";
import { openTestApp, type TestApp } from "#tests/support/front-door.ts";
import { systemContext } from "#tests/support/contexts.ts";

let testApp: TestApp;
beforeAll(async () => {
  testApp = await openTestApp();
});
afterAll(() => testApp.drop());

function as(owner: string, scopes: Actor["scopes"] = ["analyses:read", "analyses:write"]): Context {
  return {
    db: testApp.db,
    queue: testApp.queue,
    clock: systemClock,
    settings: {
      rounds: 1,
      riskRounds: 1,
      budgetUsd: null,
      maxConcurrency: 4,
      maxQueued: 100,
      jobTimeoutMs: 60_000,
      webhookAllowPrivate: false,
    },
    actor: { owner, plan: "elite", scopes },
    requestId: "req_test",
  };
}

async function finished(owner = "ada"): Promise<string> {
  const { id } = await submitted(owner);
  await succeed(testApp, id);
  return id;
}

async function submitted(owner: string): Promise<{ id: string }> {
  const { job } = await submitAnalysis(as(owner), {
    body: { ticker: "DEMO", trade_date: "2019-06-03", asset_type: "stock", analysts: ["market"], max_debate_rounds: 1 },
    idempotencyKey: null,
  });
  return job;
}

describe("a report that is shared", () => {
  test("is read by whoever has the link, and says nothing of its owner or its job", async () => {
    const id = await finished("owner-by-a-rare-name");
    const { token } = await shareAnalysis(as("owner-by-a-rare-name"), id);
    expect(token).toMatch(/^[\w-]{32}$/);
    const shared = await readSharedRun(systemContext(testApp), token);
    expect(shared.run.request.ticker).toBe("DEMO");
    expect(JSON.stringify(shared)).not.toContain(id);
    expect(JSON.stringify(shared)).not.toContain("owner-by-a-rare-name");
  });

  test("has one link however often it is asked for, also by two at once", async () => {
    const id = await finished();
    const links = await Promise.all([shareAnalysis(as("ada"), id), shareAnalysis(as("ada"), id)]);
    expect(new Set(links.map(({ token }) => token)).size).toBe(1);
    expect(await findShare(as("ada"), id)).toEqual(links[0]);
  });

  test("is closed for ever when the link is taken back; the next link is another", async () => {
    const id = await finished();
    const first = await shareAnalysis(as("ada"), id);
    await unshareAnalysis(as("ada"), id);
    await unshareAnalysis(as("ada"), id);
    expect(await findShare(as("ada"), id)).toBeNull();
    await expect(readSharedRun(systemContext(testApp), first.token)).rejects.toThrow(NotFound);
    const second = await shareAnalysis(as("ada"), id);
    expect(second.token).not.toBe(first.token);
    await expect(readSharedRun(systemContext(testApp), first.token)).rejects.toThrow(NotFound);
  });

  test("is not there for a cancelled run, nor for a deleted account", async () => {
    const cancelled = await finished();
    const { token } = await shareAnalysis(as("ada"), cancelled);
    await cancelAnalysis(as("ada"), cancelled);
    await expect(readSharedRun(systemContext(testApp), token)).rejects.toThrow(NotFound);

    await testApp.db.pool.query(
      "insert into users (id, name, email, email_verified, created_at, updated_at) values ('usr_gone', 'G', 'gone@example.com', true, now(), now())",
    );
    const left = await shareAnalysis(as("usr_gone"), await finished("usr_gone"));
    await testApp.db.pool.query("delete from users where id = 'usr_gone'");
    await expect(readSharedRun(systemContext(testApp), left.token)).rejects.toThrow(NotFound);
  });

  test.each(["", "x", "a".repeat(32), "' or true --", `${"a".repeat(31)}%`])(
    "a link that was never made, %j, leads nowhere",
    async (token) => {
      await expect(readSharedRun(systemContext(testApp), token)).rejects.toThrow(NotFound);
    },
  );

  test("is shared by its owner alone, with the right to change, and once there is a report", async () => {
    const id = await finished();
    await expect(shareAnalysis(as("eve"), id)).rejects.toThrow(NotFound);
    await expect(unshareAnalysis(as("eve"), id)).rejects.toThrow(NotFound);
    await expect(findShare(as("eve"), id)).rejects.toThrow(NotFound);
    await expect(shareAnalysis(as("ada", ["analyses:read"]), id)).rejects.toThrow("scope");
    await expect(shareAnalysis(as("ada"), (await submitted("ada")).id)).rejects.toThrow(Conflict);
  });
});
