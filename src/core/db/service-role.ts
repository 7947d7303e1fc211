import type { ClientBase } from "pg";

/** The schemas of our own tables and of the durable engine's. */
const schemas = "(current_schema(), 'dbos')";

/** Rows only, so it can neither drop a table nor switch off a trigger. Call as the owner. */
export async function grantServiceRole(client: ClientBase, role: string): Promise<void> {
  const { rows } = await client.query<{ grant: string }>(
    `select format('grant usage on schema %I to %I', nspname, $1::text) as grant
       from pg_namespace where nspname in ${schemas} and not has_schema_privilege($1, oid, 'usage')
     union all
     select format('grant %s on %I.%I to %I',
         case when relkind = 'S' then 'usage, select' when relname in ('schema_migrations', 'dbos_migrations') then 'select'
           else 'select, insert, update, delete' end,
         nspname, relname, $1::text)
       from pg_class join pg_namespace on pg_namespace.oid = relnamespace
       where nspname in ${schemas} and relkind in ('r', 'p', 'v', 'S') and pg_get_userbyid(relowner) = current_user`,
    [role],
  );
  for (const { grant } of rows) await client.query(grant);
}

export async function hasServiceGrants(client: Pick<ClientBase, "query">): Promise<boolean> {
  const { rows } = await client.query<{ may: boolean }>(
    `select bool_and(has_table_privilege(oid, 'select') and has_table_privilege(oid, 'insert')
         and has_table_privilege(oid, 'update') and has_table_privilege(oid, 'delete')) as may
       from pg_class
       where relnamespace in (select oid from pg_namespace where nspname in ${schemas}
           and has_schema_privilege(oid, 'usage'))
         and relkind in ('r', 'p') and relname not in ('schema_migrations', 'dbos_migrations')
         and relowner = (select relowner from pg_class where oid = 'schema_migrations'::regclass)`,
  );
  return rows[0]?.may === true;
}
