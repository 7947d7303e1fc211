/* What a user held goes with the user, and what their test keys said they hold. */
create or replace function forget_holdings() returns trigger language plpgsql as $$
begin
  delete from analysis_holdings
    where analysis_id in (select id from analyses where owner in (old.id, 'test ' || old.id));
  delete from portfolios where owner in (old.id, 'test ' || old.id);
  return old;
end $$;
create or replace trigger forget_holdings before delete on users for each row execute function forget_holdings();
