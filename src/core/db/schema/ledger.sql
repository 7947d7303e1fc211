-- The ledger. Amounts are US cents, whole numbers; times are UTC.

-- A balance is a sum of entries and nothing else: entries are only ever added, each moves its account's balance by its
-- amount, nothing else may, and the entries of a transfer sum to zero when its transaction commits.
create table ledger_accounts (
  id bigint generated always as identity primary key,
  -- debt: what a customer owes after a deposit was taken back that had been spent. The next deposits fill it first.
  kind text not null check (kind in ('customer', 'debt', 'deposits', 'revenue', 'grants', 'referrals', 'refunds')),
  owner text references accounts (id),
  balance bigint not null default 0,
  -- The number of its last entry.
  last_seq bigint not null default 0,
  constraint ledger_owner_is_a_customer check ((kind in ('customer', 'debt')) = (owner is not null)),
  constraint ledger_customer_never_below_zero check (kind <> 'customer' or balance >= 0),
  constraint ledger_debt_never_above_zero check (kind <> 'debt' or balance <= 0),
  -- Beyond this a number in JSON is no longer exact.
  constraint ledger_balance_is_exact check (balance between -9007199254740991 and 9007199254740991)
);
create unique index ledger_accounts_of_house on ledger_accounts (kind) where owner is null;
create unique index ledger_accounts_of_customers on ledger_accounts (owner, kind) where owner is not null;

create table ledger_transfers (
  id text primary key,
  -- deposit, grant, plan, referral_reward, …: why money moved.
  kind text not null,
  memo text not null,
  -- What it stands for, such as a period's or a deposit's id: the same is never booked twice.
  reference text not null,
  -- Who had it done: an account's id, `operator` or `system`.
  actor text not null,
  created_at timestamptz not null,
  unique (kind, reference)
);

create table ledger_entries (
  transfer text not null references ledger_transfers (id),
  account bigint not null references ledger_accounts (id),
  amount bigint not null check (amount <> 0),
  -- Both are set by the trigger, whatever an insert says.
  seq bigint not null default 0,
  balance_after bigint not null default 0,
  primary key (account, seq),
  unique (transfer, account)
);

create function ledger_refuse() returns trigger language plpgsql as $$
begin
  raise exception 'the ledger is not changed, it is added to: % on %', tg_op, tg_table_name using errcode = '55000';
end $$;
create trigger ledger_entries_stay before update or delete on ledger_entries
  for each row execute function ledger_refuse();
create trigger ledger_transfers_stay before update or delete on ledger_transfers
  for each row execute function ledger_refuse();
create trigger ledger_accounts_stay before delete on ledger_accounts
  for each row execute function ledger_refuse();
create trigger ledger_entries_are_kept before truncate on ledger_entries execute function ledger_refuse();
create trigger ledger_transfers_are_kept before truncate on ledger_transfers execute function ledger_refuse();
create trigger ledger_accounts_are_kept before truncate on ledger_accounts execute function ledger_refuse();

create function ledger_apply_entry() returns trigger language plpgsql as $$
begin
  update ledger_accounts set balance = balance + new.amount, last_seq = last_seq + 1
    where id = new.account
    returning last_seq, balance into new.seq, new.balance_after;
  return new;
end $$;
create trigger ledger_entry_moves_its_balance before insert on ledger_entries
  for each row execute function ledger_apply_entry();

create function ledger_guard_account() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    if new.balance <> 0 or new.last_seq <> 0 then
      raise exception 'a ledger account opens at zero' using errcode = '55000';
    end if;
  -- Depth 1 is a statement of ours; an entry's own update stands one deeper.
  elsif pg_trigger_depth() < 2 or new.id <> old.id or new.kind <> old.kind or new.owner is distinct from old.owner then
    raise exception 'a balance is moved by entries alone' using errcode = '55000';
  end if;
  return new;
end $$;
create trigger ledger_account_is_guarded before insert or update on ledger_accounts
  for each row execute function ledger_guard_account();

-- At commit: the balance is what the last entry says, and the entry before it bears that out.
create function ledger_check_account() returns trigger language plpgsql as $$
declare
  held ledger_accounts;
begin
  select * into held from ledger_accounts where id = new.account;
  if not exists (
    select from ledger_entries e
      left join ledger_entries b on b.account = e.account and b.seq = e.seq - 1
      where e.account = new.account and e.seq = new.seq
        and e.balance_after = coalesce(b.balance_after, 0) + e.amount
        and (b.seq is not null or e.seq = 1)
  ) or not exists (
    select from ledger_entries
      where account = held.id and seq = held.last_seq and balance_after = held.balance
  ) then
    raise exception 'the balance of ledger account % is not the sum of its entries', new.account using errcode = '23514';
  end if;
  return null;
end $$;
create constraint trigger ledger_balance_is_its_entries after insert on ledger_entries
  deferrable initially deferred for each row execute function ledger_check_account();

create function ledger_check_transfer() returns trigger language plpgsql as $$
declare
  checked text := coalesce(to_jsonb(new) ->> 'transfer', to_jsonb(new) ->> 'id');
begin
  if not exists (
    select from ledger_entries where transfer = checked having count(*) >= 2 and sum(amount) = 0
  ) then
    raise exception 'the entries of transfer % do not sum to zero', checked using errcode = '23514';
  end if;
  return null;
end $$;
create constraint trigger ledger_transfer_has_entries after insert on ledger_transfers
  deferrable initially deferred for each row execute function ledger_check_transfer();

create constraint trigger ledger_entries_sum_to_zero after insert on ledger_entries
  deferrable initially deferred for each row execute function ledger_check_transfer();

insert into ledger_accounts (kind) values ('deposits'), ('revenue'), ('grants'), ('referrals'), ('refunds');

-- The ledger's transfers under a chain of hashes, like the signals. Whoever books money waits for nobody: a transfer is
-- noted here as waiting, in its own transaction, and becomes an entry within a minute. The body of an entry is JSON with
-- sorted keys and without spaces; it holds the hash of the entry before, and the SHA-256 of the transfer with its lines.
create table ledger_chain (
  number integer primary key check (number > 0),
  body text not null,
  hash text not null check (hash = encode(sha256(convert_to(body, 'UTF8')), 'hex')),
  transfer text not null unique references ledger_transfers (id),
  noted_at timestamptz not null,
  check ((body::jsonb ->> 'number')::integer = number and body::jsonb ->> 'transfer' = transfer)
);

create table ledger_chain_waiting (
  transfer text primary key references ledger_transfers (id)
);

create function ledger_chain_append() returns trigger language plpgsql as $$
begin
  if new.number <> coalesce((select max(number) from ledger_chain), 0) + 1
    or new.body::jsonb ->> 'previous' is distinct from
      coalesce((select hash from ledger_chain where number = new.number - 1), repeat('0', 64)) then
    raise exception 'an entry of the ledger''s chain follows the newest: %', new.number using errcode = '55000';
  end if;
  return new;
end $$;
create trigger ledger_chain_follows before insert on ledger_chain
  for each row execute function ledger_chain_append();
create trigger ledger_chain_stays before update or delete on ledger_chain
  for each row execute function ledger_refuse();
create trigger ledger_chain_is_kept before truncate on ledger_chain execute function ledger_refuse();

create function ledger_chain_wait() returns trigger language plpgsql as $$
begin
  insert into ledger_chain_waiting (transfer) values (new.id);
  return null;
end $$;
create trigger ledger_transfer_waits after insert on ledger_transfers
  for each row execute function ledger_chain_wait();
