-- How the answers of language models were read, by day (UTC) and model; a run adds to it when it ends. A few rows a day,
-- so that a month is read by its first column.
create table model_answers (
  day date not null,
  provider text not null,
  model text not null,
  -- CountedOutcome of src/contract/jobs/model-answers.ts.
  outcome text not null,
  count bigint not null check (count > 0),
  primary key (day, provider, model, outcome)
);

alter table admin_actions
  drop constraint admin_actions_action_check,
  add constraint admin_actions_action_check check (action in ('grant_balance', 'grant_plan', 'set_role',
    'cancel_analysis', 'resolve_review', 'refund_deposit', 'create_key', 'revoke_key', 'withdraw_signal',
    'test_models'));
