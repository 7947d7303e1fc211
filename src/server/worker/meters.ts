import { Counter, Gauge, Registry, collectDefaultMetrics } from "prom-client";
import type { AnswerCount } from "#src/contract/jobs/model-checks.ts";
import { countOpen } from "#src/product/analyses/queries/runs.ts";
import type { Database } from "#src/core/db/database.ts";
import { type Retained, retained } from "#src/product/retention/queries/retention.ts";
import { type DepositFigures, depositFigures } from "#src/product/deposits/queries/deposit-views.ts";
import type { Log } from "#src/core/operation/log.ts";

export interface WorkerMeters {
  readonly registry: Registry;
  readonly uncaught: Counter<"kind" | "fate">;
  readonly setAside: Counter<"workflow">;
  readonly countAnswers: (counts: readonly AnswerCount[]) => void;
  readonly countRemoved: (part: Retained, analyses: number) => void;
}

/** What `/metrics` tells of a worker. */
export function createMeters(db: Database): WorkerMeters {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const jobs = new Gauge({
    name: "jobs_open",
    help: "Queued and running jobs across all workers; missing while the database is unreachable.",
    labelNames: ["status"],
    registers: [registry],
    async collect() {
      jobs.reset();
      const open = await countOpen(db.sql).catch(() => null);
      if (open === null) return;
      jobs.set({ status: "queued" }, open.queued);
      jobs.set({ status: "running" }, open.running);
    },
  });
  const uncaught = new Counter({
    name: "uncaught_errors_total",
    help: "Uncaught errors; each failed the job it came from or was only logged.",
    labelNames: ["kind", "fate"],
    registers: [registry],
  });
  const setAside = new Counter({
    name: "jobs_set_aside_total",
    help: "Jobs that were running when several workers stopped; they are not retried.",
    labelNames: ["workflow"],
    registers: [registry],
  });
  const removed = new Counter({
    name: "retention_removed_total",
    help: "Analyses with a part removed by the retention settings.",
    labelNames: ["part"],
    registers: [registry],
  });
  for (const part of retained) removed.inc({ part }, 0);
  const countRemoved: WorkerMeters["countRemoved"] = (part, analyses) => removed.inc({ part }, analyses);
  return { registry, uncaught, setAside, countAnswers: answerCounter(registry), countRemoved };
}

/** Each name would be a series for ever. */
const mostModels = 50;

function answerCounter(registry: Registry): WorkerMeters["countAnswers"] {
  const counter = new Counter({
    name: "model_answers_total",
    help: "Language model answers in finished runs, by how they were read.",
    labelNames: ["provider", "model", "outcome"],
    registers: [registry],
  });
  const named = new Set<string>();
  return (counts) => {
    for (const { provider, model, outcome, count } of counts) {
      if (named.size < mostModels) named.add(`${provider} ${model}`);
      const isNamed = named.has(`${provider} ${model}`);
      counter.inc({ provider, model: isNamed ? model : "other", outcome }, count);
    }
  };
}

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
