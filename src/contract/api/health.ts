import { z } from "zod";

/** `up`: reachable; `down`: configured and not reachable; `not_configured`: no error. */
export const ComponentHealth = z.object({
  status: z.enum(["up", "down", "not_configured"]),
  /** Milliseconds until it answered; only where it did. */
  latencyMs: z.number().optional(),
  /** It answers but is not fully working. */
  reason: z.string().optional(),
});
export type ComponentHealth = z.infer<typeof ComponentHealth>;

export const HealthReport = z.object({
  /** `down`: cannot serve; `degraded`: a part is down or has run out of something. */
  status: z.enum(["ok", "degraded", "down"]),
  checks: z.object({ database: ComponentHealth, signalEngine: ComponentHealth }),
});
export type HealthReport = z.infer<typeof HealthReport>;
