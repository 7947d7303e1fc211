import { setTimeout as pause } from "node:timers/promises";
import type { Clock, Instant } from "#src/core/clock.ts";
import { readLoad, type ServiceLoad } from "./queries/service-load.ts";
import type { SystemContext } from "../context.ts";

/** How the service was when it was looked at. */
export interface ServiceStatus {
  readonly checkedAt: Instant;
  /** `null`: it did not answer. */
  readonly load: (ServiceLoad & { readonly databaseMs: number }) | null;
}

/** What has not answered by then is down. */
const withinMs = 2000;

/** For everybody: how the parts are that need the database. Never throws. */
export async function readStatus(ctx: SystemContext): Promise<ServiceStatus> {
  const { db, clock } = ctx;
  const from = clock.now();
  const load = await Promise.race([loaded(db, clock, from), pause(withinMs, null, { ref: false })]);
  return { checkedAt: clock.now(), load };
}

async function loaded({ sql }: SystemContext["db"], clock: Clock, from: Instant): Promise<ServiceStatus["load"]> {
  try {
    const load = await readLoad(sql);
    return { ...load, databaseMs: clock.now() - from };
  } catch {
    // Whatever it is, this page is where it shows.
    return null;
  }
}
