import { DBOSClient } from "@dbos-inc/dbos-sdk";
import { expect, onTestFinished, test, vi } from "vitest";
import { testCluster } from "#tests/support/worker-process.ts";

const soon = { timeout: 240_000, interval: 100 };

test("a worker deletes each day what has expired, and nothing that still opens something", async () => {
  const cluster = await testCluster();
  const { db, url } = cluster.database;
  await db.pool.query(
    `insert into users (id, name, email, email_verified, created_at, updated_at)
     values ('usr_ann', 'Ann', 'ann@example.com', true, now(), now())`,
  );
  for (const [id, until] of [
    ["old", "-1 second"],
    ["older", "-40 days"],
    ["held", "1 day"],
  ] as const) {
    await db.pool.query(
      `insert into sessions (id, user_id, token, expires_at, created_at, updated_at)
       values ($1, 'usr_ann', $1, now() + $2::interval, now(), now())`,
      [id, until],
    );
    await db.pool.query(
      `insert into verifications (id, identifier, value, expires_at, created_at, updated_at)
       values ($1, $1, 'usr_ann', now() + $2::interval, now(), now())`,
      [id, until],
    );
  }
  // Two mails: the one is done long ago, the other just now.
  const mail = { kind: "verify", email: "ann@example.com", origin: "http://localhost", next: null } as const;
  for (const name of ["long ago", "just now"]) await db.transaction((tx) => cluster.queue.enqueueMail(tx, mail, name));

  cluster.startWorker(null);
  cluster.startWorker(null);
  const client = await DBOSClient.create({ systemDatabaseUrl: url, applicationName: "conclave" });
  onTestFinished(() => client.destroy());
  const mails = async (): Promise<string[]> =>
    (await db.pool.query<{ once: string }>("select once from outbox where ended_at is not null order by 1")).rows.map(
      ({ once }) => once,
    );
  await vi.waitFor(async () => {
    expect(await client.getSchedule("forget expired")).toMatchObject({ schedule: "23 3 * * *" });
    expect(await mails()).toEqual(["just now", "long ago"]);
  }, soon);
  await db.pool.query("update outbox set ended_at = ended_at - interval '30 days' where once = 'long ago'");
  await Promise.all([client.triggerSchedule("forget expired"), client.triggerSchedule("forget expired")]);

  const left = async (table: "sessions" | "verifications"): Promise<string[]> =>
    (await db.pool.query<{ id: string }>(`select id from ${table} order by id`)).rows.map(({ id }) => id);
  await vi.waitFor(async () => {
    expect(await left("sessions")).toEqual(["held"]);
    expect(await left("verifications")).toEqual(["held"]);
    expect(await mails()).toEqual(["just now"]);
  }, soon);
});
