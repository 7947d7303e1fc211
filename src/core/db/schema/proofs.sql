-- What signs proof files (docs/proof.md). Times are UTC.

create table proof_keys (
  id text primary key,
  -- The 32 bytes of an Ed25519 key, base64url, sealed: src/core/vault.ts.
  sealed_seed text not null,
  created_at timestamptz not null
);
-- Several front doors may come to the first proof at once; one of them makes the key.
create unique index proof_keys_one on proof_keys ((true));

-- Keys that signed proof files before the one in force: only their public half stays.
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
