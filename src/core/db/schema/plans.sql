-- Plans and referrals. Amounts are US cents, whole numbers; times are UTC.

-- Every stretch of a plan that was ever bought or given.
create table plan_periods (
  id text primary key,
  owner text not null references accounts (id),
  plan text not null check (plan in ('signals', 'elite')),
  starts_at timestamptz not null,
  -- Null: given without an end.
  ends_at timestamptz,
  -- Where an upgrade or an operator ended it early; at its start, where it never began.
  cut_at timestamptz,
  -- What it is worth: `credit` of it was the rest of earlier periods, the balance paid `price - credit`.
  price bigint not null check (price >= 0),
  credit bigint not null check (credit >= 0),
  -- Null where nothing had to be paid.
  transfer text unique references ledger_transfers (id),
  how text not null check (how in ('purchase', 'renewal', 'auto_renewal', 'upgrade', 'change', 'grant')),
  -- The buyer's; the same one buys once.
  idempotency_key text,
  created_at timestamptz not null,
  unique (owner, idempotency_key),
  check (ends_at > starts_at),
  check (cut_at >= starts_at and cut_at <= coalesce(ends_at, 'infinity')),
  check ((transfer is null) = (price = credit))
);
create index plan_periods_by_owner on plan_periods (owner, starts_at desc);

create table referral_codes (
  owner text primary key references accounts (id),
  code text not null unique check (code ~ '^[2-9a-hjkmnp-z]{8}$'),
  created_at timestamptz not null
);

-- Who came by whose code. The reward is paid once, on the referred account's first paid period.
create table referrals (
  referred text primary key references accounts (id),
  referrer text not null references accounts (id),
  created_at timestamptz not null,
  rewarded_at timestamptz,
  reward bigint check (reward >= 0),
  transfer text unique references ledger_transfers (id),
  check (referred <> referrer),
  check ((rewarded_at is null) = (reward is null))
);
create index referrals_by_referrer on referrals (referrer, created_at desc);
