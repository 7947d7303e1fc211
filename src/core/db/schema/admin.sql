-- What administrators did, also from the command line, in the transaction that did it; never changed. What moves more
-- money than one may alone waits for a second one (docs/adr/0026-second-administrator.md). Times are UTC.

create table admin_actions (
  id text primary key,
  -- The administrator's account. Null where it was done from the command line.
  actor text references accounts (id),
  -- Whose account it was done to. Null where it was done to nobody's, such as a signal of the house's.
  account text references accounts (id),
  action text not null check (action in ('grant_balance', 'grant_plan', 'set_role', 'cancel_analysis', 'resolve_review',
    'refund_deposit', 'create_key', 'revoke_key', 'withdraw_signal', 'test_models')),
  -- Amount, plan, role or analysis, in words.
  what text not null,
  reason text not null check (reason <> ''),
  created_at timestamptz not null,
  -- The operating system's user, on the command line.
  operator text check (operator <> ''),
  -- Who agreed to it, where one was not enough.
  approved_by text references accounts (id),
  -- What it gave or took, US cents.
  amount bigint check (amount >= 0),
  constraint admin_action_has_one_actor check ((actor is null) <> (operator is null)),
  constraint admin_action_agreed_by_another check (approved_by <> actor)
);
create index admin_actions_by_account on admin_actions (account, created_at desc);

create index admin_actions_by_actor on admin_actions (actor, created_at desc);

create function admin_actions_refuse() returns trigger language plpgsql as $$
begin
  raise exception 'what administrators did is not changed, it is added to: % on %', tg_op, tg_table_name
    using errcode = '55000';
end $$;
create trigger admin_actions_stay before update or delete on admin_actions
  for each row execute function admin_actions_refuse();
create trigger admin_actions_are_kept before truncate on admin_actions
  for each statement execute function admin_actions_refuse();

create table admin_requests (
  id text primary key,
  asked_by text not null references accounts (id),
  -- Whose account it is to be done to.
  account text not null references accounts (id),
  -- What is to be done: AdminWork of src/product/admin/queries/admin-actions.ts.
  work jsonb not null,
  what text not null,
  reason text not null check (reason <> ''),
  -- US cents.
  amount bigint not null check (amount > 0),
  created_at timestamptz not null,
  expires_at timestamptz not null,
  state text not null default 'waiting' check (state in ('waiting', 'approved', 'declined')),
  decided_by text references accounts (id),
  decided_at timestamptz,
  constraint admin_request_has_an_end check (
    (state = 'waiting') = (decided_by is null) and (state = 'waiting') = (decided_at is null)),
  constraint admin_request_decided_in_time check (decided_at <= expires_at)
);
create index admin_requests_waiting on admin_requests (created_at) where state = 'waiting';

-- Decided once, by somebody else, and otherwise as it was asked.
create function admin_request_guard() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    if new.state <> 'waiting' then
      raise exception 'a request begins waiting' using errcode = '55000';
    end if;
    return new;
  end if;
  if old.state <> 'waiting' or new.state = 'waiting'
    or (to_jsonb(new) - '{state,decided_by,decided_at}'::text[]) <> (to_jsonb(old) - '{state,decided_by,decided_at}'::text[]) then
    raise exception 'a request is decided once and not changed' using errcode = '55000';
  end if;
  -- Whoever asked may take it back, and never agree to it.
  if new.state = 'approved' and new.decided_by = new.asked_by then
    raise exception 'somebody else has to agree' using errcode = '55000';
  end if;
  return new;
end $$;
create trigger admin_request_is_guarded before insert or update on admin_requests
  for each row execute function admin_request_guard();
create trigger admin_requests_stay before delete on admin_requests
  for each row execute function admin_actions_refuse();
create trigger admin_requests_are_kept before truncate on admin_requests
  for each statement execute function admin_actions_refuse();
