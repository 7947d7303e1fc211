-- Other words in which people ask for a passage, a line each. Found by them, and never quoted from them.
alter table passages add column asks text not null default '';
-- A generated column cannot be changed, only made anew; its index goes with it.
alter table passages drop column document;
alter table passages add column document tsvector not null generated always as (
  setweight(to_tsvector('english', title || ' ' || coalesce(heading, '')), 'A') ||
  setweight(to_tsvector('english', asks), 'B') ||
  setweight(to_tsvector('english', body), 'C')) stored;
create index passages_by_word on passages using gin (document);
