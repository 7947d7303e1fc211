import type { Pool } from "pg";

/*
 * The record as somebody rewrites it who owns the database and leaves nothing that could tell inside of it: entries,
 * every hash after them, heads, and the heads that the pages show.
 */

const guarded = [
  "signal_entries",
  "signal_lists",
  "signal_heads",
  "signal_days",
  "settlement_entries",
  "settlement_head",
  "settlement_heads",
];

/** Prices first, then signals, which hold the prices' heads. */
const hashesAnew = `
  do $$
  declare
    entry record;
    before text := repeat('0', 64);
    made text;
    settled text;
  begin
    for entry in select * from settlement_entries order by number loop
      made := regexp_replace(entry.body, '"previous":"[0-9a-f]*"', '"previous":"' || before || '"');
      before := encode(sha256(convert_to(made, 'UTF8')), 'hex');
      update settlement_entries set body = made, hash = before where number = entry.number;
    end loop;
    update settlement_head set head = before;
    update settlement_heads as day set hash = entries.hash
      from settlement_entries as entries where entries.number = day.number;
    before := repeat('0', 64);
    for entry in select * from signal_entries where list = 'house' order by number loop
      select hash into settled from settlement_entries
        where number = (entry.body::jsonb #>> '{settlement,number}')::integer;
      made := regexp_replace(entry.body, '"previous":"[0-9a-f]*"', '"previous":"' || before || '"');
      made := regexp_replace(made, '"settlement":{"hash":"[0-9a-f]*"',
        '"settlement":{"hash":"' || coalesce(settled, repeat('0', 64)) || '"');
      before := encode(sha256(convert_to(made, 'UTF8')), 'hex');
      update signal_entries set body = made, hash = before where list = 'house' and number = entry.number;
    end loop;
    update signal_lists set head = before where id = 'house';
    update signal_heads as day set hash = entries.hash from signal_entries as entries
      where entries.list = day.list and entries.number = day.number;
  end $$`;

/** Runs the statements without any trigger, and makes every hash anew. */
export async function rewriteRecord(pool: Pool, ...statements: readonly string[]): Promise<void> {
  for (const table of guarded) await pool.query(`alter table ${table} disable trigger user`);
  for (const statement of [...statements, hashesAnew]) await pool.query(statement);
  for (const table of guarded) await pool.query(`alter table ${table} enable trigger user`);
}

/** Another rating of an entry of the house list's chain; its hash is left to `rewriteRecord`. */
export function otherRating(number: number, rating: string): string {
  const body = `regexp_replace(body, '"rating":"\\w+"', '"rating":"${rating}"')`;
  return `update signal_entries set body = ${body}, hash = encode(sha256(convert_to(${body}, 'UTF8')), 'hex') where number = ${number}`;
}

/** Another close of a session, in the row and in its entry. */
export function otherClose(symbol: string, session: string, close: number): readonly string[] {
  const body = `regexp_replace(body, '"close":[0-9.]+', '"close":${close}')`;
  return [
    `update signal_days set close = ${close} where symbol = '${symbol}' and session = '${session}'`,
    `update settlement_entries set body = ${body}, hash = encode(sha256(convert_to(${body}, 'UTF8')), 'hex')
       where symbol = '${symbol}' and session = '${session}'`,
  ];
}
