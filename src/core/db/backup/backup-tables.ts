import type { ClientBase } from "pg";
import type { BackupPart, BackupTable, BackupTotals } from "#src/core/db/backup/frames.ts";

type Queryable = Pick<ClientBase, "query">;

/** Ours are in the connection's own schema. */
export const engineSchema = "dbos";

const ours = `nspname in (current_schema(), '${engineSchema}')`;
const part = `case when nspname = '${engineSchema}' then 'engine' else 'service' end`;
/** Objects of an extension are not ours. */
const own = (oid: string, catalog: string): string =>
  `not exists (select from pg_depend where classid = '${catalog}'::regclass and objid = ${oid} and deptype = 'e')`;
/** Versions are in the contents; vectors are made anew. */
const left = ["schema_migrations", "dbos_migrations", "passage_vectors"];

export async function tablesToKeep(db: Queryable): Promise<BackupTable[]> {
  const { rows } = await db.query<BackupTable>(
    `select ${part} as part, relname as name,
       array(select attname::text from pg_attribute
         where attrelid = c.oid and attnum > 0 and not attisdropped and attgenerated = '' order by attnum) as columns
     from pg_class c join pg_namespace n on n.oid = relnamespace
     where ${ours} and relkind = 'r' and relname <> all($1) and ${own("c.oid", "pg_class")} order by 1, 2`,
    [left],
  );
  return rows;
}

/** Counters ignore transactions: read after the rows they are never too low. */
export async function sequencesToKeep(db: Queryable): Promise<BackupTotals["sequences"]> {
  const { rows } = await db.query<{ part: BackupPart; name: string; sequence: string }>(
    `select ${part} as part, relname as name, format('%I.%I', nspname, relname) as sequence
     from pg_class c join pg_namespace n on n.oid = relnamespace
     where ${ours} and relkind = 'S' and ${own("c.oid", "pg_class")} order by 1, 2`,
  );
  const kept: BackupTotals["sequences"] = [];
  for (const { sequence, ...named } of rows) {
    const state = await db.query<{ last: string; called: boolean }>(
      `select last_value::text as last, is_called as called from ${sequence}`,
    );
    kept.push(...state.rows.map((one) => ({ ...named, ...one })));
  }
  return kept;
}

/** @returns our migrations and the engine's number; `null`: none */
export async function versionOf(
  db: Queryable,
): Promise<{ readonly migrations: readonly { name: string; applied_at: string }[]; readonly engine: number } | null> {
  const { rows: there } = await db.query<{ ours: boolean; engine: boolean }>(
    `select to_regclass('schema_migrations') is not null as ours, to_regclass('${engineSchema}.dbos_migrations') is not null as engine`,
  );
  if (there[0]?.ours !== true || !there[0].engine) return null;
  const { rows: applied } = await db.query<{ name: string; applied_at: string }>(
    `select name, to_char(applied_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as applied_at
     from schema_migrations order by name`,
  );
  const { rows: engine } = await db.query<{ version: number }>(
    `select coalesce(max(version), 0)::int as version from ${engineSchema}.dbos_migrations`,
  );
  return applied.length === 0 ? null : { migrations: applied, engine: engine[0]?.version ?? 0 };
}

/** Its tables are of no version. */
export async function migrationUnderWay(db: Queryable): Promise<string | null> {
  const { rows } = await db.query<{ name: string | null }>(
    "select obj_description(to_regclass('schema_migrations'), 'pg_class') as name",
  );
  return rows[0]?.name ?? null;
}

/** In a form that every server reads alike. */
export async function beginSnapshot(db: Queryable): Promise<void> {
  await db.query("begin transaction isolation level repeatable read, read only");
  await steadySession(db);
}

/** The server may have limits that a long copy would meet. */
export async function steadySession(db: Queryable): Promise<void> {
  await db.query(
    `set local statement_timeout = 0; set local lock_timeout = 0; set local idle_in_transaction_session_timeout = 0;
     set local datestyle = 'ISO, YMD'; set local intervalstyle = 'postgres'; set local bytea_output = 'hex'`,
  );
}

export const copyOut = (table: BackupTable): string => `copy ${target(table)} to stdout`;
export const copyIn = (table: BackupTable): string => `copy ${target(table)} from stdin`;

function target({ part: of, name, columns }: BackupTable): string {
  return `${quoted({ part: of, name })} (${columns.map(quote).join(", ")})`;
}

