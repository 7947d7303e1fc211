-- All tables, in the order in which they refer to each other. They do not change: later files of this folder do that.
\ir ../schema/accounts.sql
\ir ../schema/keys.sql
\ir ../schema/oauth.sql
\ir ../schema/analyses.sql
\ir ../schema/jobs.sql
\ir ../schema/ledger.sql
\ir ../schema/plans.sql
\ir ../schema/deposits.sql
\ir ../schema/signals.sql
\ir ../schema/conditions.sql
\ir ../schema/admin.sql
\ir ../schema/assistant.sql
\ir ../schema/outbox.sql
