-- Whether a list is run again on an instrument when a condition of its signal breaks.
alter table signal_lists add column rerun_on_break boolean not null default false;