function quoted({ part: of, name }: { readonly part: BackupPart; readonly name: string }): string {
  return of === "engine" ? `${engineSchema}.${quote(name)}` : quote(name);
}

function quote(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

/** Other connections to this database, without the server's own processes. */
export async function countOthers(db: Queryable): Promise<number> {
  const { rows } = await db.query<{ n: number }>(
    `select count(*)::int as n from pg_stat_activity
     where datname = current_database() and pid <> pg_backend_pid() and usesysid is not null`,
  );
  return rows[0]?.n ?? 0;
}

export interface Present {
  readonly tables: number;
  readonly rows: readonly { readonly name: string; readonly rows: number }[];
}

const missed = ["users", "analyses", "signal_entries", "ledger_entries"];

/** What a database holds that a restore would replace. */
export async function lookAtPresent(db: Queryable): Promise<Present> {
  const { rows } = await db.query<{ name: string }>(
    `select relname as name from pg_class c join pg_namespace n on n.oid = relnamespace
     where ${ours} and relkind in ('r', 'p') and ${own("c.oid", "pg_class")}`,
  );
  const present: { name: string; rows: number }[] = [];
  for (const name of missed.filter((one) => rows.some((row) => row.name === one))) {
    const found = await db.query<{ n: number }>(`select count(*)::int as n from ${quote(name)}`);
    present.push({ name, rows: found.rows[0]?.n ?? 0 });
  }
  return { tables: rows.length, rows: present };
}

/** Drops all our tables and the engine's; the schemas stay. */
export async function dropEverything(db: Queryable): Promise<void> {
  const { rows } = await db.query<{ drop: string }>(
    `select format('drop %s if exists %I.%I cascade', case relkind when 'v' then 'view' when 'm' then 'materialized view' else 'table' end,
       nspname, relname) as drop
     from pg_class c join pg_namespace n on n.oid = relnamespace
     where ${ours} and relkind in ('r', 'p', 'v', 'm') and ${own("c.oid", "pg_class")}
     union all
     select format('drop sequence if exists %I.%I cascade', nspname, relname)
     from pg_class c join pg_namespace n on n.oid = relnamespace
     where ${ours} and relkind = 'S' and ${own("c.oid", "pg_class")}
     union all
     select format('drop routine if exists %s cascade', p.oid::regprocedure)
     from pg_proc p join pg_namespace n on n.oid = pronamespace
     where ${ours} and ${own("p.oid", "pg_proc")}`,
  );
  for (const { drop } of rows) await db.query(drop);
}

/**
 * Triggers and references off: rows come as they were, and references are checked at the end.
 * @returns statements that bring it back
 */
export async function unguard(db: Queryable): Promise<string[]> {
  const { rows: tables } = await db.query<{ name: string }>(
    `select format('%I.%I', nspname, relname) as name from pg_class c join pg_namespace n on n.oid = relnamespace
     where ${ours} and relkind = 'r' and relname <> all($1) and ${own("c.oid", "pg_class")}`,
    [left],
  );
  const { rows: references } = await db.query<{ name: string; reference: string; text: string }>(
    `select format('%I.%I', nspname, relname) as name, quote_ident(conname) as reference, pg_get_constraintdef(k.oid) as text
     from pg_constraint k join pg_class c on c.oid = conrelid join pg_namespace n on n.oid = relnamespace
     where ${ours} and contype = 'f' order by conname`,
  );
  for (const { name, reference } of references) await db.query(`alter table ${name} drop constraint ${reference}`);
  for (const { name } of tables) await db.query(`alter table ${name} disable trigger user`);
  await db.query(`truncate ${tables.map(({ name }) => name).join(", ")}`);
  return [
    ...tables.map(({ name }) => `alter table ${name} enable trigger user`),
    ...references.map(({ name, reference, text }) => `alter table ${name} add constraint ${reference} ${text}`),
  ];
}

/** A missing sequence is left out. */
export async function setSequence(db: Queryable, sequence: BackupTotals["sequences"][number]): Promise<void> {
  await db.query("select setval(to_regclass($1), $2::bigint, $3)", [quoted(sequence), sequence.last, sequence.called]);
}

/** The migrations of the backup's database, with their times. */
export async function noteMigrations(
  db: Queryable,
  migrations: readonly { readonly name: string; readonly applied_at: string }[],
): Promise<void> {
  for (const { name, applied_at } of migrations)
    await db.query("update schema_migrations set applied_at = $2 where name = $1", [name, applied_at]);
}
