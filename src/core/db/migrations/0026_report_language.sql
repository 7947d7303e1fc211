-- The language in which a user had the last report written, as a BCP 47 tag: the next form offers it first.
alter table users add column report_language text not null default 'en'
  constraint report_language_is_a_tag check (report_language ~ '^[A-Za-z0-9-]{2,35}$');
