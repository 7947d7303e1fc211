import { Counter, Gauge, Registry, collectDefaultMetrics } from "prom-client";
import { countOpen } from "#src/db/queries/runs.ts";
import type { Database } from "#src/db/database.ts";

export interface WorkerMeters {
  readonly registry: Registry;
  readonly uncaught: Counter<"kind" | "fate">;
  readonly setAside: Counter<"workflow">;
}

/** What `/metrics` tells of a worker. */
export function createMeters(db: Database): WorkerMeters {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const jobs = new Gauge({
    name: "jobs_open",
    help: "Jobs that wait or run, over all workers; missing while the database does not answer.",
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
    help: "Errors that nobody caught: they failed the job that they came from, or were only logged.",
    labelNames: ["kind", "fate"],
    registers: [registry],
  });
  const setAside = new Counter({
    name: "jobs_set_aside_total",
    help: "Jobs that were at work when three workers died; they are not run again.",
    labelNames: ["workflow"],
    registers: [registry],
  });
  return { registry, uncaught, setAside };
}
