-- When its user last proved, in this session, who they are; null: not since they signed in.
alter table sessions add column confirmed_at timestamptz;

-- The time step of the last code that was accepted, in half minutes since 1970: no code works twice.
alter table two_factors add column last_step integer;
