import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { readMigration } from "#src/core/db/migrate.ts";
import { firstLinted, lintMigration, migrationFolder } from "#tests/support/migrations/lint.ts";
import { statementsOf } from "#tests/support/migrations/statements.ts";

/* What a migration may do while the service goes on, and the release before it still runs (docs/adr/0019). */

const lint = (text: string): Promise<string[]> => lintMigration("0031_test.sql", text);

describe("the migrations of this repository", () => {
  const names = readdirSync(migrationFolder).filter((name) => name >= firstLinted);
  test.each(names)("%s can be applied to a service at work", async (name) => {
    expect(await lintMigration(name, readFileSync(join(migrationFolder, name), "utf8"))).toEqual([]);
  });

  test("begin with the tables as they are made, which touch nothing that is there", async () => {
    const tables = await readMigration("0097_baseline.sql");
    expect((await statementsOf(tables)).length).toBeGreaterThan(250);
    expect(await lintMigration("0097_baseline.sql", tables)).toEqual([]);
  });
});

interface Rule {
  readonly rule: string;
  readonly says: RegExp;
  readonly bad: readonly string[];
  readonly good: readonly string[];
}

const dropped = "-- By itself\ndrop index concurrently if exists i;\n";

const rules: readonly Rule[] = [
  {
    rule: "an index of a table that is there is made concurrently",
    says: /create index i: concurrently/,
    bad: ["create index i on jobs (a);", "create unique index if not exists i on jobs (a);"],
    good: [
      `${dropped}-- By itself\ncreate index concurrently i on jobs (a);`,
      "create table t (a int);\ncreate index i on t (a);",
    ],
  },
  {
    rule: "by itself, since no transaction may hold it",
    says: /in a part of its own/,
    bad: [
      `${dropped}-- By itself\ncreate index concurrently i on jobs (a);\nselect 1;`,
      "-- By itself\ndrop index concurrently if exists i;\nselect 1;",
    ],
    good: [`select 1;\n${dropped}-- By itself\ncreate index concurrently i on jobs (a);`],
  },
  {
    rule: "and after one of its name that was broken off is dropped",
    says: /after drop index concurrently if exists/,
    bad: [
      "-- By itself\ncreate index concurrently i on jobs (a);",
      "-- By itself\ncreate index concurrently if not exists i on jobs (a);",
      `${dropped}-- By itself\ncreate index concurrently another on jobs (a);`,
    ],
    good: [`${dropped}-- By itself\ncreate index concurrently i on jobs (a);`],
  },
  {
    rule: "an index is dropped concurrently",
    says: /drop index: concurrently/,
    bad: ["drop index i;"],
    good: [dropped],
  },
  {
    rule: "no index is made again in its place",
    says: /reindex/,
    bad: ["reindex table jobs;"],
    good: [`${dropped}-- By itself\ncreate index concurrently i on jobs (a);`],
  },
  {
    rule: "the type of a column stays",
    says: /alter table jobs alter column a type: writes the table anew/,
    bad: ["alter table jobs alter column a type bigint;", "do $$ begin alter table jobs alter a type text; end $$;"],
    good: ["alter table jobs add column a2 bigint;"],
  },
  {
    rule: "a new column has a constant default, or none",
    says: /default: a constant|computed: each row/,
    bad: [
      "alter table jobs add column a float default random();",
      "alter table jobs add column a text default gen_random_uuid()::text;",
      "alter table jobs add column a timestamptz default clock_timestamp();",
      "alter table jobs add column a int generated always as identity;",
      "alter table jobs add column a int generated always as (b + 1) stored;",
      "alter table jobs add column a bigserial;",
    ],
    good: [
      "alter table jobs add column a float;",
      "alter table jobs add column a float not null default 0;",
      "alter table jobs add column a jsonb not null default '{}'::jsonb;",
      "alter table jobs add column a text[] default array['x', 'y'];",
      "alter table jobs add column a timestamptz default now();",
      "alter table jobs add column a date default current_date;",
      "alter table jobs add column a float;\nalter table jobs alter column a set default random();",
    ],
  },
  {
    rule: "a new column that is never null has a default",
    says: /not null: with a constant default/,
    bad: ["alter table jobs add column a int not null;"],
    good: ["alter table jobs add column a int not null default 1;"],
  },
  {
    rule: "a column becomes not null by a check that was validated",
    says: /set not null: reads all rows/,
    bad: [
      "alter table jobs alter column a set not null;",
      "alter table jobs add constraint c check (a is not null) not valid;\nalter table jobs alter column a set not null;",
      "-- By itself\nalter table jobs add constraint c check (b is not null) not valid;\n-- By itself\nalter table jobs validate constraint c;\n-- By itself\nalter table jobs alter column a set not null;",
    ],
    good: [
      "-- By itself\nalter table jobs add constraint c check (a is not null) not valid;\n-- By itself\nalter table jobs validate constraint c;\n-- By itself\nalter table jobs alter column a set not null;",
    ],
  },
  {
    rule: "a constraint is added not valid",
    says: /not valid, and validated later/,
    bad: [
      "alter table jobs add constraint c check (a > 0);",
      "alter table jobs add constraint c foreign key (a) references others (id);",
      "alter table jobs add constraint c not null a;",
      "alter table jobs add column a int references others (id);",
      "alter table jobs add column a int check (a > 0);",
    ],
    good: [
      "alter table jobs add constraint c check (a > 0) not valid;",
      "alter table jobs add constraint c foreign key (a) references others (id) not valid;",
      "create table t (a int references jobs (id), check (a > 0));",
    ],
  },
  {
    rule: "and validated when its lock is gone",
    says: /validate constraint c: in another part/,
    bad: [
      "alter table jobs add constraint c check (a > 0) not valid;\nalter table jobs validate constraint c;",
      "alter table jobs add constraint c check (a > 0) not valid, validate constraint c;",
    ],
    good: [
      "-- By itself\nalter table jobs add constraint c check (a > 0) not valid;\n-- By itself\nalter table jobs validate constraint c;",
      "alter table jobs validate constraint c;",
    ],
  },
  {
    rule: "a unique constraint takes an index that is there",
    says: /using an index made concurrently|unique: by an index/,
    bad: [
      "alter table jobs add constraint c unique (a);",
      "alter table jobs add primary key (a);",
      "alter table jobs add column a int unique;",
      "alter table jobs add constraint c exclude using gist (a with &&);",
    ],
    good: [
      `${dropped}-- By itself\ncreate unique index concurrently i on jobs (a);\n-- By itself\nalter table jobs add constraint c unique using index i;`,
    ],
  },
  {
    rule: "nothing is taken away that the release before may use",
    says: /in a release after the one that stopped using it/,
    bad: [
      "alter table jobs drop column a;",
      "drop table jobs;",
      "drop function submit(text);",
      "-- Unused since 0031\nalter table jobs drop column a;",
    ],
    good: [
      "-- Unused since 0030\nalter table jobs drop column a;",
      "-- Unused since 0030\ndrop table jobs;",
      "alter table jobs drop constraint c;",
      "drop trigger t on jobs;",
    ],
  },
  {
    rule: "nothing has another name from one release to the next",
    says: /rename/,
    bad: [
      "alter table jobs rename to runs;",
      "alter table jobs rename column a to b;",
      "-- Unused since 0030\nalter table jobs rename a to b;",
    ],
    good: [
      "alter table jobs add column b int;",
      "alter index i rename to j;",
      "alter table jobs rename constraint c to d;",
    ],
  },
  {
    rule: "no table is locked as such",
    says: /lock table/,
    bad: ["lock table jobs;", "lock table jobs in share mode;"],
    good: ["select from jobs limit 1;"],
  },
  {
    rule: "rows of a table are not all changed in one statement",
    says: /a thousand rows at a time|truncate/,
    bad: [
      "update jobs set a = 1;",
      "update jobs set a = 1 where true;",
      "delete from jobs;",
      "with gone as (delete from jobs returning a) insert into others select a from gone;",
      "do $$ begin update jobs set a = 1; end $$;",
      "truncate jobs;",
    ],
    good: [
      "update jobs set a = 1 where id = 'x';",
      `-- By itself
      do $$ declare last text := '';
      begin
        loop
          with chosen as (select id from jobs where id > last order by id limit 1000),
            changed as (update jobs set a = 1 where id in (select id from chosen) returning 1)
          select max(id) into last from chosen;
          commit;
          exit when last is null;
        end loop;
      end $$;`,
      "create table t (a int);\nupdate t set a = 1;",
      "create function f() returns trigger language plpgsql as $$ begin update jobs set a = 1; return null; end $$;",
    ],
  },
  {
    rule: "no table is written anew as such",
    says: /writes the table anew|vacuum/,
    bad: [
      "cluster jobs;",
      "vacuum full jobs;",
      "alter table jobs set unlogged;",
      "alter table jobs set tablespace fast;",
    ],
    good: ["analyze jobs;", "alter table jobs set (fillfactor = 80);"],
  },
  {
    rule: "none waits for a lock longer than the others",
    says: /lock_timeout/,
    bad: [
      "set lock_timeout = 0;",
      "reset lock_timeout;",
      "reset all;",
      "discard all;",
      "select set_config('lock_timeout', '0', false);",
      "do $$ begin perform set_config('lock_timeout', '0', true); end $$;",
    ],
    good: ["set local statement_timeout = 0;"],
  },
  {
    rule: "what it does can be read",
    says: /execute/,
    bad: ["do $$ begin execute 'drop table ' || 'jobs'; end $$;"],
    good: ["do $$ begin perform 1; end $$;"],
  },
];

describe.each(rules)("$rule", ({ says, bad, good }) => {
  test.each(bad)("refused: %s", async (text) => {
    expect(await lint(text)).toContainEqual(expect.stringMatching(says));
  });
  test.each(good)("taken: %s", async (text) => {
    expect(await lint(text)).toEqual([]);
  });
});
