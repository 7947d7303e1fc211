import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { examineService } from "#src/cli/commands/doctor/doctor-service.ts";
import { placeOf } from "#src/core/db/sealed-columns.ts";
import { fixedClock, systemClock, type Clock } from "#src/core/clock.ts";
import { readSettings } from "#src/core/config/config.ts";
import { openVault } from "#src/core/vault.ts";
import { submitAnalysis } from "#src/product/analyses/submitting.ts";
import { customerContext } from "#tests/support/contexts.ts";
import { openTestApp, type TestApp } from "#tests/support/front-door.ts";
import { startRole } from "#tests/support/roles.ts";
import { until } from "#tests/support/up-process.ts";
import { demo } from "#tests/support/worker-process.ts";

/* `conclave doctor` on services that are sick in one way each: it names the fault and what to do. */

let testApp: TestApp;
const home = mkdtempSync(join(tmpdir(), "conclave-doctor-"));
beforeAll(async () => {
  testApp = await openTestApp();
});
afterAll(async () => {
  await testApp.drop();
  rmSync(home, { recursive: true });
});

type Variables = Readonly<Record<string, string>>;

async function told(env: Variables, clock: Clock = systemClock): Promise<Record<string, string>> {
  const found = await examineService({ settings: readSettings({ CONCLAVE_HOME: home, ...env }), clock });
  return Object.fromEntries(
    found.map(({ name, ok, detail }) => [name, `${ok === null ? "-" : ok ? "ok" : "FAULT"} ${detail}`]),
  );
}

const onDatabase = (env: Variables = {}): Variables => ({ DATABASE_URL: testApp.url, ...env });

test("a machine without a service has no fault", async () => {
  const found = await told({});
  expect(found["database"]).toBe("- not running; npm start starts the service with its own");
  expect(found["mail"]).toBe("- no SMTP_URL; mails wait at /dev/mail");
  expect(found["settings"]).toBe("ok for this machine only");
  expect(Object.values(found).filter((text) => text.startsWith("FAULT"))).toEqual([]);
});

test("a database that is not there, and one that refuses the user, are told apart, without the address", async () => {
  const away = await told({ DATABASE_URL: "postgres://ann:hush@127.0.0.1:9/conclave" });
  expect(away["database"]).toBe(
    "FAULT DATABASE_URL: nothing answers there; start Postgres, or correct the host and port",
  );
  const address = new URL(testApp.url);
  address.pathname = "/no_such_database";
  const missing = await told({ DATABASE_URL: address.href });
  expect(missing["database"]).toMatch(/^FAULT DATABASE_URL: there is no such database/);
  expect(JSON.stringify([away, missing])).not.toMatch(/hush|no_such_database/);
});

test("no worker and a job that waits", async () => {
  const ctx = customerContext(testApp, "ann");
  await submitAnalysis(ctx, { body: demo("2019-06-03"), idempotencyKey: null });
  const found = await told(onDatabase());
  expect(found["database"]).toBe("ok reachable and up to date");
  expect(found["workers"]).toBe("FAULT none is alive, and 1 job waits; start one with: conclave worker");
  expect(found["queue"]).toBe("ok 1 waiting, 0 running");
  expect(found["clock"]).toBe("ok agrees with the database's");
});

test("a queue that is stuck though a worker is alive", async () => {
  const client = await testApp.db.pool.connect();
  try {
    await client.query("select pg_advisory_lock(727302, 1)");
    await client.query("update analyses set created_at = now() - interval '12 minutes'");
    const found = await told(onDatabase());
    expect(found["workers"]).toBe("ok 1 alive");
    expect(found["queue"]).toMatch(
      /^FAULT 1 waiting, 0 running; the oldest has waited 12 minutes\. Look at the workers' log/,
    );
  } finally {
    client.release(true);
  }
});

