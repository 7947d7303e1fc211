-- PDFs by what they were made from, so that the same one is made once. All of them can be made again: a crash may
-- empty the table, and the oldest give way to new ones.
create unlogged table rendered_documents (
  -- SHA-256 of the renderer's own sources and of everything that stands in the document.
  hash text primary key,
  owner text not null,
  bytes bytea not null,
  size integer not null,
  -- To the hour.
  used_at timestamptz not null
);
-- A PDF is compressed already.
alter table rendered_documents alter column bytes set storage external;
create index rendered_documents_by_use on rendered_documents (used_at);
create index rendered_documents_by_owner on rendered_documents (owner);

create function forget_documents() returns trigger language plpgsql as $$
begin
  delete from rendered_documents where owner = old.id;
  return old;
end $$;
create trigger forget_documents before delete on users for each row execute function forget_documents();
