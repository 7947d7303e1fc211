import { DBOSClient } from "@dbos-inc/dbos-sdk";
import { expect, onTestFinished, test, vi } from "vitest";
import { houseList } from "#src/contract/signals/signals.ts";
import { headFileOf, readHeads } from "#src/product/signals/public/check-chain.ts";
import { listDevMails } from "#src/product/mail/mail.ts";
import { publish } from "#tests/support/signals.ts";
import { testCluster } from "#tests/support/worker-process.ts";
import { systemContext } from "#tests/support/contexts.ts";

const mailbox = { offer: { github: false, google: false, mail: true, devMailbox: true } };
const soon = { timeout: 240_000, interval: 100 };

test("a worker keeps the heads each day, in its home and with the administrators, also after another was killed", async () => {
  const cluster = await testCluster();
  const { db, url } = cluster.database;
  await db.pool.query(
    `insert into users (id, name, email, email_verified, role, created_at, updated_at)
       values ('usr_ann', 'Ann', 'ann@example.com', true, 'admin', now(), now())`,
  );
  const first = cluster.startWorker(null, { SIGNAL_WATCHLIST: "AAPL" });
  const client = await DBOSClient.create({ systemDatabaseUrl: url, applicationName: "conclave" });
  onTestFinished(() => client.destroy());
  await vi.waitFor(async () => {
    expect(await client.getSchedule("keep chain heads")).toMatchObject({ schedule: "10 0 * * *" });
  }, soon);
  const number = await publish(cluster.database, "AAPL");
  first.kill("SIGKILL");
  cluster.startWorker(null, { SIGNAL_WATCHLIST: "AAPL" });
  await client.triggerSchedule("keep chain heads");

  await vi.waitFor(async () => {
    const kept = await readHeads([headFileOf(cluster.home)]);
    expect(kept.of(houseList)).toMatchObject([{ number, hash: expect.stringMatching(/^[0-9a-f]{64}$/) }]);
    const mails = await listDevMails(systemContext({ db }), mailbox);
    expect(mails).toMatchObject([
      { to: "ann@example.com", subject: expect.stringMatching(/^Chain heads of \d{4}-\d\d-\d\d$/) },
    ]);
    for (const { hash } of kept.of(houseList)) expect(mails[0]?.text).toContain(hash);
  }, soon);
});
