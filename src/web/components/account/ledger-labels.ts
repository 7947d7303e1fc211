import type { Plan } from "#src/contract/plans.ts";

const kinds: Readonly<Record<string, string>> = {
  deposit: "Deposit",
  deposit_excess: "Excess deposit",
  deposit_refund: "Deposit reversed",
  grant: "Credit",
  plan: "Plan",
  plan_refund: "Plan credit",
  referral_reward: "Referral reward",
  referral_reversal: "Referral reward reversed",
};

/** Why money moved, for a statement; a kind that is new by its own name. */
export function transferName(kind: string): string {
  return kinds[kind] ?? kind.replaceAll("_", " ");
}

const ways: Readonly<Record<string, string>> = {
  purchase: "Bought",
  renewal: "Renewed",
  auto_renewal: "Renewed automatically",
  upgrade: "Upgrade",
  change: "Downgrade",
  grant: "Granted",
};

/** How a period of a plan came about. */
export function periodOrigin(how: string): string {
  return ways[how] ?? how;
}

/** What the button beside a plan says to somebody who holds `held`, which ends unless `endless`. `null`: nothing to buy. */
export function offerOf(
  plan: Plan,
  held: { readonly plan: Plan; readonly endless: boolean; readonly nextPlan: Plan | null },
  names: { readonly name: string; readonly above: boolean },
): string | null {
  if (plan === "free" || held.endless) return null;
  if (held.plan === "free") return `Buy ${names.name}`;
  if (plan === held.plan) return "Add 30 days";
  if (names.above) return `Upgrade to ${names.name}`;
  return held.nextPlan === plan ? null : `Switch to ${names.name}`;
}
