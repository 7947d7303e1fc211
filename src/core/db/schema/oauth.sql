-- Apps that people let in, such as assistants, without giving them a key. Better Auth's OAuth provider writes all
-- of these but oauth_consents.last_used_at. Lists it writes as JSON text.

create table oauth_clients (
  id text primary key,
  client_id text not null unique,
  -- Clients are public: there are no secrets, and PKCE stands in for them.
  client_secret text,
  client_discovery_id text,
  disabled boolean default false,
  skip_consent boolean,
  enable_end_session boolean,
  subject_type text,
  scopes text,
  client_credentials_scopes text,
  user_id text references users (id) on delete cascade,
  created_at timestamptz,
  updated_at timestamptz,
  name text,
  uri text,
  icon text,
  contacts text,
  tos text,
  policy text,
  software_id text,
  software_version text,
  software_statement text,
  redirect_uris text not null,
  post_logout_redirect_uris text,
  backchannel_logout_uri text,
  backchannel_logout_session_required boolean,
  token_endpoint_auth_method text,
  application_type text,
  jwks text,
  jwks_uri text,
  grant_types text,
  response_types text,
  require_pkce boolean,
  dpop_bound_access_tokens boolean default false,
  reference_id text,
  metadata jsonb
);
create index oauth_clients_by_user on oauth_clients (user_id);

-- What tokens are for: /mcp under each origin of this service.
create table oauth_resources (
  id text primary key,
  identifier text not null unique,
  name text not null,
  access_token_ttl integer,
  refresh_token_ttl integer,
  signing_algorithm text,
  signing_key_id text,
  allowed_scopes text,
  custom_claims jsonb,
  dpop_bound_access_tokens_required boolean default false,
  disabled boolean default false,
  created_at timestamptz,
  updated_at timestamptz,
  policy_version integer default 1,
  metadata jsonb
);

create table oauth_client_resources (
  id text primary key,
  client_id text not null references oauth_clients (client_id) on delete cascade,
  resource_id text not null references oauth_resources (identifier) on delete cascade,
  metadata jsonb,
  created_at timestamptz,
  unique (client_id, resource_id)
);
create index oauth_client_resources_by_resource on oauth_client_resources (resource_id);

create table oauth_refresh_tokens (
  id text primary key,
  token text not null unique,
  client_id text not null references oauth_clients (client_id) on delete cascade,
  session_id text references sessions (id) on delete set null,
  user_id text not null references users (id) on delete cascade,
  reference_id text,
  authorization_code_id text,
  resources text,
  requested_user_info_claims text,
  expires_at timestamptz,
  created_at timestamptz,
  revoked timestamptz,
  rotated_at timestamptz,
  rotation_replay_response text,
  rotation_replay_expires_at timestamptz,
  auth_time timestamptz,
  confirmation jsonb,
  scopes text not null
);
create index oauth_refresh_tokens_by_client on oauth_refresh_tokens (client_id);
create index oauth_refresh_tokens_by_user on oauth_refresh_tokens (user_id);
create index oauth_refresh_tokens_by_session on oauth_refresh_tokens (session_id);
create index oauth_refresh_tokens_by_code on oauth_refresh_tokens (authorization_code_id);

create table oauth_access_tokens (
  id text primary key,
  token text not null unique,
  client_id text not null references oauth_clients (client_id) on delete cascade,
  session_id text references sessions (id) on delete set null,
  user_id text references users (id) on delete cascade,
  reference_id text,
  authorization_code_id text,
  resources text,
  requested_user_info_claims text,
  refresh_id text references oauth_refresh_tokens (id) on delete cascade,
  expires_at timestamptz,
  created_at timestamptz,
  revoked timestamptz,
  confirmation jsonb,
  scopes text not null
);
create index oauth_access_tokens_by_client on oauth_access_tokens (client_id);
create index oauth_access_tokens_by_user on oauth_access_tokens (user_id);
create index oauth_access_tokens_by_session on oauth_access_tokens (session_id);
create index oauth_access_tokens_by_refresh on oauth_access_tokens (refresh_id);
create index oauth_access_tokens_by_code on oauth_access_tokens (authorization_code_id);

-- What somebody let an app do.
create table oauth_consents (
  id text primary key,
  client_id text not null references oauth_clients (client_id) on delete cascade,
  user_id text references users (id) on delete cascade,
  reference_id text,
  resources text,
  requested_user_info_claims text,
  scopes text not null,
  created_at timestamptz,
  updated_at timestamptz,
  -- When the app last asked for something, to the minute.
  last_used_at timestamptz
);
create index oauth_consents_by_client on oauth_consents (client_id);
create index oauth_consents_by_user on oauth_consents (user_id);

create table oauth_client_assertions (
  id text primary key,
  expires_at timestamptz not null
);

-- One after the other: the later takes the place of the one before, as it says what is allowed now.
create function keep_one_consent() returns trigger language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('consent ' || new.client_id || ' ' || coalesce(new.user_id, ''), 0));
  delete from oauth_consents
    where client_id = new.client_id and user_id = new.user_id and id <> new.id
      and reference_id is not distinct from new.reference_id;
  return new;
end $$;
create trigger oauth_consents_are_one before insert on oauth_consents
  for each row execute function keep_one_consent();
