-- Accounts, which own jobs, keys and money, and the people who sign in to them. Times are UTC.

create table accounts (
  id text primary key,
  plan text not null check (plan in ('free', 'signals', 'elite')),
  created_at timestamptz not null,
  plan_until timestamptz,
  auto_renew boolean not null default false,
  -- What follows at the end, where that is another plan.
  next_plan text check (next_plan in ('signals', 'elite')),
  -- The end of a plan that its owner was told of, so that each is announced once.
  end_announced timestamptz,
  -- When somebody deleted it; nobody signs in as it again.
  closed_at timestamptz
);
create index accounts_by_plan_end on accounts (plan_until) where plan_until is not null;

-- People who sign in, written by Better Auth.
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
  updated_at timestamptz not null,
  -- The language in which a user had the last report written, as a BCP 47 tag: the next form offers it first.
  report_language text not null default 'en'
    constraint report_language_is_a_tag check (report_language ~ '^[A-Za-z0-9-]{2,35}$')
);

-- A square WebP without metadata.
create table avatars (
  user_id text primary key references users (id) on delete cascade,
  image bytea not null,
  etag text not null,
  updated_at timestamptz not null
);

-- When a user's dashboard was looked at. A visit ends with half an hour in which it is not; what changed since the one
-- before is told until then. `since` is null during the first visit.
create table dashboard_visits (
  user_id text primary key references users (id) on delete cascade,
  since timestamptz,
  seen_at timestamptz not null,
  check (since <= seen_at)
);

create function account_of_user() returns trigger language plpgsql as $$
begin
  insert into accounts (id, plan, created_at) values (new.id, 'free', new.created_at) on conflict (id) do nothing;
  return new;
end $$;
create trigger account_of_user after insert on users for each row execute function account_of_user();

/*
 * What goes with a user, whatever deletes it. The account stays under the bare id, since its ledger must still add up
 * and its signals stay in the record; what its owner wrote does not stay with it. An analysis that came to no opinion
 * may have anything for a symbol, so of it only the cost is kept.
 */
create function retire_account() returns trigger language plpgsql as $$
begin
  update accounts set closed_at = now() where id = old.id;
  update api_keys set revoked_at = coalesce(revoked_at, now()), label = '' where owner = old.id;
  update analyses set webhook_url = null, webhook_secret = null, idempotency_key = null, request_id = ''
    where owner = old.id;
  update analysis_events set data = '{}'
    where analysis_id in (select id from analyses where owner = old.id
      and (result is null or result ->> 'rating' = 'REVIEW'));
  update analyses set request = jsonb_set(request, '{ticker}', '"-"'), result = null, manifest = null, error = null
    where owner = old.id and (result is null or result ->> 'rating' = 'REVIEW');
  update analysis_shares set revoked_at = coalesce(revoked_at, now()), sealed_token = ''
    where analysis_id in (select id from analyses where owner = old.id);
  update plan_periods set idempotency_key = null where owner = old.id and idempotency_key is not null;
  update deposits set idempotency_key = null where owner = old.id and idempotency_key is not null;
  update signal_lists set name = '' where owner = old.id;
  delete from referral_codes where owner = old.id;
  delete from verifications where value = old.id or identifier = 'change-email ' || old.id
    or position(to_json(old.email)::text in value) > 0;
  delete from dev_mails where recipient = old.email;
  return old;
end $$;
create trigger retire_account before delete on users for each row execute function retire_account();

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
