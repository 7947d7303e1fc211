-- People who sign in. Better Auth writes users, sessions, identities, verifications, two_factors and passkeys.

create table users (
  -- Also the id of the account that owns jobs, keys and ledger entries.
  id text primary key,
  name text not null,
  email text not null unique check (email = lower(email)),
  email_verified boolean not null default false,
  -- What a provider says the picture is; ours stands in avatars.
  image text,
  two_factor_enabled boolean not null default false,
  role text not null default 'user' check (role in ('user', 'admin')),
  -- What a setting is when it is not in here, src/contract/accounts/users.ts says.
  notifications jsonb not null default '{}',
  created_at timestamptz not null,
  updated_at timestamptz not null
);

create table sessions (
  id text primary key,
  user_id text not null references users (id) on delete cascade,
  token text not null unique,
  expires_at timestamptz not null,
  ip_address text,
  user_agent text,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index sessions_by_user on sessions (user_id);

-- Ways to sign in: `credential` with the password's hash, or a provider.
create table identities (
  id text primary key,
  user_id text not null references users (id) on delete cascade,
  provider_id text not null,
  account_id text not null,
  password text,
  access_token text,
  refresh_token text,
  id_token text,
  access_token_expires_at timestamptz,
  refresh_token_expires_at timestamptz,
  scope text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  unique (provider_id, account_id)
);
create index identities_by_user on identities (user_id);

-- Links that were mailed and challenges that are out; identifiers are hashed.
create table verifications (
  id text primary key,
  identifier text not null,
  value text not null,
  expires_at timestamptz not null,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index verifications_by_identifier on verifications (identifier);

create table two_factors (
  id text primary key,
  user_id text not null unique references users (id) on delete cascade,
  secret text not null,
  backup_codes text not null,
  verified boolean not null default true,
  failed_verification_count integer not null default 0,
  locked_until timestamptz
);

create table passkeys (
  id text primary key,
  user_id text not null references users (id) on delete cascade,
  name text,
  public_key text not null,
  credential_id text not null unique,
  -- An unsigned 32-bit number: too large for integer, and bigint would come back as text.
  counter double precision not null,
  device_type text not null,
  backed_up boolean not null,
  transports text,
  aaguid text,
  created_at timestamptz
);
create index passkeys_by_user on passkeys (user_id);

-- A square WebP without metadata.
create table avatars (
  user_id text primary key references users (id) on delete cascade,
  image bytea not null,
  etag text not null,
  updated_at timestamptz not null
);

-- Counters of rate-limiter-flexible; `expire` is in milliseconds since 1970. Lost in a crash is no loss.
create unlogged table auth_limits (
  key text primary key,
  points integer not null default 0,
  expire bigint
);
create index auth_limits_by_expire on auth_limits (expire);

-- Where mail goes while no SMTP is set up; shown at /dev/mail.
create table dev_mails (
  id bigint generated always as identity primary key,
  recipient text not null,
  subject text not null,
  body_text text not null,
  body_html text not null,
  created_at timestamptz not null
);

create function account_of_user() returns trigger language plpgsql as $$
begin
  insert into accounts (id, plan, created_at) values (new.id, 'free', new.created_at) on conflict (id) do nothing;
  return new;
end $$;
create trigger account_of_user after insert on users for each row execute function account_of_user();

-- Sessions, identities, passkeys and the avatar go with their user; its keys end. The account stays under the bare
-- id: its ledger must still add up, its signals stay in the record, and nobody can sign in as it again.
create function retire_account() returns trigger language plpgsql as $$
begin
  update api_keys set revoked_at = now() where owner = old.id and revoked_at is null;
  update analyses set webhook_url = null, webhook_secret = null where owner = old.id and webhook_url is not null;
  return old;
end $$;
create trigger retire_account before delete on users for each row execute function retire_account();
