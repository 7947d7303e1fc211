import { Gauge, type Registry } from "prom-client";
import type { Database } from "#src/core/db/database.ts";
import { depositFigures, type DepositFigures } from "#src/product/deposits/queries/deposit-differences.ts";
import type { Log } from "#src/core/operation/log.ts";

/** Read on demand; every worker says the same. */
export function meterDeposits(registry: Registry, { db, log }: { readonly db: Database; readonly log: Log }): void {
  let out: Promise<DepositFigures | null> | null = null;
  /** One look; `null`: not to be had. */
  const figures = (): Promise<DepositFigures | null> =>
    (out ??= depositFigures(db.sql)
      .catch((error: unknown) => {
        log.warn({ err: error }, "deposit figures could not be read");
        return null;
      })
      .finally(() => (out = null)));
  const gauge = <L extends string>(
    name: string,
    help: string,
    label: L | null,
    read: (figures: DepositFigures) => Readonly<Record<string, number>> | number | null,
  ): void => {
    const made = new Gauge<L>({
      name,
      help,
      labelNames: label === null ? [] : [label],
      registers: [registry],
      async collect() {
        const found = await figures();
        if (found === null) return;
        const value = read(found);
        made.reset();
        if (typeof value === "number") made.set(value);
        else if (label !== null) for (const [key, count] of Object.entries(value ?? {})) made.labels(key).set(count);
      },
    });
  };
  gauge("deposits_open", "Open deposits, by state.", "state", ({ open }) => open);
  gauge("deposit_reviews_open", "Deposits that need a manual review.", null, ({ openReviews }) => openReviews);
  gauge(
    "deposit_differences",
    "Deposits that differ from their processor's report or from the ledger, by kind.",
    "kind",
    ({ differences }) => differences,
  );
  gauge("deposit_reconciliation_timestamp_seconds", "When deposits were last reconciled.", null, ({ lastRunAt }) =>
    lastRunAt === null ? null : lastRunAt / 1000,
  );
}
