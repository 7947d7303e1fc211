import type { ComponentHealth, HealthReport } from "#src/contract/api/site-routes.ts";
import type { DatabaseProbe } from "#src/core/db/pool.ts";
import { shortageOf, type Shortage } from "#src/core/network/database-away.ts";
import type { Clock } from "#src/core/clock.ts";

export interface Watched {
  /** `null`: not configured. */
  readonly database: Pick<DatabaseProbe, "ask"> | null;
  /** `null`: not configured. */
  readonly signalEngine: EngineHealth | null;
  readonly clock: Clock;
}

export interface EngineHealth {
  /** The base address of its health. */
  readonly url: string;
  /** Proves one of the service's own processes. */
  readonly secret: string;
}

/** What has not answered by then is down. */
const withinMs = 2000;

/** All parts at once; what fails is `down`. Never throws. */
export async function checkHealth({ database, signalEngine, clock }: Watched): Promise<HealthReport> {
  const signal = AbortSignal.timeout(withinMs);
  const check = async (ask: (() => Promise<unknown>) | null): Promise<ComponentHealth> => {
    if (ask === null) return { status: "not_configured" };
    const from = clock.now();
    return ask().then(
      () => ({ status: "up", latencyMs: clock.now() - from }),
      (error: unknown) => {
        const reason = shortageOf(error);
        return reason === null ? { status: "down" } : { status: "up", latencyMs: clock.now() - from, reason };
      },
    );
  };
  const [databaseHealth, engineHealth] = await Promise.all([
    check(database && (() => database.ask(signal))),
    check(signalEngine && (() => askEngine(signalEngine, signal))),
  ]);
  const parts = [databaseHealth, engineHealth];
  const isWell = parts.every(({ status, reason }) => status !== "down" && reason === undefined);
  return {
    status: databaseHealth.status === "down" ? "down" : isWell ? "ok" : "degraded",
    checks: { database: databaseHealth, signalEngine: engineHealth },
  };
}

/** @throws when it does not answer, or answers that it is not well */
async function askEngine({ url, secret }: EngineHealth, signal: AbortSignal): Promise<void> {
  const headers = { authorization: `Bearer ${secret}` };
  const answer = await fetch(`${url.replace(/\/$/, "")}/healthz`, { signal, headers, redirect: "manual" });
  if (answer.status !== 503) await answer.body?.cancel();
  else if ((await answer.text()).trim() === ("too many open files" satisfies Shortage))
    throw Object.assign(new Error("the signal engine cannot open files"), { code: "EMFILE" });
  if (!answer.ok) throw new Error(`the signal engine answered ${answer.status}`);
}
