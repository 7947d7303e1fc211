import { sql } from "kysely";
import type { Sql } from "../database.ts";

type Rows = readonly Readonly<Record<string, unknown>>[];

/** Everything that is kept of a user, by table. No hash, no token and no secret: those are not theirs to carry around. */
export async function readEverything(db: Sql, id: string): Promise<Readonly<Record<string, Rows>>> {
  const rows = rowsIn(db);
  const entries: [string, Promise<Rows>][] = [
    [
      "user",
      rows(
        sql`select id, name, email, email_verified, two_factor_enabled, role, notifications, created_at, updated_at from users where id = ${id}`,
      ),
    ],
    ["account", rows(sql`select * from accounts where id = ${id}`)],
    [
      "sign_in_methods",
      rows(sql`select provider_id, account_id, scope, created_at from identities where user_id = ${id} order by id`),
    ],
    [
      "sessions",
      rows(
        sql`select id, ip_address, user_agent, created_at, expires_at from sessions where user_id = ${id} order by created_at`,
      ),
    ],
    [
      "passkeys",
      rows(
        sql`select id, name, device_type, backed_up, created_at from passkeys where user_id = ${id} order by created_at`,
      ),
    ],
    ["avatar", rows(sql`select encode(image, 'base64') as webp_base64, updated_at from avatars where user_id = ${id}`)],
    [
      "api_keys",
      rows(
        sql`select id, label, prefix, scopes, created_at, last_used_at, revoked_at from api_keys where owner = ${id} order by created_at`,
      ),
    ],
    [
      "analyses",
      rows(
        sql`select id, status, request, webhook_url, created_at, started_at, finished_at, result, usage, error from analyses where owner = ${id} order by number`,
      ),
    ],
    ["plan_periods", rows(sql`select * from plan_periods where owner = ${id} order by starts_at`)],
    [
      "ledger",
      rows(
        sql`select t.id, t.kind, t.memo, t.created_at, e.amount, e.balance_after from ledger_entries e
          join ledger_accounts a on a.id = e.account join ledger_transfers t on t.id = e.transfer
          where a.owner = ${id} and a.kind = 'customer' order by e.seq`,
      ),
    ],
    [
      "deposits",
      rows(
        sql`select id, processor, state, price, currency_code, pay_amount, pay_address, paid_amount, transaction, credited, refunded, created_at, finished_at
          from deposits where owner = ${id} and payment_id is not null order by number`,
      ),
    ],
    [
      "assistant",
      rows(
        sql`select conversation, question, answer, vote, asked_at from assistant_turns where owner = ${id} order by conversation, seq`,
      ),
    ],
    ["backtests", rows(backtestsOf(id))],
    ["referral_code", rows(sql`select code, created_at from referral_codes where owner = ${id}`)],
    [
      "referrals",
      rows(sql`select created_at, rewarded_at, reward from referrals where referrer = ${id} order by created_at`),
    ],
  ];
  return Object.fromEntries(await Promise.all(entries.map(async ([name, read]) => [name, await read] as const)));
}

const rowsIn =
  (db: Sql) =>
  async (query: ReturnType<typeof sql<Record<string, unknown>>>): Promise<Rows> =>
    (await query.execute(db)).rows;

const backtestsOf = (id: string) =>
  sql<Record<string, unknown>>`
    select b.id, source, state, asked, summary, error, created_at, finished_at, result, trades
    from backtests b left join backtest_results r on r.backtest = b.id where owner = ${id} order by number`;
