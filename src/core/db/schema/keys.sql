-- What programs use the API with: keys, the requests made with them, and what they made once. Times are UTC.

create table api_keys (
  id text primary key,
  owner text not null references accounts (id),
  label text not null,
  -- The first characters, shown in lists; the key itself is kept only as SHA-256.
  prefix text not null,
  hash text not null unique,
  scopes text[] not null,
  created_at timestamptz not null,
  last_used_at timestamptz,
  revoked_at timestamptz,
  -- Keys for trying the API on test data, and the version of the API that a key's requests get when they name none.
  livemode boolean not null default true,
  -- As requests name it; null for a key from before there were versions.
  api_version text
);

-- What a request with an Idempotency-Key made, so that the same request makes it once. An analysis keeps its key itself.
create table idempotency_keys (
  owner text not null references accounts (id),
  -- The operation: one key may be used for each.
  operation text not null,
  key text not null,
  -- SHA-256 of what was asked for, as canonical JSON.
  asked text not null,
  -- The id of what was made.
  made text not null,
  created_at timestamptz not null,
  primary key (owner, operation, key)
);
create index idempotency_keys_by_age on idempotency_keys (created_at);

-- What was asked of the API with a key, for the key's owner to read; docs/api.md says what is left out.
create table api_requests (
  id text primary key,
  -- The account of the key; of a test key too.
  owner text not null,
  key_id text not null,
  -- When it arrived.
  at timestamptz not null,
  method text not null,
  -- As it was asked for, with its query.
  path text not null,
  -- As the API document writes it, with parameters in braces.
  route text not null,
  status integer not null,
  duration_ms integer not null,
  -- Of the answer as it was sent, headers among them; null where that is not known.
  sent_bytes bigint,
  request_id text not null,
  user_agent text,
  api_version text not null,
  -- The beginning of the body without secrets; null where there was none.
  body text,
  body_cut boolean not null default false,
  -- What the answer said was wrong.
  error text
);
create index api_requests_by_owner on api_requests (owner, at desc, id desc);
create index api_requests_by_age on api_requests (at);

/* They go with the user. An account of a key without a user is closed by nobody. */
create function forget_api_requests() returns trigger language plpgsql as $$
begin
  delete from api_requests where owner = old.id;
  return old;
end $$;
create trigger forget_api_requests before delete on users for each row execute function forget_api_requests();
