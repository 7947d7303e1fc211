import { sql, type RawBuilder } from "kysely";
import { requestLogLimits } from "#src/contract/api/requests.ts";
import { testOwnerOf } from "#src/contract/api/test-mode.ts";
import type { Sql } from "#src/core/db/database.ts";

type Row = Readonly<Record<string, unknown>>;
type Rows = readonly Row[];
type Query = RawBuilder<Row>;

/** Without hashes, tokens and secrets. tests/contract/user-data.test.ts checks the tables. */
export async function readEverything(db: Sql, id: string): Promise<Readonly<Record<string, Rows>>> {
  const sections = { ...accountTables(id), ...activityTables(id), ...paymentTables(id), ...signalTables(id) };
  const read = Object.entries(sections).map(async ([name, query]): Promise<[string, Rows]> => [
    name,
    (await query.execute(db)).rows,
  ]);
  return Object.fromEntries(await Promise.all(read));
}

function accountTables(id: string): Record<string, Query> {
  return {
    user: sql`select id, name, email, email_verified, image, two_factor_enabled, role, notifications, report_language,
      created_at, updated_at
      from users where id = ${id}`,
    dashboard_visits: sql`select since, seen_at from dashboard_visits where user_id = ${id}`,
    account: sql`select * from accounts where id = ${id}`,
    awaited_address: sql`select value as email, created_at, expires_at from verifications
      where identifier = 'change-email ' || ${id}`,
    sign_in_methods: sql`select provider_id, account_id, scope, created_at from identities where user_id = ${id} order by id`,
    second_factor: sql`select verified, failed_verification_count, locked_until from two_factors where user_id = ${id}`,
    sessions: sql`select id, ip_address, user_agent, created_at, updated_at, expires_at from sessions
      where user_id = ${id} order by created_at`,
    passkeys: sql`select id, name, device_type, backed_up, transports, created_at from passkeys
      where user_id = ${id} order by created_at`,
    avatar: sql`select encode(image, 'base64') as webp_base64, updated_at from avatars where user_id = ${id}`,
    // Who else is involved is not theirs to know.
    done_by_administrators: sql`select action, what, reason, created_at from admin_actions
      where account = ${id} order by created_at`,
    done_as_administrator: sql`select action, what, reason, created_at from admin_actions
      where actor = ${id} order by created_at`,
    requests_of_administrators: sql`select what, reason, amount::float8, state, created_at, decided_at from admin_requests
      where account = ${id} or asked_by = ${id} or decided_by = ${id} order by created_at`,
    decided_on_deposits: sql`select at, action, deposit_id, reason from deposit_audit where actor = ${id} order by id`,
  };
}

function activityTables(id: string): Record<string, Query> {
  return {
    api_keys: sql`select id, label, prefix, scopes, livemode, api_version, created_at, last_used_at, revoked_at from api_keys
      where owner = ${id} order by created_at`,
    connections: sql`select c.id, p.name, c.scopes, c.created_at, c.last_used_at from oauth_consents c
      join oauth_clients p on p.client_id = c.client_id where c.user_id = ${id} order by c.created_at`,
    api_requests: sql`select id, key_id, at, method, path, status, duration_ms, sent_bytes::float8, request_id, user_agent,
        api_version, body, body_cut, error
      from api_requests where owner = ${id} order by at desc, id desc limit ${requestLogLimits.exported}`,
    // Whether a key is stored, and its last characters.
    model_keys: sql`select provider, 'stored' as key, last_four, defaults, monthly_limit_usd, saved_at
      from model_keys where owner = ${id} order by provider`,
    model_key_spending: sql`select provider, month::text, used_usd from model_key_spending
      where owner = ${id} order by month, provider`,
    model_key_changes: sql`select provider, action, last_four, at from model_key_events where owner = ${id} order by id`,
    analyses: sql`select id, status, request, webhook_url, created_at, started_at, finished_at, result, usage, holdings_usage, error,
        owner = ${id} as livemode
      from analyses where owner in (${id}, ${testOwnerOf(id)}) order by number`,
    holdings: sql`select h.analysis_id, h.sealed_holdings, h.sealed_advice
      from analysis_holdings h join analyses a on a.id = h.analysis_id
      where a.owner in (${id}, ${testOwnerOf(id)}) order by a.number`,
    portfolios: sql`select id, owner = ${id} as livemode, sealed_portfolio, version, created_at, changed_at
      from portfolios where owner in (${id}, ${testOwnerOf(id)}) order by created_at`,
    memory_measurements: sql`select id, state, input as asked, budget_usd, spent_usd, result, error, created_at, finished_at
      from jobs where kind = 'memory' and owner in (${id}, ${testOwnerOf(id)}) order by number`,
    attribution_costs: sql`select id, created_at, spent_usd from attribution_bills
      where owner in (${id}, ${testOwnerOf(id)}) order by created_at`,
    attributions: sql`select analysis_id, state, input as planned, budget_usd, spent_usd, result, error, created_at, finished_at
      from jobs where kind = 'attribution' and owner in (${id}, ${testOwnerOf(id)}) order by number`,
    analyses_by_month: sql`select month::text, submitted from monthly_analyses where owner = ${id} order by month`,
    shared_reports: sql`select s.analysis_id, s.created_at, s.revoked_at
      from analysis_shares s join analyses a on a.id = s.analysis_id where a.owner = ${id} order by s.created_at`,
    webhook_deliveries: sql`select t.id, m.analysis_id, t.url, m.event, t.number as attempt, t.status, t.error, t.created_at
      from outbox m join outbox_attempts t on t.message = m.id
      where m.destination = 'job' and m.owner in (${id}, ${testOwnerOf(id)}) order by t.created_at`,
    backtests: sql`select b.id, b.input ->> 'source' as source, b.state, b.input - 'source' as asked,
        b.result::jsonb - 'stopped' as summary, b.error, b.result ->> 'stopped' as stopped, b.spent_usd, b.created_at,
        b.finished_at, r.result, r.trades, v.result as validity
      from jobs b left join backtest_results r on r.backtest = b.id
      left join lateral (select result from jobs where backtest_id = b.id and result is not null
        order by number desc limit 1) v on true
      where b.kind = 'backtest' and b.owner = ${id} order by b.number`,
    backtest_trials: sql`select trial from backtest_trials where owner = ${id} order by id`,
    batches: sql`select b.id, b.owner = ${id} as livemode, b.state, b.budget_usd, b.created_at, b.finished_at, l.line, l.custom_id, l.asked, l.analysis_id, l.refusal
      from jobs b join batch_lines l on l.batch = b.id where b.owner in (${id}, ${testOwnerOf(id)}) order by b.number, l.line`,
    conversations: sql`select id, title, created_at, updated_at from assistant_conversations
      where owner = ${id} order by created_at`,
    assistant: sql`select conversation, question, answer, vote, asked_at, answered_at from assistant_turns
      where owner = ${id} order by conversation, seq`,
  };
}

