import { z } from "zod";
import { JobStatus } from "#src/contract/jobs/analysis.ts";
import { plans } from "#src/contract/accounts/plans.ts";
import type { Database } from "#src/core/db/database.ts";
import type { History, SlotSample, StreamRecord } from "../history/history.ts";
import type { Recorder } from "./recorder.ts";

const Seq = z.object({ seq: z.int(), type: z.string() });
const JobRow = z.object({
  id: z.string(),
  owner: z.string(),
  key: z.string().nullable(),
  status: JobStatus,
  events: z.array(Seq).nullable(),
});
const Account = z.object({ id: z.string(), kind: z.string(), balance: z.coerce.number() });
const Entry = z.object({
  transfer: z.string(),
  account: z.string(),
  amount: z.coerce.number(),
  seq: z.coerce.number(),
  balanceAfter: z.coerce.number(),
});
const Deposit = z.object({
  id: z.string(),
  state: z.string(),
  paid: z.coerce.number(),
  credits: z.array(z.coerce.number()),
});
const Numbers = z.object({ stream: z.string(), numbers: z.array(z.coerce.number()) });

/** What the recorder has seen, beside what the database holds now that all is over. */
export async function readHistory(
  { pool }: Database,
  { submissions, reads, readers }: Pick<Recorder, "submissions" | "reads" | "readers">,
  slots: { readonly ofAll: number; readonly samples: readonly SlotSample[] },
): Promise<History> {
  const rows = async <T>(shape: z.ZodType<T>, query: string): Promise<T[]> =>
    z.array(shape).parse((await pool.query(query)).rows);
  const jobs = await rows(
    JobRow,
    `select id, owner, idempotency_key as key, status, (select json_agg(json_build_object('seq', seq, 'type', type) order by seq)
       from analysis_events where analysis_id = analyses.id) as events from analyses`,
  );
  const cancelledLate = new Set(
    jobs.flatMap(({ id, events }) =>
      (events ?? []).filter(({ type }) => /^job\.(?:succeeded|failed|cancelled)$/.test(type)).length > 1 ? [id] : [],
    ),
  );
  const streams: StreamRecord[] = [
    ...jobs.map(({ id, events }) => ({ stream: id, numbers: (events ?? []).map(({ seq }) => seq) })),
    ...(await rows(
      Numbers,
      "select 'signals' as stream, array_agg(number order by number) as numbers from signal_entries where list = 'house' having count(*) > 0",
    )),
    ...(await rows(
      Numbers,
      "select 'deposits of ' || owner as stream, array_agg(seq order by seq) as numbers from deposit_events group by owner",
    )),
  ];
  return {
    submissions,
    reads,
    jobs: jobs.map(({ events, ...job }) => ({ ...job, events: events ?? [], paidAgain: [] })),
    // Whoever left at the end of a job did not wait for somebody to cancel it afterwards.
    readers: readers.map((reader) => (cancelledLate.has(reader.stream) ? { ...reader, stayed: false } : reader)),
    streams,
    ledger: {
      accounts: await rows(Account, "select id::text, kind, balance from ledger_accounts"),
      entries: await rows(
        Entry,
        'select transfer, account::text, amount, seq, balance_after as "balanceAfter" from ledger_entries',
      ),
      deposits: await rows(
        Deposit,
        `select d.id, d.state, d.price as paid, coalesce((select json_agg(e.amount) from ledger_transfers t
           join ledger_entries e on e.transfer = t.id join ledger_accounts a on a.id = e.account
           where t.kind = 'deposit' and t.reference = d.id and a.kind = 'customer'), '[]') as credits from deposits d`,
      ),
    },
    slots: { ...slots, ofOwner: plans.elite.slots },
  };
}

const Running = z.object({ owner: z.string(), running: z.coerce.number() });

/** How many analyses of each owner the durable engine has at work now. */
export async function sampleSlots({ pool }: Database): Promise<SlotSample> {
  const { rows } = await pool.query(
    `select a.owner, count(*) as running from dbos.workflow_status w join analyses a on a.id = w.workflow_uuid
     where w.status = 'PENDING' group by a.owner`,
  );
  return Object.fromEntries(
    z
      .array(Running)
      .parse(rows)
      .map(({ owner, running }) => [owner, running]),
  );
}

/** Jobs and deposits that have not come to their end. */
export async function countOpen({ pool }: Database): Promise<number> {
  const { rows } = await pool.query(
    `select (select count(*) from analyses where status in ('queued', 'running'))
       + (select count(*) from jobs where kind = 'batch' and finished_at is null)
       + (select count(*) from deposits where state in ('confirming', 'confirmed')) as open`,
  );
  return z.object({ open: z.coerce.number() }).parse(rows[0]).open;
}
