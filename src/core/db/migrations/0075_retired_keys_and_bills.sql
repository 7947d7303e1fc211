-- Keys that signed proof files before the one in force: only their public half stays. Times are UTC.

create table retired_proof_keys (
  -- As files name it: the first 32 digits of the SHA-256 over the key's bytes.
  id text primary key check (id ~ '^[0-9a-f]{32}$'),
  -- 32 bytes, hexadecimal.
  public_key text not null unique check (public_key ~ '^[0-9a-f]{64}$'),
  created_at timestamptz not null,
  retired_at timestamptz not null,
  -- From then on nothing that it signed counts.
  revoked_at timestamptz,
  reason text check (length(reason) <= 300),
  check ((revoked_at is null) = (reason is null))
);

-- What attributions cost, for the usage report: an attribution itself goes when a newer one of its analysis has a
-- result. Times are UTC.

create table attribution_bills (
  id text primary key,
  owner text not null,
  -- When it was ordered.
  created_at timestamptz not null,
  spent_usd numeric not null check (spent_usd > 0)
);
create index attribution_bills_by_owner on attribution_bills (owner, created_at);

-- By a trigger, so that workers of the release before note it too.
create function bill_attribution() returns trigger language plpgsql as $$
begin
  insert into attribution_bills (id, owner, created_at, spent_usd)
    values (new.id, new.owner, new.created_at, new.spent_usd)
    on conflict (id) do update set spent_usd = excluded.spent_usd;
  return null;
end $$;
create trigger attributions_billed after insert or update of spent_usd on attributions
  for each row when (new.spent_usd > 0) execute function bill_attribution();

insert into attribution_bills (id, owner, created_at, spent_usd)
  select id, owner, created_at, spent_usd from attributions where spent_usd > 0
  on conflict (id) do nothing;
