import type { Requested } from "#src/contract/accounts/admin.ts";
import type { Plan } from "#src/contract/accounts/plans.ts";
import { givePlan } from "./give-plan.ts";
import { orRequestApproval } from "./lib/or-request-approval.ts";
import type { AdminContext } from "../context.ts";

/** @throws as givePlan */
export async function requestPlan(
  ctx: AdminContext,
  gift: { readonly account: string; readonly plan: Plan; readonly days: number | null; readonly reason: string },
): Promise<Requested<null>> {
  const { account, plan, days } = gift;
  return orRequestApproval(ctx, { action: "grant_plan", account, plan, days }, async () => {
    await givePlan(ctx, gift);
    return null;
  });
}
