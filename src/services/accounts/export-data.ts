import { placeOf } from "#src/db/queries/sealed-columns.ts";
import { readEverything } from "#src/db/queries/user-export.ts";
import { toIso } from "#src/platform/clock.ts";
import type { Vault } from "#src/platform/vault.ts";
import type { Context } from "../context.ts";

/** Everything that is kept of a user, as JSON for them to take along. Amounts are US cents, times UTC. */
export async function exportData({ db, clock }: Pick<Context, "db" | "clock">, userId: string): Promise<string> {
  const kept = await readEverything(db.sql, userId);
  const data = {
    ...kept,
    analyses: kept["analyses"]?.map((row) => withUrl(db.vault, row, placeOf("analyses.webhook_url", String(row["id"])))),
    alerts: kept["alerts"]?.map((row) => withUrl(db.vault, row, placeOf("signal_alerts.webhook_url", userId))),
  };
  return `${JSON.stringify({ exported_at: toIso(clock.now()), ...data }, null, 2)}\n`;
}

type Row = Readonly<Record<string, unknown>>;

/** The address is theirs to read, though it is kept sealed. */
function withUrl(vault: Vault, row: Row, place: string): Row {
  const stored = row["webhook_url"];
  return typeof stored === "string" ? { ...row, webhook_url: vault.open({ stored, place }) } : row;
}
