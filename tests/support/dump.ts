import type { Database } from "#src/core/db/database.ts";

/**
 * All that a database holds, every schema, as text: a line for each row with its table's name in front. Bytes stand as
 * text, so that what is written in them is found.
 */
export async function dumpOf({ pool }: Pick<Database, "pool">): Promise<string> {
  const { rows: tables } = await pool.query<{ name: string; bytes: string[] }>(`
    select c.oid::regclass::text as name,
      array(select quote_ident(attname) from pg_attribute
        where attrelid = c.oid and attnum > 0 and not attisdropped and atttypid = 'bytea'::regtype) as bytes
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind in ('r', 'm', 'p') and n.nspname not in ('pg_catalog', 'information_schema')
      and n.nspname !~ '^pg_(toast|temp)'
    order by 1`);
  const lines: string[] = [];
  for (const { name, bytes } of tables) {
    const also = bytes.map((column) => ` || ' ' || coalesce(encode(${column}, 'escape'), '')`).join("");
    const { rows } = await pool.query<{ line: string }>(`select row_to_json(t)::text${also} as line from ${name} as t`);
    for (const { line } of rows) lines.push(`${name} ${line}`);
  }
  return lines.join("\n");
}

/** The lines that hold one of these texts, to name the table that does. */
export function linesWith(dump: string, texts: readonly string[]): string[] {
  return dump.split("\n").filter((line) => texts.some((text) => line.includes(text)));
}
