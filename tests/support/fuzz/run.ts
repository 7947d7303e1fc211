import * as fc from "fast-check";
import { rawBytes, sendRaw } from "./raw.ts";
import { requestTo, targets } from "./requests.ts";
import type { FuzzTarget } from "./target.ts";

export interface FuzzRun {
  readonly cases: number;
  readonly seed: number;
}

/**
 * Sends so many requests, the same for the same seed, spread evenly over all that there is to ask for.
 * @throws with the seed and the smallest request that shows the fault
 */
export async function fuzz(target: Pick<FuzzTarget, "try">, { cases, seed }: FuzzRun): Promise<void> {
  const numRuns = Math.max(1, Math.ceil(cases / targets.length));
  for (const [at, one] of targets.entries())
    await fc.assert(
      fc.asyncProperty(requestTo(one), async (given) => {
        await target.try(given);
      }),
      { numRuns, seed: seed + at },
    );
}

/** Sends bytes that are hardly HTTP, on a connection each. @throws as `fuzz` does, for an answer that is none or a fault of ours */
export async function fuzzConnections({ port }: Pick<FuzzTarget, "port">, { cases, seed }: FuzzRun): Promise<void> {
  await fc.assert(
    fc.asyncProperty(rawBytes, async (bytes) => {
      const said = await sendRaw(port, bytes, 5000);
      // Nothing at all is an answer too: to what is no request, or not all of one.
      if (said !== "" && !/^HTTP\/1\.1 [1-4]\d\d /.test(said)) throw new Error(`the server said ${said.slice(0, 300)}`);
      if (/node_modules|\.ts:\d+/.test(said)) throw new Error(`the server told of its inside: ${said}`);
    }),
    { numRuns: cases, seed },
  );
  const { status } = await fetch(`http://127.0.0.1:${port}/api/health`);
  if (status !== 200) throw new Error(`after it the server's health is ${status}`);
}
