import { placeOf, type SealedColumn } from "#src/core/db/sealed-columns.ts";
import { readEverything } from "./queries/user-export.ts";
import { toIso } from "#src/core/clock.ts";
import type { SystemContext } from "../context.ts";

/** Kept sealed but the user's own to read, with the field that names the row. */
const sealedFields: Readonly<
  Record<string, { readonly key: string | null; readonly columns: readonly SealedColumn[] }>
> = {
  analyses: { key: "id", columns: ["analyses.webhook_url"] },
  holdings: {
    key: "analysis_id",
    columns: ["analysis_holdings.sealed_holdings", "analysis_holdings.sealed_advice"],
  },
  portfolios: { key: "id", columns: ["portfolios.sealed_portfolio"] },
  alerts: { key: null, columns: ["signal_alerts.webhook_url"] },
  webhook_deliveries: { key: "id", columns: ["webhook_deliveries.url"] },
  alert_deliveries: { key: "id", columns: ["webhook_deliveries.url"] },
};

/** All that is kept of a user, as JSON. Amounts are US cents, times UTC. */
export async function exportData(ctx: SystemContext, userId: string): Promise<string> {
  const { db, clock } = ctx;
  const kept = await readEverything(db.sql, userId);
  const opened = Object.entries(kept).map(([name, rows]) => {
    const { key = null, columns = [] } = sealedFields[name] ?? {};
    const opening = (row: (typeof rows)[number]) =>
      columns.flatMap((column) => {
        const field = column.slice(column.indexOf(".") + 1);
        const stored = row[field];
        const place = placeOf(column, key === null ? userId : String(row[key]));
        return typeof stored === "string" ? [[field, db.vault.open({ stored, place })]] : [];
      });
    return [name, rows.map((row) => ({ ...row, ...Object.fromEntries(opening(row)) }))];
  });
  return `${JSON.stringify({ exported_at: toIso(clock.now()), ...Object.fromEntries(opened) }, null, 2)}\n`;
}
