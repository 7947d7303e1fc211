-- How many steps a job had behind it when its worker died: one that has come further since has not died of the same.
alter table worker_deaths add column steps integer not null default 0;
