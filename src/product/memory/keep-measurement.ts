import type { MemoryMeasurement } from "#src/contract/backtests/memory-measurement.ts";
import { putMeasurement } from "./queries/memory-measurements.ts";
import { InvalidInput } from "#src/core/errors.ts";
import type { SystemContext } from "../context.ts";

/**
 * For the command line.
 * @throws InvalidInput for a stopped one
 */
export async function keepMeasurement(ctx: SystemContext, measured: MemoryMeasurement): Promise<void> {
  if (measured.stopped !== null)
    throw new InvalidInput(`only a whole measurement can be stored; this one is not: ${measured.stopped}`);
  await putMeasurement(ctx.db, measured);
}
