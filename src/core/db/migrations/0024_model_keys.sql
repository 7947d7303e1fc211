-- Customers' own keys of model providers, one for each provider: sealed (src/core/vault.ts), and never shown again.
create table model_keys (
  id text primary key,
  owner text not null references users (id) on delete cascade,
  provider text not null,
  sealed_key text not null,
  last_four text not null check (length(last_four) = 4),
  saved_at timestamptz not null,
  unique (owner, provider)
);

-- What was done with them, and when.
create table model_key_events (
  id bigint generated always as identity primary key,
  owner text not null references users (id) on delete cascade,
  provider text not null,
  action text not null check (action in ('added', 'replaced', 'deleted', 'refused', 'checked')),
  last_four text not null,
  at timestamptz not null
);
create index model_key_events_by_owner on model_key_events (owner, id);

-- The provider and models that a list's runs are made with on its owner's key; null: the service's.
alter table signal_lists add column own_model jsonb;

-- Names of models may be the owner's own words, as those of fine-tuned ones are.
create function forget_own_models() returns trigger language plpgsql as $$
begin
  update signal_lists set own_model = null where owner = old.id and own_model is not null;
  update analyses set setting = setting - 'own_model' where owner = old.id and setting ? 'own_model';
  return old;
end $$;
create trigger forget_own_models before delete on users for each row execute function forget_own_models();
