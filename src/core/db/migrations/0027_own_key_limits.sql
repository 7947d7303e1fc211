-- What a customer has set for a stored key: the models and their settings where a run names none, and the most that
-- all its calls may cost in a month (UTC). A key that is replaced keeps both.
alter table model_keys add column defaults jsonb not null default '{}';
alter table model_keys add column monthly_limit_usd numeric
  constraint monthly_limit_is_money check (monthly_limit_usd > 0);

-- What calls on a key have cost in a month; a call under way, or one whose worker died, with the most it can cost.
-- Of the provider and not of the key: it does not begin anew when the key is deleted and added again.
create table model_key_spending (
  owner text not null references users (id) on delete cascade,
  provider text not null,
  month date not null,
  used_usd numeric not null check (used_usd >= 0),
  primary key (owner, provider, month)
);

-- Of a backtest with models (asked -> 'models'): what its calls have cost, and the most that those under way can cost.
alter table backtests add column spent_usd numeric not null default 0 check (spent_usd >= 0);
alter table backtests add column held_usd numeric not null default 0 check (held_usd >= 0);
-- Why it ended before its last decision; the result is that of the decisions before.
alter table backtests add column stopped text check (stopped is null or state = 'succeeded');

-- The answers that an owner's backtests have paid for, by the hash of the question: none is paid for twice.
create table backtest_answers (
  owner text not null references users (id) on delete cascade,
  key text not null,
  backtest text not null references backtests (id) on delete cascade,
  -- json and not jsonb: what is read back is what was written.
  answer json not null,
  primary key (owner, key)
);
create index backtest_answers_by_backtest on backtest_answers (backtest);

-- The language that a list's reports are written in, as a BCP 47 tag.
alter table signal_lists add column language text not null default 'en'
  constraint list_language_is_a_tag check (language ~ '^[A-Za-z0-9-]{2,35}$');

create or replace function forget_own_models() returns trigger language plpgsql as $$
begin
  update signal_lists set own_model = null where owner = old.id and own_model is not null;
  update analyses set setting = setting - 'own_model' - 'own_defaults' where owner = old.id and setting ? 'own_model';
  return old;
end $$;