/** Cents fit a number; without the cast they are text. */
function paymentTables(id: string): Record<string, Query> {
  return {
    plan_periods: sql`select id, plan, starts_at, ends_at, cut_at, price::float8, credit::float8, transfer, how, created_at
      from plan_periods where owner = ${id} order by starts_at`,
    balances: sql`select kind, balance::float8 from ledger_accounts where owner = ${id} order by kind`,
    ledger: sql`select a.kind as account, t.id, t.kind, t.memo, t.created_at, e.amount::float8, e.balance_after::float8
      from ledger_entries e join ledger_accounts a on a.id = e.account join ledger_transfers t on t.id = e.transfer
      where a.owner = ${id} order by a.kind, e.seq`,
    deposits: sql`select id, processor, state, price::float8, currency_code, coin, network, pay_amount, pay_address, pay_memo,
        paid_amount, transaction, credited::float8, refunded::float8, parent, created_at, updated_at, expires_at, finished_at
      from deposits where owner = ${id} order by number`,
    deposit_events: sql`select seq, deposit_id, state, previous, price::float8, credited::float8, created_at from deposit_events
      where owner = ${id} order by seq`,
    deposit_reviews: sql`select r.deposit_id, r.kind, r.state, r.detail, r.received::float8, r.opened_at, r.resolved_at, r.reason
      from deposit_reviews r join deposits d on d.id = r.deposit_id where d.owner = ${id} order by r.number`,
    referral_code: sql`select code, created_at from referral_codes where owner = ${id}`,
    // Neither side of a referral learns who the other is.
    referrals: sql`select created_at, rewarded_at, reward::float8 from referrals where referrer = ${id} order by created_at`,
    came_by_referral: sql`select created_at from referrals where referred = ${id}`,
  };
}

function signalTables(id: string): Record<string, Query> {
  return {
    watchlists: sql`select id, name, instruments, schedule, runs, own_model, language, created_at, deleted_at from signal_lists
      where owner = ${id} order by created_at`,
    signals: sql`select e.list, e.number, e.published_at, e.body::jsonb as entry
      from signal_entries e join signal_lists l on l.id = e.list where l.owner = ${id} order by e.list, e.number`,
    watchlist_runs: sql`select r.list, r.symbol, r.session::text, r.state, r.started_at, r.ended_at, r.outcome, r.reason
      from signal_runs r join signal_lists l on l.id = r.list where l.owner = ${id} order by r.due_at, r.symbol`,
    conditions: sql`select analysis_id, list, symbol, since::text, read_until::text, conditions, states, created_at
      from condition_watches where owner = ${id} order by created_at`,
    // Addresses open channels, so only hints are here.
    channels: sql`select id, kind, name, hint, state, reason, choices, events, manner, created_at, changed_at from channels
      where owner = ${id} order by created_at`,
    channel_messages: sql`select id, channel, event, data, state, reason, created_at, ended_at from outbox
      where owner = ${id} and destination = 'channel' order by created_at`,
    channel_attempts: sql`select t.message, t.number, t.status, t.error, t.answer, t.next_at, t.created_at
      from outbox m join outbox_attempts t on t.message = m.id
      where m.destination = 'channel' and m.owner = ${id} order by t.created_at`,
    calendar: sql`select created_at, read_at from calendar_feeds where owner = ${id}`,
    alerts: sql`select webhook_url, symbols, changed_at from signal_alerts where owner = ${id}`,
    alert_deliveries: sql`select t.id, m.data ->> 'list' as list, (m.data ->> 'number')::int as number, t.url,
        t.number as attempt, t.status, t.error, t.created_at
      from outbox m join outbox_attempts t on t.message = m.id
      where m.destination = 'alert' and m.owner = ${id} order by t.created_at`,
  };
}
