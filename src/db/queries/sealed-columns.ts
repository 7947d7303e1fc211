import { sql } from "kysely";
import type { Sealed, Vault } from "#src/platform/vault.ts";
import type { Sql } from "../database.ts";

/** What is sealed, with the column that tells its rows apart. */
export const sealedColumns = {
  "analyses.webhook_url": "id",
  "analyses.webhook_secret": "id",
  "signal_alerts.webhook_url": "owner",
  "signal_alerts.webhook_secret": "owner",
  "analysis_shares.sealed_token": "digest",
  "model_keys.sealed_key": "id",
  "webhook_deliveries.url": "id",
  "signal_deliveries.url": "id",
  "dev_mails.body_text": "id",
  "dev_mails.body_html": "id",
} as const;
export type SealedColumn = keyof typeof sealedColumns;
const columns = Object.entries(sealedColumns);

/** Where a column's text stands, for the vault. */
export function placeOf(column: SealedColumn, key: string): string {
  return `${column} ${key}`;
}

/** As it stands in a row. */
export function sealedIn(column: SealedColumn, key: string, stored: string): Sealed;
export function sealedIn(column: SealedColumn, key: string, stored: string | null): Sealed | null;
export function sealedIn(column: SealedColumn, key: string, stored: string | null): Sealed | null {
  return stored === null ? null : { stored, place: placeOf(column, key) };
}

const atOnce = 500;

/**
 * Seals under the key in force what is not: text from before there were seals, and what an earlier key sealed. What
 * does not open is left as it is. Repeatable, also by several at once: text that was changed meanwhile is left alone.
 */
export async function renewSeals(
  db: Sql,
  vault: Vault,
  unreadable: (error: unknown) => void,
): Promise<{ readonly renewed: number; readonly unreadable: number }> {
  const count = { renewed: 0, unreadable: 0 };
  for (const [name, key] of columns) {
    const [table = "", column = ""] = name.split(".");
    for (let after: string | null = ""; after !== null;) {
      const stale: StaleRow[] = await staleRows(db, { table, column, key }, vault.mark, after);
      for (const { id, stored } of stale) {
        const place = `${name} ${id}`;
        try {
          const fresh = vault.seal(vault.open({ stored, place }), place);
          await sql`update ${sql.table(table)} set ${sql.ref(column)} = ${fresh.stored}
            where ${sql.ref(key)}::text = ${id} and ${sql.ref(column)} = ${stored}`.execute(db);
          count.renewed += 1;
        } catch (error) {
          count.unreadable += 1;
          unreadable(error);
        }
      }
      after = stale.length < atOnce ? null : (stale.at(-1)?.id ?? null);
    }
  }
  return count;
}

interface StaleRow {
  readonly id: string;
  readonly stored: string;
}

async function staleRows(
  db: Sql,
  { table, column, key }: { readonly table: string; readonly column: string; readonly key: string },
  mark: string,
  after: string,
): Promise<StaleRow[]> {
  const { rows } = await sql<StaleRow>`
    select ${sql.ref(key)}::text as id, ${sql.ref(column)} as stored from ${sql.table(table)}
    where ${sql.ref(column)} is not null and not starts_with(${sql.ref(column)}, ${mark}) and ${sql.ref(key)}::text > ${after}
    order by ${sql.ref(key)}::text limit ${atOnce}
  `.execute(db);
  return rows;
}
