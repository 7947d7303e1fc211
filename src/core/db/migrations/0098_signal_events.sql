-- What followers of a list are told an entry is.
alter table signal_entries add column event text not null generated always as (
  case body::jsonb ->> 'kind'
    when 'tombstone' then 'signal.withdrawn'
    when 'condition' then 'condition.' || (body::jsonb ->> 'outcome')
    else 'signal.published'
  end
) stored;
