-- The ledger's transfers under a chain of hashes, like the signals. Whoever books money waits for nobody: a transfer is
-- noted here as waiting, in its own transaction, and becomes an entry within a minute. The body of an entry is JSON with
-- sorted keys and without spaces; it holds the hash of the entry before, and the SHA-256 of the transfer with its lines.
create table if not exists ledger_chain (
  number integer primary key check (number > 0),
  body text not null,
  hash text not null check (hash = encode(sha256(convert_to(body, 'UTF8')), 'hex')),
  transfer text not null unique references ledger_transfers (id),
  noted_at timestamptz not null,
  check ((body::jsonb ->> 'number')::integer = number and body::jsonb ->> 'transfer' = transfer)
);

create table if not exists ledger_chain_waiting (
  transfer text primary key references ledger_transfers (id)
);

create or replace function ledger_chain_append() returns trigger language plpgsql as $$
begin
  if new.number <> coalesce((select max(number) from ledger_chain), 0) + 1
    or new.body::jsonb ->> 'previous' is distinct from
      coalesce((select hash from ledger_chain where number = new.number - 1), repeat('0', 64)) then
    raise exception 'an entry of the ledger''s chain follows the newest: %', new.number using errcode = '55000';
  end if;
  return new;
end $$;

create or replace trigger ledger_chain_follows before insert on ledger_chain
  for each row execute function ledger_chain_append();
create or replace trigger ledger_chain_stays before update or delete on ledger_chain
  for each row execute function ledger_refuse();
create or replace trigger ledger_chain_is_kept before truncate on ledger_chain execute function ledger_refuse();

create or replace function ledger_chain_wait() returns trigger language plpgsql as $$
begin
  insert into ledger_chain_waiting (transfer) values (new.id);
  return null;
end $$;
create or replace trigger ledger_transfer_waits after insert on ledger_transfers
  for each row execute function ledger_chain_wait();
-- By itself
-- Transfers from before wait as well. They are proven from the day on which they become entries.
insert into ledger_chain_waiting (transfer)
select id from ledger_transfers t where not exists (select from ledger_chain c where c.transfer = t.id)
on conflict do nothing;
