import type { CompanyReport } from "#src/contract/signals/instrument-record.ts";
import { plans } from "#src/contract/accounts/plans.ts";
import { reportsKnown } from "./queries/instrument-records.ts";
import { toIso } from "#src/core/clock.ts";
import { requireScope, type Context } from "../context.ts";
import { houseOwner } from "../signals/public/readable-list.ts";
import { estimateNextReport } from "./lib/next-report.ts";

/** Estimates from the actor's newest runs, or the house list's. Unknown symbols are left out. */
export async function expectReports(ctx: Context, symbols: readonly string[]): Promise<Map<string, CompanyReport>> {
  requireScope(ctx, "analyses:read");
  const { db, actor, clock } = ctx;
  const owners = [actor.owner, ...(plans[actor.plan].signals ? [houseOwner] : [])];
  const filed = await reportsKnown(db.sql, owners, symbols);
  const today = toIso(clock.now()).slice(0, 10);
  const bySymbol = Map.groupBy(filed, ({ symbol }) => symbol);
  return new Map(
    symbols.flatMap((symbol) => {
      const reports = (bySymbol.get(symbol.toUpperCase()) ?? []).flatMap(({ date, label }) => reportOf(date, label));
      const expected = estimateNextReport(reports, today);
      return expected === null ? [] : [[symbol, expected] as const];
    }),
  );
}

/** Amendments and foreign forms have no place in a year. */
function reportOf(date: string, label: string): CompanyReport[] {
  if (label === "10-Q filed") return [{ date, kind: "quarterly" }];
  return label === "10-K filed" || label === "10-K405 filed" ? [{ date, kind: "annual" }] : [];
}
