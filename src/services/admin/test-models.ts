import type { ModelProbe } from "#src/contract/model-probe.ts";
import type { Usd } from "#src/contract/usage.ts";
import { Forbidden } from "#src/platform/errors.ts";
import type { ActingAdmin, AdminContext } from "../context.ts";
import { recordAction, requireAdmin } from "./lib/admin-actions.ts";

/** Tries the configured models; what they cost together is held to so much for each. */
export interface ModelTest {
  readonly budgetUsd: Usd;
  /** `starting` is awaited when all is known to be in order and before the first call is made. */
  readonly probe: (starting: () => Promise<void>) => Promise<ModelProbe[]>;
}

/**
 * Tests the models that new analyses are made with. It costs cents, so that nobody has to sign in anew; it is recorded
 * before it costs anything.
 * @throws Forbidden without the role or a second factor; InvalidInput where no language model is configured
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
