import { batchLimits } from "./batches.ts";

/** Accounts that may be asked for from one network in a day. Addresses of the server's own machine tell nobody apart. */
export const accountsPerNetwork = 20;
/** How long an address may wait to be confirmed before the account is deleted. */
export const unconfirmedDays = 7;
/** Of more than these the oldest end. */
export const signInSessionsPerAccount = 100;
/** Watchlists that an account ever makes: their chains are kept. How many at a time, the plan says. */
export const watchlistsEver = 500;

/** Why a table cannot be grown at will, for each that somebody who is no administrator can grow. */
export const caps: Readonly<Record<string, string>> = {
  users: `${accountsPerNetwork} a network and day; unconfirmed ones go after ${unconfirmedDays} days`,
  accounts: "one a user; those of keys are made by the operator",
  sessions: `${signInSessionsPerAccount} an account; they expire after 30 days`,
  identities: "one a user and way to sign in",
  verifications: "six mails an address and hour; challenges by the limit of a network; deleted when they have expired",
  two_factors: "one a user",
  passkeys: "by the plan",
  api_keys: "by the plan",
  model_keys: "one a user and provider",
  model_key_spending: "one a key and month",
  model_key_events: "one a change, 20 an hour; they go with the account",
  avatars: "one a user, of bounded size",
  dashboard_visits: "one a user",
  auth_limits: "expire within a day",
  assistant_limits: "two a user, which expire within a day",
  dev_mails: "the newest 200, and only on a server that nobody else reaches",
  analyses: "the plan's number a month; as many as may wait",
  analysis_events: "those of a run, whose length the request bounds",
  analysis_shares: "two an analysis: the link in force and the one that was revoked last",
  monthly_analyses: "one a month",
  usage_days: "three a day on which analyses were asked for",
  usage_day_models: "three a day and model",
  model_answers: "of runs that ended: one a day, model and outcome",
  decisions: "one an analysis",
  webhook_deliveries: "the attempts of one end of one analysis",
  assistant_conversations: "the newest 200 of a user",
  assistant_turns: "200 a conversation, 60 a day",
  backtests: "by the plan, one open",
  backtest_results: "one a backtest, of bounded size",
  backtest_answers: "one a call that its owner's provider was paid for, within the budget of a backtest",
  signal_lists: `by the plan, and ${watchlistsEver} ever`,
  signal_runs: "one an instrument of a list and session; each counts as an analysis of the month",
  signal_entries: "one a run",
  signal_heads: "one a list and day",
  signal_alerts: "one a user",
  signal_deliveries: "the attempts of one changed rating",
  rendered_documents: "so many bytes in all; the oldest give way to new ones",
  batches: `${batchLimits.open} open; deleted ${batchLimits.keptDays} days after their end`,
  batch_lines: `${batchLimits.linesPerDay} a day; they go with their batch`,
  idempotency_keys: "one a list or backtest that was made; forgotten after 30 days",
  deposits: "by the limit on opening them",
  deposit_events: "one a change of state",
  deposit_streams: "one a user",
  deposit_callbacks: "those of a processor; unsigned ones are deleted",
  deposit_reviews: "by what a payment shows, each once",
  deposit_differences: "one open a deposit and kind",
  sandbox_payments: "one a deposit, and only on a server that nobody else reaches",
  ledger_accounts: "two a user",
  ledger_transfers: "money that moved",
  ledger_entries: "money that moved",
  plan_periods: "each is paid from the balance",
  referral_codes: "one a user",
  referrals: "one a user",
};