test("a clock that is off, by how much and to which side", async () => {
  const found = await told(onDatabase(), fixedClock(systemClock.now() + 90_000));
  expect(found["clock"]).toMatch(/^FAULT (?:8\d|9\d) s ahead of the database's; set both by NTP/);
});

test("stored secrets that the AUTH_SECRET set here does not open", async () => {
  const secret = "the secret that the service was started with";
  expect((await told(onDatabase({ AUTH_SECRET: secret })))["secrets"]).toBe("ok none stored");
  const { rows } = await testApp.db.pool.query<{ id: string }>("select id from analyses limit 1");
  const id = rows[0]?.id ?? "";
  const sealed = openVault({ secret, previousSecrets: [] }).seal("whsec_1", placeOf("analyses.webhook_secret", id));
  await testApp.db.pool.query("update analyses set webhook_secret = $1 where id = $2", [sealed.stored, id]);
  const other = "another secret of a role that was set up differently";
  expect((await told(onDatabase({ AUTH_SECRET: secret })))["secrets"]).toBe("ok 1 stored secret can be opened");
  expect((await told(onDatabase({ AUTH_SECRET: `${other},${secret}` })))["secrets"]).toMatch(/^ok/);
  for (const env of [{ AUTH_SECRET: other }, {}])
    expect((await told(onDatabase(env)))["secrets"]).toBe(
      `FAULT 1 stored secret cannot be opened with this AUTH_SECRET: give every role the same one and add the previous one to AUTH_SECRET after a comma, or copy the service's auth-secret to ${home}; nothing is lost`,
    );
  expect(readdirSync(home), "no secret is made").not.toContain("auth-secret");
});

test("old analyses that the settings no longer keep and that nobody has cleaned up", async () => {
  expect((await told(onDatabase()))["retention"]).toBe(
    "ok all analyses are kept forever; see conclave service retention",
  );
  const days = { RETENTION_DAYS: "events=30,results=365" };
  expect((await told(onDatabase(days)))["retention"]).toMatch(/^ok old analyses are cleaned up/);
  const ended = (age: string) =>
    testApp.db.pool.query(
      `update analyses set status = 'cancelled', started_at = created_at, finished_at = now() - $1::interval`,
      [age],
    );
  await ended("31 days");
  expect((await told(onDatabase(days)))["retention"], "the next night's work").toMatch(/^ok/);
  await ended("33 days");
  expect((await told(onDatabase(days)))["retention"]).toMatch(
    /^FAULT 1 analysis is two days past the retention period\. /,
  );
});

test("a front door and pages that start with another AUTH_SECRET than what is stored was sealed under say so", async () => {
  // Of the service before it, from the test above.
  const [same, other] = ["the secret that the service was started with", "a secret that nothing was sealed under yet"];
  const roles = await Promise.all(
    (["http", "web"] as const).map((role) => startRole(role, testApp.url, { CONCLAVE_HOME: home, AUTH_SECRET: other })),
  );
  const right = await startRole("http", testApp.url, { CONCLAVE_HOME: home, AUTH_SECRET: same, LOG_LEVEL: "info" });
  for (const { said } of roles)
    await until(() => said().includes("1 stored secret cannot be opened with this AUTH_SECRET"));
  await until(() => right.said().includes("front door ready"));
  expect(right.said()).not.toContain("AUTH_SECRET");
});

test("migrations that are missing", async () => {
  await testApp.db.pool.query("delete from schema_migrations");
  const found = await told(onDatabase());
  expect(found["migrations"]).toMatch(
    /^FAULT \d+ migrations? (?:is|are) missing, the first 0097_baseline\.sql; .*conclave service migrate$/,
  );
});

test("settings that a server for others lacks, and mail that cannot be sent", async () => {
  const open = await examineService({
    settings: readSettings({ CONCLAVE_HOME: home, HOST: "0.0.0.0", SERVICE_AUTH: "open" }),
    clock: systemClock,
  });
  const faults = open.filter(({ ok }) => ok === false).map(({ detail }) => detail.split(/[ =]/)[0]);
  expect(faults).toEqual(["PUBLIC_URL", "SERVICE_AUTH", "no"]);
  const mail = await told({ SMTP_URL: "smtp://127.0.0.1:9", MAIL_FROM: "a@example.com" });
  expect(mail["mail"]).toMatch(/^FAULT the mail server cannot be reached \(\w+\); check SMTP_URL$/);
});
