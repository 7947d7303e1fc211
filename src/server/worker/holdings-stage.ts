import { z } from "zod";
import { Holdings, type ForHoldings } from "#src/contract/holdings/holdings.ts";
import type { Run } from "#src/contract/run/run.ts";
import type { Database } from "#src/core/db/database.ts";
import { Cancelled, CorruptRun, isConclaveError } from "#src/core/errors.ts";
import type { Vault } from "#src/core/vault.ts";
import type { Log } from "#src/core/operation/log.ts";
import type { Checkpoint } from "#src/debate/checkpoint.ts";
import { adviseHoldings, type HoldingsTools } from "#src/debate/holdings/advise.ts";
import { StoredCall, holdingsKey } from "#src/debate/turns/model-call.ts";
import { findHoldings } from "#src/product/analyses/queries/holdings.ts";

/* After the opinion: what it means for what the owner holds. Nothing of it is told, logged or kept in the clear. */

/**
 * `null`: the owner gave none. A failure leaves the opinion as it is.
 * @throws Cancelled, and defects
 */
export async function adviseOwner(
  { db, log }: { readonly db: Database; readonly log: Log },
  id: string,
  tools: HoldingsTools,
  run: Run,
): Promise<ForHoldings | null> {
  const found = await findHoldings(db.sql, id);
  if (found === null) return null;
  const holdings = Holdings.parse(JSON.parse(db.vault.open(found.holdings)));
  try {
    return await adviseHoldings({ ...tools, checkpoint: sealedSteps(tools.checkpoint, db.vault, id) }, run, holdings);
  } catch (error) {
    if (!isConclaveError(error) || error instanceof Cancelled || tools.signal.aborted) throw error;
    log.warn({ job: id, error: error.kind }, "what the opinion means for the owner's holdings could not be worked out");
    return null;
  }
}

const SealedStep = z.object({ sealed: z.string(), spoken: z.unknown() });

/** The engine's journal has of each step only what the bill needs; the rest opens with the service's secret. */
export function sealedSteps(inner: Checkpoint, vault: Vault, id: string): Checkpoint {
  const placeOf = (key: string): string => `holdings step ${id} ${key}`;
  const opened = (key: string, value: unknown): unknown => {
    const { sealed } = SealedStep.parse(value);
    return JSON.parse(vault.open({ stored: sealed, place: placeOf(key) }));
  };
  const prefix = holdingsKey("");
  const kept = [...inner.kept].filter(([key]) => key.startsWith(prefix));
  return {
    kept: new Map(
      kept.map(([key, value]) => [key.slice(prefix.length), opened(key.slice(prefix.length), value)] as const),
    ),
    async step(key, schema, run) {
      const stored = await inner.step(holdingsKey(key), SealedStep, async () => {
        const value = await run();
        const call = StoredCall.safeParse(value);
        const { stored: sealed } = vault.seal(JSON.stringify(value), placeOf(key));
        return { sealed, spoken: call.success ? { call: call.data.spoken.call } : null };
      });
      const read = schema.safeParse(opened(key, stored));
      if (!read.success) throw new CorruptRun("a sealed step has been altered");
      return read.data;
    },
  };
}
