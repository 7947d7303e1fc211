-- What admins did to accounts and jobs, in the transaction that did it; never changed.
create table admin_actions (
  id text primary key,
  -- The admin's account.
  actor text not null references accounts (id),
  -- Whose account it was done to.
  account text not null references accounts (id),
  action text not null check (action in ('grant_balance', 'grant_plan', 'set_role', 'cancel_analysis')),
  -- Amount, plan, role or analysis, in words.
  what text not null,
  reason text not null check (reason <> ''),
  created_at timestamptz not null
);
create index admin_actions_by_account on admin_actions (account, created_at desc);
