import { sql } from "kysely";
import { SecretUnreadable } from "#src/core/errors.ts";
import { noVault, type Sealed, type Vault } from "#src/core/vault.ts";
import type { Sql } from "./database.ts";

/** The sealed columns, each with the column that identifies its rows. */
const sealedColumns = {
  "analyses.webhook_url": "id",
  "analyses.webhook_secret": "id",
  "analysis_holdings.sealed_holdings": "analysis_id",
  "analysis_holdings.sealed_advice": "analysis_id",
  "portfolios.sealed_portfolio": "id",
  "portfolios.sealed_alerts": "id",
  "batch_holdings.sealed_holdings": "batch",
  "signal_alerts.webhook_url": "owner",
  "signal_alerts.webhook_secret": "owner",
  "analysis_shares.sealed_token": "digest",
  "model_keys.sealed_key": "id",
  "channels.sealed_target": "id",
  "proof_keys.sealed_seed": "id",
  "webhook_deliveries.url": "id",
  "dev_mails.subject": "id",
  "dev_mails.body_text": "id",
  "dev_mails.body_html": "id",
} as const;
export type SealedColumn = keyof typeof sealedColumns;
/** Sealed texts that moved between tables still open. */
const movedTo: Readonly<Record<string, string>> = { "webhook_deliveries.url": "outbox_attempts.url" };
const columns = Object.entries(sealedColumns);

/** The place that the vault binds a column's text to. */
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

/** Reseals old and open text. Skips what does not open or was changed. Repeatable. */
export async function renewSeals(
  db: Sql,
  vault: Vault,
  unreadable: (error: unknown) => void,
): Promise<{ readonly renewed: number; readonly unreadable: number }> {
  const count = { renewed: 0, unreadable: 0 };
  for (const [name, key] of columns) {
    const [table = "", column = ""] = (movedTo[name] ?? name).split(".");
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

/** One text a key and column is tried. */
export async function countSeals(
  db: Sql,
  vault: Vault | null,
): Promise<{ readonly opened: number; readonly closed: number }> {
  return countOpened(await sealedByKey(db, null), vault);
}

/** Skips what its own key sealed, to spare a sort. */
export async function countClosed(db: Sql, vault: Vault): Promise<number> {
  return countOpened(await sealedByKey(db, vault.mark), vault).closed;
}

interface SealedGroup {
  readonly n: number;
  /** One of them. */
  readonly sample: Sealed;
}

/** @param except a key's mark */
async function sealedByKey(db: Sql, except: string | null): Promise<SealedGroup[]> {
  const groups: SealedGroup[] = [];
  for (const [name, key] of columns) {
    const [table = "", column = ""] = (movedTo[name] ?? name).split(".");
    const { rows } = await sql<{ n: number; id: string; stored: string }>`
      select distinct on (key) count(*) over (partition by key)::int as n, id, stored from (
        select split_part(${sql.ref(column)}, '.', 3) as key, ${sql.ref(key)}::text as id, ${sql.ref(column)} as stored
        from ${sql.table(table)} where starts_with(${sql.ref(column)}, ${noVault.mark})
          and (${except}::text is null or not starts_with(${sql.ref(column)}, ${except}))
      ) as sealed order by key, id
    `.execute(db);
    for (const { n, id, stored } of rows) groups.push({ n, sample: { stored, place: `${name} ${id}` } });
  }
  return groups;
}

function countOpened(groups: readonly SealedGroup[], vault: Vault | null): { opened: number; closed: number } {
  const count = { opened: 0, closed: 0 };
  for (const { n, sample } of groups) count[opens(vault, sample) ? "opened" : "closed"] += n;
  return count;
}

function opens(vault: Vault | null, sealed: Sealed): boolean {
  try {
    vault?.open(sealed);
    return vault !== null;
  } catch (error) {
    if (error instanceof SecretUnreadable) return false;
    throw error;
  }
}
