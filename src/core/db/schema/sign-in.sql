-- How people sign in. Better Auth writes sessions, identities, verifications, two_factors and passkeys. Times are UTC.

create table sessions (
  id text primary key,
  user_id text not null references users (id) on delete cascade,
  token text not null unique,
  expires_at timestamptz not null,
  ip_address text,
  user_agent text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  -- When its user last proved, in this session, who they are; null: not since they signed in.
  confirmed_at timestamptz
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
  locked_until timestamptz,
  -- The time step of the last code that was accepted, in half minutes since 1970: no code works twice.
  last_step integer
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

-- Counters of rate-limiter-flexible; `expire` is in milliseconds since 1970. Lost in a crash is no loss.
create unlogged table auth_limits (
  key text primary key,
  points integer not null default 0,
  expire bigint
);
create index auth_limits_by_expire on auth_limits (expire);

-- Of many sessions of one user the oldest end (sessionsPerAccount of src/contract/jobs/caps.ts).
create function bound_sessions() returns trigger language plpgsql as $$
begin
  delete from sessions where user_id = new.user_id and id in (
    select id from sessions where user_id = new.user_id order by created_at desc, id offset 100);
  return null;
end $$;
create trigger sessions_are_bounded after insert on sessions for each row execute function bound_sessions();
