import type { ModelProbe } from "#src/contract/jobs/model-probe.ts";
import type { Usd } from "#src/contract/jobs/usage.ts";
import { Forbidden } from "#src/core/errors.ts";
import type { ActingAdmin, AdminContext } from "../context.ts";
import { recordAction, requireAdmin } from "./public/admin-actions.ts";

export interface ModelTest {
  readonly budgetUsd: Usd;
  /** `starting` is awaited before the first call. */
  readonly probe: (starting: () => Promise<void>) => Promise<ModelProbe[]>;
}

/**
 * Costs cents, so no fresh sign-in; recorded first.
 * @throws Forbidden; InvalidInput without a language model
 */
export async function testModels(
  ctx: AdminContext<ActingAdmin>,
  { budgetUsd, probe }: ModelTest,
): Promise<ModelProbe[]> {
  const { db, clock, by } = ctx;
  requireAdmin(by);
  if (!by.twoFactor) throw new Forbidden("turn on two-factor authentication under Account, Security to make changes");
  const recorded = (): Promise<void> =>
    db.transaction((tx) =>
      recordAction(tx, clock, {
        by,
        account: null,
        action: "test_models",
        what: `tested the configured models for at most $${budgetUsd} each`,
        reason: "Test models",
        amountMinor: null,
      }),
    );
  return probe(recorded);
}
