import { DBOS } from "@dbos-inc/dbos-sdk";
import type { Checkpoint } from "#src/debate/checkpoint.ts";
import { CorruptRun } from "#src/platform/errors.ts";
import { lockstep } from "./lockstep.ts";

/**
 * Steps of the workflow that is running. A finished step comes back from the database, whoever goes on with the run.
 * @param kept what earlier attempts have finished
 * @param stop told when the workflow is cancelled, so that a call in flight is dropped
 */
export function durableCheckpoint(kept: ReadonlyMap<string, unknown>, stop: AbortController): Checkpoint {
  const step: Checkpoint["step"] = async (key, schema, run) => {
    const value = await DBOS.runStep(
      async () => {
        const cancelled = DBOS.stepStatus?.cancelSignal;
        const forward = (): void => stop.abort();
        cancelled?.addEventListener("abort", forward);
        if (cancelled?.aborted === true) forward();
        try {
          return await run();
        } finally {
          cancelled?.removeEventListener("abort", forward);
        }
      },
      { name: key },
    );
    const read = schema.safeParse(value);
    if (!read.success) throw new CorruptRun(`step "${key}" is not as it was written`);
    return read.data;
  };
  return { kept, step, together: (branches) => lockstep({ kept, step }, branches) };
}
