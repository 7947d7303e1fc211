import { Receipt } from "lucide-react";
import { formatUsd } from "#src/contract/accounts/money.ts";
import { plans, type Plan } from "#src/contract/accounts/plans.ts";
import { toIso } from "#src/core/clock.ts";
import type { Statement } from "#src/product/ledger/ledger.ts";
import type { readPlan } from "#src/product/plans/plans.ts";
import { EmptyState } from "#src/web/components/ui/page-parts.tsx";
import { Money } from "#src/web/components/ui/elements.tsx";
import { Table, TBody, TD, TH, THead, TR } from "#src/web/components/ui/table.tsx";
import { Time } from "#src/web/components/ui/time.tsx";

export function StatementTable({ entries }: { entries: Statement["entries"] }) {
  if (entries.length === 0)
    return (
      <EmptyState icon={Receipt} title="No transactions yet" className="pt-4">
        Deposits, plan payments and rewards appear here, each with the balance after it.
      </EmptyState>
    );
  return (
    <Table aria-label="Statement">
      <THead>
        <TR>
          <TH className="max-sm:hidden">Date</TH>
          <TH className="max-sm:pl-5">Description</TH>
          <TH numeric>Amount</TH>
          <TH numeric>Balance</TH>
        </TR>
      </THead>
      <TBody>
        {entries.map(({ seq, kind, memo, amountMinor, balanceMinor, at }) => (
          <TR key={seq}>
            <TD className="whitespace-nowrap max-sm:hidden">
              <Time at={toIso(at)} />
            </TD>
            <TD className="max-sm:pl-5 sm:min-w-48">
              {transferName(kind)}
              <span className="block text-xs text-muted wrap-anywhere">{memo}</span>
              <Time at={toIso(at)} format="date" className="block text-xs text-muted sm:hidden" />
            </TD>
            <TD numeric className={amountMinor > 0 ? "text-positive" : undefined}>
              {amountMinor > 0 ? "+" : "−"}
              {formatUsd(Math.abs(amountMinor))}
            </TD>
            <TD numeric>
              <Money minor={balanceMinor} />
            </TD>
          </TR>
        ))}
      </TBody>
    </Table>
  );
}

type Periods = Awaited<ReturnType<typeof readPlan>>["periods"];

export function PeriodTable({ periods }: { periods: Periods }) {
  if (periods.length === 0)
    return <p className="px-5 pb-5 text-sm text-muted">Only the {plans.free.name} plan so far.</p>;
  return (
    <Table aria-label="Plan history">
      <THead>
        <TR>
          <TH>Plan</TH>
          <TH>From</TH>
          <TH>Until</TH>
          <TH>Source</TH>
          <TH numeric>Price</TH>
          <TH numeric>Credited</TH>
        </TR>
      </THead>
      <TBody>
        {periods.map(({ id, plan, startsAt, endsAt, cutAt, how, priceMinor, creditMinor }) => (
          <TR key={id}>
            <TD className="font-medium">{plans[plan].name}</TD>
            <TD className="whitespace-nowrap">
              <Time at={toIso(startsAt)} format="date" />
            </TD>
            <TD className="whitespace-nowrap">
              {cutAt !== null ? (
                <>
                  <Time at={toIso(cutAt)} format="date" />, ended early
                </>
              ) : endsAt === null ? (
                "No end date"
              ) : (
                <Time at={toIso(endsAt)} format="date" />
              )}
            </TD>
            <TD className="whitespace-nowrap">{periodOrigin(how)}</TD>
            <TD numeric>{formatUsd(priceMinor)}</TD>
            <TD numeric>{creditMinor === 0 ? "–" : formatUsd(creditMinor)}</TD>
          </TR>
        ))}
      </TBody>
    </Table>
  );
}

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
function periodOrigin(how: string): string {
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
