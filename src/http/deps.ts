import type { Config } from "#src/contract/analysis.ts";
import type { HealthReport } from "#src/contract/health.ts";
import type { Log } from "#src/platform/log.ts";
import type { Renderer } from "#src/report/renderer.ts";
import type { Auth } from "#src/services/accounts/auth.ts";
import type { AssistantDesk } from "#src/services/assistant/ask.ts";
import type { Context } from "#src/services/context.ts";
import type { DepositTill } from "#src/services/deposits/till.ts";
import type { EventStreams } from "./event-streams.ts";
import type { Guard } from "./guard.ts";
import type { Meters } from "./meters.ts";
import type { RateLimits } from "./rate-limits.ts";

/** What the front door is built from. */
export interface Deps extends Pick<Context, "db" | "queue" | "clock" | "settings"> {
  /** In force, as GET /v1/config tells it. */
  readonly config: Config;
  readonly guard: Guard;
  readonly limits: RateLimits;
  readonly auth: Auth;
  readonly till: DepositTill;
  readonly assistant: AssistantDesk;
  /** Makes reports and receipts, off this thread. */
  readonly renderer: Renderer;
  readonly health: () => Promise<HealthReport>;
  readonly streams: EventStreams;
  readonly wakeups: { subscribe(id: string, wake: () => void): () => void };
  readonly log: Log;
  readonly meters: Meters;
  /** Fires when the server stops: what waits is answered now. */
  readonly stopping: AbortSignal;
}
