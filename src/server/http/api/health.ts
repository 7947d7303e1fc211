import type { Hono } from "hono";
import type { HealthReport } from "#src/contract/health.ts";
import { routes } from "#src/contract/routes.ts";
import type { Env } from "../env.ts";
import { answerJson, mountOpen } from "../mount.ts";

/** Monitors that ask at once share a check. */
export function mountHealth(app: Hono<Env>, { health }: { readonly health: () => Promise<HealthReport> }): void {
  let out: Promise<HealthReport> | null = null;
  mountOpen(app, routes.getHealth, async () => {
    const report = await (out ??= health().finally(() => (out = null)));
    return answerJson(report.status === "down" ? 503 : 200, report);
  });
}
