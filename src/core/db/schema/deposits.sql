-- Deposits. Amounts in the coin are exact decimals, all others US cents; times are UTC.

create table deposits (
  -- What the processor calls the order.
  id text primary key,
  -- Orders lists and cursors.
  number integer generated always as identity unique,
  owner text not null references accounts (id),
  processor text not null check (processor in ('nowpayments', 'btcpay', 'sandbox')),
  state text not null check (
    state in ('waiting', 'confirming', 'confirmed', 'expired', 'failed', 'partially_paid', 'finished', 'refunded')),
  price bigint not null check (price > 0),
  currency_code text not null,
  coin text not null,
  network text not null,
  currency_name text not null,
  -- The presser's; the same one opens once.
  idempotency_key text,
  -- Since when somebody asks the processor for the payment. Until it is there nobody sees the deposit.
  opening_at timestamptz not null,
  payment_id text,
  pay_amount numeric check (pay_amount > 0),
  pay_address text,
  pay_memo text,
  checkout_url text,
  expires_at timestamptz,
  -- Of the processor's record, as it was last read; JSON text.
  paid_amount numeric,
  transaction text,
  record text,
  record_at timestamptz,
  -- When reconciliation last looked at it.
  checked_at timestamptz,
  -- What was booked to the owner, and what of that was taken back.
  credited bigint not null default 0 check (credited >= 0),
  refunded bigint not null default 0 check (refunded between 0 and credited),
  -- Somebody sent to its address again.
  parent text references deposits (id),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  finished_at timestamptz,
  unique (owner, idempotency_key),
  unique (processor, payment_id),
  constraint deposit_finished_is_credited check ((state = 'finished') = (credited > refunded)),
  constraint deposit_has_a_payment check (
    (payment_id is null) = (pay_amount is null) and (payment_id is null) = (pay_address is null)),
  constraint deposit_without_payment_waits check (payment_id is not null or state = 'waiting')
);
create index deposits_by_owner on deposits (owner, number desc);
create index deposits_to_check on deposits (checked_at nulls first) where payment_id is not null;

-- Every callback as it came, valid or not. Headers are not kept.
create table deposit_callbacks (
  id text primary key,
  -- By the signature's header; empty where there was none.
  processor text not null,
  -- SHA-256 of the body.
  digest text not null,
  -- The processor did send it.
  signed boolean not null,
  body bytea not null,
  -- The canonical form and the secret that the signature matched.
  matched text,
  verdict text not null,
  -- The processor's word for the state.
  status text,
  deposit_id text references deposits (id),
  request_id text not null,
  received_at timestamptz not null,
  times integer not null default 1,
  -- The same again changes nothing.
  unique (digest, signed, processor)
);
create index deposit_callbacks_by_deposit on deposit_callbacks (deposit_id, received_at);
create index deposit_callbacks_unsigned on deposit_callbacks (received_at) where not signed;

-- What the owner's stream tells: one for each change of state, numbered in the order of the commits.
create table deposit_streams (
  owner text primary key references accounts (id),
  last_seq integer not null
);

create table deposit_events (
  owner text not null references accounts (id),
  seq integer not null,
  deposit_id text not null references deposits (id),
  state text not null,
  previous text,
  price bigint not null,
  -- Less what was taken back.
  credited bigint not null,
  created_at timestamptz not null,
  primary key (owner, seq)
);
create index deposit_events_by_deposit on deposit_events (deposit_id);

create table deposit_reviews (
  id text primary key,
  number integer generated always as identity unique,
  deposit_id text not null references deposits (id),
  kind text not null check (
    kind in ('partial', 'overpaid', 'wrong_asset', 're_deposit', 'mismatch', 'outcome', 'account_gone')),
  state text not null default 'open' check (state in ('open', 'credited', 'rejected', 'refunded', 'superseded')),
  detail text not null,
  -- What was seen. The same is not looked at twice, also when it was resolved.
  seen text not null,
  -- What crediting would book; null when only a person can tell.
  received bigint check (received >= 0),
  opened_at timestamptz not null,
  resolved_at timestamptz,
  resolved_by text,
  reason text,
  unique (deposit_id, kind, seen),
  check ((state = 'open') = (resolved_at is null))
);
create unique index deposit_reviews_open on deposit_reviews (deposit_id, kind) where state = 'open';

-- Who did what, and why. Only added to.
create table deposit_audit (
  id bigint generated always as identity primary key,
  at timestamptz not null,
  actor text not null,
  action text not null,
  deposit_id text not null references deposits (id),
  review_id text references deposit_reviews (id),
  reason text not null
);
create index deposit_audit_by_deposit on deposit_audit (deposit_id, id);

create function deposit_audit_refuse() returns trigger language plpgsql as $$
begin
  raise exception 'the audit is not changed, it is added to: % on %', tg_op, tg_table_name using errcode = '55000';
end $$;
create trigger deposit_audit_stays before update or delete on deposit_audit
  for each row execute function deposit_audit_refuse();
create trigger deposit_audit_is_kept before truncate on deposit_audit execute function deposit_audit_refuse();

create table deposit_differences (
  id text primary key,
  deposit_id text not null references deposits (id),
  kind text not null,
  detail text not null,
  first_seen_at timestamptz not null,
  last_seen_at timestamptz not null,
  resolved_at timestamptz
);
create unique index deposit_differences_open on deposit_differences (deposit_id, kind) where resolved_at is null;

create table deposit_reconciliations (
  id bigint generated always as identity primary key,
  at timestamptz not null,
  checked integer not null,
  repaired integer not null,
  differences integer not null
);

-- What the sandbox's payer has paid.
create table sandbox_payments (
  id text primary key,
  order_id text not null,
  parent_id text references sandbox_payments (id),
  status text not null,
  price numeric not null,
  currency text not null,
  pay_amount numeric not null,
  pay_address text not null,
  paid numeric not null default 0,
  paid_currency text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
