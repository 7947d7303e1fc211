import { z } from "zod";

/** `up`: reachable; `down`: configured and not reachable; `not_configured`: no error. */
export const ComponentHealth = z.object({
  status: z.enum(["up", "down", "not_configured"]),
  /** Milliseconds until it answered; only where it did. */
  latencyMs: z.number().optional(),
});
export type ComponentHealth = z.infer<typeof ComponentHealth>;

export const HealthReport = z.object({
  /** `down`: the deployment cannot serve; `degraded`: a part is down, and the site still serves. */
  status: z.enum(["ok", "degraded", "down"]),
  checks: z.object({ database: ComponentHealth, signalEngine: ComponentHealth }),
});
export type HealthReport = z.infer<typeof HealthReport>;
