import { DBOS } from "@dbos-inc/dbos-sdk";

/** By the name of the job: fires with the error that somebody in it let go. */
const running = new Map<string, AbortController>();

/**
 * Runs a job's work. It fails with what was let go in it (a promise that nobody awaits, a callback that throws): else
 * that would end the process, and every job beside it.
 */
export function withErrorBoundary<A extends unknown[]>(
  work: (...args: A) => Promise<void>,
): (...args: A) => Promise<void> {
  return async (...args) => {
    const id = DBOS.workflowID ?? "";
    const broken = new AbortController();
    running.set(id, broken);
    const failure = new Promise<never>((_, reject) =>
      broken.signal.addEventListener("abort", () => reject(broken.signal.reason), { once: true }),
    );
    try {
      await Promise.race([work(...args), failure]);
    } finally {
      if (running.get(id) === broken) running.delete(id);
    }
  };
}

/** Fires when the running job is broken by what it let go; its work stops then. */
export function failureSignal(): AbortSignal | undefined {
  return running.get(DBOS.workflowID ?? "")?.signal;
}

/** Fails the job in whose context it is called. @returns its name; `null` when there is none, or it has ended */
export function failRunningJob(error: unknown): string | null {
  const id = DBOS.workflowID;
  const broken = running.get(id ?? "");
  if (id === undefined || broken === undefined) return null;
  broken.abort(error);
  return id;
}
