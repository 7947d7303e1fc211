-- Whether a Sell of a list is a short position.
alter table signal_lists add column allow_short boolean not null default false;
