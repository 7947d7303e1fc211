-- What is done with the rights of an administrator is only added to, also from the command line; and what moves more
-- money than one may alone waits for a second one (docs/adr/0026-second-administrator.md).

alter table admin_actions
  -- Null where it was done from the command line: then `operator` is the operating system's user.
  alter column actor drop not null,
  -- Null where it was done to nobody's account, such as a signal of the house's.
  alter column account drop not null,
  add column operator text check (operator <> ''),
  -- Who agreed to it, where one was not enough.
  add column approved_by text references accounts (id),
  -- What it gave or took, US cents.
  add column amount bigint check (amount >= 0),
  drop constraint admin_actions_action_check,
  add constraint admin_actions_action_check check (action in ('grant_balance', 'grant_plan', 'set_role',
    'cancel_analysis', 'resolve_review', 'refund_deposit', 'create_key', 'revoke_key', 'withdraw_signal')),
  add constraint admin_action_has_one_actor check ((actor is null) <> (operator is null)),
  add constraint admin_action_agreed_by_another check (approved_by <> actor);
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
  -- What is to be done: AdminOrder of src/contract/accounts/admin.ts.
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
