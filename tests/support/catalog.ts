import type { Database } from "#src/core/db/database.ts";

/** How a database is made: tables with their columns, indexes, constraints, triggers and functions, as lines. */
export async function catalogOf({ pool }: Pick<Database, "pool">): Promise<string[]> {
  const { rows } = await pool.query<{ line: string }>(`
    with here as (select oid, nspname from pg_namespace where nspname in ('public', 'dbos'))
    select format('column %s.%s %s %s %s %s %s', attrelid::regclass, attname, format_type(atttypid, atttypmod), attnotnull,
        attidentity, attgenerated, pg_get_expr(adbin, adrelid)) as line
      from pg_attribute a left join pg_attrdef d on adrelid = attrelid and adnum = attnum
      join pg_class c on c.oid = attrelid join here on here.oid = relnamespace
      where attnum > 0 and not attisdropped and relkind in ('r', 'v', 'S')
    union all select format('index %s %s', indexdef, indisvalid) from pg_indexes
      join pg_index on indexrelid = format('%I.%I', schemaname, indexname)::regclass where schemaname in ('public', 'dbos')
    union all select format('constraint %s %s %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) from pg_constraint
      where connamespace in (select oid from here)
    union all select format('trigger %s %s', tgenabled, pg_get_triggerdef(oid)) from pg_trigger where not tgisinternal
    union all select format('function %s %s', p.oid::regprocedure, md5(prosrc)) from pg_proc p join here on here.oid = pronamespace
    order by 1`);
  return rows.map(({ line }) => line);
}

/** A row count for each table, of ours and the engine's. */
export async function countsOf({ pool }: Pick<Database, "pool">): Promise<Record<string, number>> {
  const { rows } = await pool.query<{ name: string }>(
    "select format('%s.%s', schemaname, tablename) as name from pg_tables where schemaname in ('public', 'dbos') order by 1",
  );
  const counts: Record<string, number> = {};
  for (const { name } of rows)
    counts[name] = (await pool.query<{ n: number }>(`select count(*)::int as n from ${name}`)).rows[0]?.n ?? 0;
  return counts;
}
