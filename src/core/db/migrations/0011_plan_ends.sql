-- The end of a plan that its owner was told of, so that each is announced once.
alter table accounts add column end_announced timestamptz;
