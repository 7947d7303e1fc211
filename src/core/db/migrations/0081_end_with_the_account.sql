-- What a batch started between the last look at what is open and the end of its owner's account ran on, and its result
-- was kept. It is cancelled with the account, and a late finish never overwrites that.
create function end_open_analyses() returns trigger language plpgsql as $$
begin
  update analyses set status = 'cancelled', finished_at = now()
    where owner in (old.id, 'test ' || old.id) and status in ('queued', 'running');
  return old;
end $$;
-- By its name behind forget_test_data, which waits for whoever starts the analyses of a batch.
create trigger open_analyses_end before delete on users for each row execute function end_open_analyses();
