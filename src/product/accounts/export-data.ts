import { placeOf, type SealedColumn } from "#src/core/db/sealed-columns.ts";
import { readEverything } from "./queries/user-export.ts";
import { toIso } from "#src/core/clock.ts";
import type { SystemContext } from "../context.ts";

/** Addresses are kept sealed but are the user's own to read. */
const sealedAddresses: Readonly<Record<string, SealedColumn>> = {
  analyses: "analyses.webhook_url",
  alerts: "signal_alerts.webhook_url",
  webhook_deliveries: "webhook_deliveries.url",
  alert_deliveries: "webhook_deliveries.url",
};

/** All that is kept of a user, as JSON. Amounts are US cents, times UTC. */
export async function exportData(ctx: SystemContext, userId: string): Promise<string> {
  const { db, clock } = ctx;
  const kept = await readEverything(db.sql, userId);
  const opened = Object.entries(kept).map(([name, rows]) => {
    const column = sealedAddresses[name];
    if (column === undefined) return [name, rows];
    const field = column.slice(column.indexOf(".") + 1);
    return [
      name,
      rows.map((row) => {
        const stored = row[field];
        const key = name === "alerts" ? userId : String(row["id"]);
        return typeof stored === "string"
          ? { ...row, [field]: db.vault.open({ stored, place: placeOf(column, key) }) }
          : row;
      }),
    ];
  });
  return `${JSON.stringify({ exported_at: toIso(clock.now()), ...Object.fromEntries(opened) }, null, 2)}\n`;
}
