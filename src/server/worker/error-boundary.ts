import { DBOS } from "@dbos-inc/dbos-sdk";

/** By job name: fires with its stray error. */
const running = new Map<string, AbortController>();

/** Fails with what was let go in it, which would else end the process. */
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

export function failureSignal(): AbortSignal | undefined {
  return running.get(DBOS.workflowID ?? "")?.signal;
}

/** @returns the job's name; `null`: none, or ended */
export function failRunningJob(error: unknown): string | null {
  const id = DBOS.workflowID;
  const broken = running.get(id ?? "");
  if (id === undefined || broken === undefined) return null;
  broken.abort(error);
  return id;
}
