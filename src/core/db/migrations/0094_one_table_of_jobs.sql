-- Their rows stand in jobs. No release was made with these tables.
-- Unused since 0093
drop table backtest_validity;
drop table backtests;
drop table batches;
drop table memory_jobs;
drop table attributions;
drop function guard_backtest();
