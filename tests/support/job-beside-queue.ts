import type { AnalysisRequest } from "#src/contract/jobs/analysis.ts";
import type { Database } from "#src/core/db/database.ts";
import { setPlan } from "#src/product/accounts/queries/users.ts";
import { placeOf } from "#src/core/db/sealed-columns.ts";
import type { Instant } from "#src/core/clock.ts";

/** The row of a job of an account on Elite, under an id of the test's own. It stands in no queue: no worker takes it. */
export async function jobBesideQueue(
  db: Database,
  job: {
    readonly id: string;
    readonly owner: string;
    readonly request: AnalysisRequest;
    readonly webhook: { readonly url: string; readonly secret: string; readonly made: boolean } | null;
    readonly createdAt: Instant;
  },
): Promise<void> {
  const { id, owner, request, webhook, createdAt } = job;
  const sealed = (column: "webhook_url" | "webhook_secret", text: string): string =>
    db.vault.seal(text, placeOf(`analyses.${column}`, id)).stored;
  await db.transaction(async (tx) => {
    await setPlan(tx, owner, "elite", createdAt);
    await tx.sql
      .insertInto("analyses")
      .values({
        id,
        owner,
        partition: `${owner}#0`,
        status: "queued",
        request: JSON.stringify(request),
        setting: JSON.stringify({ rounds: 1, risk_rounds: 1, budget_usd: null }),
        request_id: "req_test",
        webhook_url: webhook === null ? null : sealed("webhook_url", webhook.url),
        webhook_secret: webhook === null ? null : sealed("webhook_secret", webhook.secret),
        webhook_secret_made: webhook?.made ?? false,
        created_at: new Date(createdAt),
      })
      .execute();
  });
}
