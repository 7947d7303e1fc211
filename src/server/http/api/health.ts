import type { HealthReport } from "#src/contract/api/health.ts";
import { answerJson } from "../answers.ts";
import type { Handlers } from "../mount.ts";

/** Monitors that ask at once share a check. */
export const healthHandlers = ({ health }: { readonly health: () => Promise<HealthReport> }) => {
  let out: Promise<HealthReport> | null = null;
  return {
    getHealth: async () => {
      const report = await (out ??= health().finally(() => (out = null)));
      return answerJson(report.status === "down" ? 503 : 200, report);
    },
  } satisfies Partial<Handlers>;
};
