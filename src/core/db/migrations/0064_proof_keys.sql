-- What signs proof files (docs/proof.md). Times are UTC.

create table proof_keys (
  id text primary key,
  -- The 32 bytes of an Ed25519 key, base64url, sealed: src/core/vault.ts.
  sealed_seed text not null,
  created_at timestamptz not null
);
-- Several front doors may come to the first proof at once; one of them makes the key.
create unique index proof_keys_one on proof_keys ((true));
