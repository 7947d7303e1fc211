-- A form that is sent twice at once asked the library twice whether there is a consent, and it made two.
delete from oauth_consents as old using oauth_consents as new
  where old.client_id = new.client_id and old.user_id = new.user_id
    and old.reference_id is not distinct from new.reference_id
    and (old.created_at, old.id) < (new.created_at, new.id);

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
