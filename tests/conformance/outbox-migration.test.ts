import { readdirSync } from "node:fs";
import { expect, onTestFinished, test } from "vitest";
import { versionOf } from "#src/core/db/backup/backup-tables.ts";
import { createTablesAsOf, migrateAll } from "#src/core/db/migrate.ts";
import { emptyDatabase, freshDatabase } from "#tests/support/database.ts";
import { migrationFolder } from "#tests/support/migrations/lint.ts";

/* What was told before there was one outbox, and what was still to be told. */

const before = `
insert into users (id, name, email, created_at, updated_at) values ('ann', 'Ann', 'ann@example.com', now(), now());
insert into analyses (id, owner, status, request, setting, partition, request_id, created_at)
  select 'ana_' || name, 'ann', 'failed', '{}', '{}', 'p', 'r', now()
  from unnest('{taken,given_up,retrying,unsaid}'::text[]) as name;
insert into webhook_deliveries
  select 'whd_' || analysis || number, 'ana_' || analysis, 'sealed', 'analysis.failed', number, status, null,
    '2026-01-01T00:00:00Z'::timestamptz + number * interval '1 minute'
  from (values ('taken', 1, 500), ('taken', 2, 204), ('retrying', 1, null), ('retrying', 2, 503)) as t (analysis, number, status)
  union all select 'whd_g' || n, 'ana_given_up', 'sealed', 'analysis.failed', n, 500, null, now() from generate_series(1, 10) as n;
insert into signal_lists (id, owner, name, instruments, schedule, runs, created_at, starts_at)
  values ('lst_1', 'ann', 'mine', '[]', '{"kind":"close"}', 1, now(), now());
insert into signal_entries (list, number, body, hash, published_at)
  select 'lst_1', 1, body, encode(sha256(convert_to(body, 'UTF8')), 'hex'), now()
  from (values ('{"kind":"signal","id":"sig_1","list":"lst_1","number":1,"previous":"' || repeat('0', 64) || '"}')) as t (body);
insert into signal_deliveries values ('whd_s1', 'ann', 'lst_1', 1, 'sealed', 1, 204, null, now());
insert into channels (id, owner, kind, name, sealed_target, hint, destination, state, choices, manner, created_at, changed_at)
  values ('chn_1', 'ann', 'ntfy', 'mine', 'sealed', 'ntfy.sh', 'ntfy 1', 'active', '{}', '{}', now(), now());
insert into channel_messages (id, channel, owner, event, once, data, state, due_at, turn, attempts, created_at)
  values ('msg_sent', 'chn_1', 'ann', 'test', 'one', '{"event":"test"}', 'sent', null, 1, 1, now()),
    ('msg_queued', 'chn_1', 'ann', 'test', 'two', '{"event":"test"}', 'queued', now(), 3, 2, now());
insert into channel_attempts values ('cha_1', 'msg_sent', 'ann', 1, 204, null, null, now());
insert into dbos.workflow_status (workflow_uuid, name, status, created_at)
  select id, name, status, 1767225600000 from (values
    ('ana_unsaid analysis.failed', 'webhook', 'ENQUEUED'), ('ana_retrying analysis.failed', 'webhook', 'PENDING'),
    ('mail referral_rewarded r1', 'mail', 'ENQUEUED'), ('mail referral_rewarded r0', 'mail', 'SUCCESS'),
    ('alerts of lst_1 1', 'signal alert', 'ENQUEUED'), ('msg_queued 3', 'channel message', 'PENDING'), ('ana_1', 'analysis', 'PENDING')) as t (id, name, status);
insert into dbos.workflow_input (workflow_uuid, inputs)
  select workflow_uuid, jsonb_build_object('json', case name
    when 'signal alert' then '["lst_1", 1]'::jsonb
    when 'webhook' then jsonb_build_array(split_part(workflow_uuid, ' ', 1), 'analysis.failed')
    else '[{"kind":"referral_rewarded","userId":"ann","once":"r","minor":1}]'::jsonb end)::text
  from dbos.workflow_status where name in ('webhook', 'mail', 'signal alert');
`;

test("what was told is kept, and what was still to be told is told once", async () => {
  const [now, old] = [await freshDatabase(), await emptyDatabase()];
  onTestFinished(async () => void (await Promise.all([now.drop(), old.drop()])));
  const version = await versionOf(now.db.pool);
  const migrations = readdirSync(migrationFolder).filter((name) => name < "0090");
  const client = await old.db.pool.connect();
  await createTablesAsOf(client, { migrations, engine: version?.engine ?? 0 });
  await client.query(before);
  client.release();
  await migrateAll(old.db.pool, old.url);
  const { rows } = await old.db.pool.query(`
    select once, destination, owner, state, attempts, failures, due_at is not null as due,
      (select count(*)::int from outbox_attempts t where t.message = m.id) as kept from outbox m order by once`);
  const told = (once: string, destination: string, state: string, [attempts, failures, kept]: readonly number[]) => {
    const due = state === "waiting";
    return { once, destination, owner: "ann", state, attempts, failures, due, kept };
  };
  expect(rows).toEqual([
    told("ana_given_up analysis.failed", "job", "failed", [10, 10, 10]),
    told("ana_retrying analysis.failed", "job", "waiting", [2, 2, 2]),
    told("ana_taken analysis.failed", "job", "sent", [2, 1, 2]),
    told("ana_unsaid analysis.failed", "job", "waiting", [0, 0, 0]),
    told("mail referral_rewarded r0", "mail", "sent", [0, 0, 0]),
    told("mail referral_rewarded r1", "mail", "waiting", [0, 0, 0]),
    told("one", "channel", "sent", [1, 0, 1]),
    told("sig_1 ann webhook", "alert", "sent", [1, 0, 1]),
    told("two", "channel", "waiting", [2, 0, 0]),
  ]);
  const next = await old.db.pool.query(
    "select t.id, t.url, t.next_at from outbox_attempts t where t.next_at is not null order by 1",
  );
  expect(next.rows).toEqual([{ id: "whd_retrying2", url: "sealed", next_at: new Date("2026-01-01T00:02:30Z") }]);
  const { rows: open } = await old.db.pool.query(
    `select name, i.inputs::jsonb -> 'json' as given from dbos.workflow_status w
     left join dbos.workflow_input i using (workflow_uuid) where w.status <> 'CANCELLED' order by name`,
  );
  const happening = { event: "rating_changed", signal: "sig_1" };
  expect(open).toEqual([
    { name: "analysis", given: null },
    { name: "channel event", given: ["lst_1", "signal sig_1", happening] },
  ]);
});
