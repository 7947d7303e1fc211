import { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } from "prom-client";
import type { Context } from "#src/product/context.ts";

export interface Meters {
  readonly registry: Registry;
  /** Starts to measure a request. @returns a function that ends it */
  readonly request: () => (labels: { method: string; route: string; status: number }) => void;
  readonly inFlight: Gauge;
  readonly streams: Gauge;
  readonly streamEvents: Counter;
  readonly slowClients: Counter;
  /** Uncaught errors that the process survived. */
  readonly uncaught: Counter<"kind">;
  /** Callbacks of payment processors, by verdict. */
  readonly callbacks: Counter<"processor" | "verdict">;
  /** Answers of the assistant, by outcome. */
  readonly answers: Counter<"kind">;
  /** Requests missing from the request log, by reason. */
  readonly requestsDropped: Counter<"reason">;
  /** Reports the connections to the database too, from now on. */
  readonly watch: (pool: Context["db"]["pool"]) => void;
}

/** What `/metrics` tells of a front door. */
export function createMeters(): Meters {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  const requests = new Histogram({
    name: "http_request_duration_seconds",
    help: "From a request's arrival to the end of its response; streams and long polls have separate routes.",
    labelNames: ["method", "route", "status"],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5, 30],
    registers,
  });
  let watched: Context["db"]["pool"] | null = null;
  const pool = new Gauge({
    name: "db_pool_connections",
    help: "Postgres connections by state, and requests waiting for one.",
    labelNames: ["state"],
    registers,
    collect() {
      if (watched === null) return;
      pool.set({ state: "idle" }, watched.idleCount);
      pool.set({ state: "busy" }, watched.totalCount - watched.idleCount);
      pool.set({ state: "waited_for" }, watched.waitingCount);
    },
  });
  return {
    registry,
    watch: (each) => void (watched = each),
    request: () => requests.startTimer(),
    inFlight: new Gauge({
      name: "http_requests_in_flight",
      help: "Requests in progress, including streams.",
      registers,
    }),
    ...streamMeters(registers),
    uncaught: new Counter({
      name: "uncaught_errors_total",
      help: "Uncaught errors; each is logged.",
      labelNames: ["kind"],
      registers,
    }),
    callbacks: new Counter({
      name: "deposit_callbacks_total",
      help: "Payment processor callbacks by outcome.",
      labelNames: ["processor", "verdict"],
      registers,
    }),
    requestsDropped: new Counter({
      name: "request_log_dropped_total",
      help: "API requests that were not written to the request log, by reason.",
      labelNames: ["reason"],
      registers,
    }),
    answers: new Counter({
      name: "assistant_answers_total",
      help: "Assistant answers by outcome.",
      labelNames: ["kind"],
      registers,
    }),
  };
}

function streamMeters(registers: Registry[]): Pick<Meters, "streams" | "streamEvents" | "slowClients"> {
  return {
    streams: new Gauge({ name: "event_streams", help: "Clients following a job.", registers }),
    streamEvents: new Counter({
      name: "event_streams_events_total",
      help: "Events sent to clients.",
      registers,
    }),
    slowClients: new Counter({
      name: "event_streams_slow_total",
      help: "Streams closed because the client did not read them.",
      registers,
    }),
  };
}
