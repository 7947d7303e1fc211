"use client";

import Link from "next/link";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { formatUsd } from "#src/contract/money.ts";
import { plans, type Plan } from "#src/contract/plans.ts";
import { buy, quote, type ShownQuote } from "#src/web/actions/billing.ts";
import { Alert } from "#src/web/components/ui/alert.tsx";
import { Button } from "#src/web/components/ui/button.tsx";
import { Dialog, DialogClose, DialogContent, DialogFooter } from "#src/web/components/ui/dialog.tsx";
import { Time } from "#src/web/components/ui/time.tsx";
import { useToast } from "#src/web/components/ui/toast.tsx";
import { FormError } from "./form-error.tsx";
import { useAct } from "./use-act.ts";

type Kind = ShownQuote["kind"];

const titles: Readonly<Record<Kind, (name: string) => string>> = {
  purchase: (name) => `Buy ${name}`,
  renewal: (name) => `Add 30 days of ${name}`,
  upgrade: (name) => `Upgrade to ${name}`,
  change: (name) => `Change to ${name} at the end`,
};

const done: Readonly<Record<Kind, (name: string) => string>> = {
  purchase: (name) => `You are on ${name}`,
  renewal: (name) => `${name} is 30 days longer`,
  upgrade: (name) => `You are on ${name}`,
  change: (name) => `${name} follows at the end of your plan`,
};

interface Props {
  readonly plan: Plan;
  readonly label: string;
  readonly variant: "primary" | "secondary";
}

/** Asks for the price first, and buys at that price's key, once. */
export function BuyPlanButton({ plan, label, variant }: Props) {
  const router = useRouter();
  const show = useToast();
  const [shown, setShown] = useState<ShownQuote | null>(null);
  const { name } = plans[plan];
  const asking = useAct(quote, setShown);
  const buying = useAct(buy, ({ kind }) => {
    setShown(null);
    show({ title: done[kind](name), tone: "positive" });
    router.refresh();
  });
  return (
    <div className="grid gap-2">
      <Button variant={variant} pending={asking.pending} onClick={() => asking.act(plan)}>
        {label}
      </Button>
      <FormError message={asking.message} />
      <Dialog
        open={shown !== null}
        onOpenChange={(open) => {
          if (open) return;
          setShown(null);
          buying.clear();
        }}
      >
        {shown === null ? null : (
          <DialogContent
            title={titles[shown.kind](name)}
            description={
              shown.kind === "change"
                ? "Nothing is paid now. At the end of your present plan its price is taken from your balance."
                : "Paid from your balance. It renews itself at the end until you switch that off."
            }
          >
            <Terms quote={shown} />
            <FormError message={buying.message} title="Nothing was bought" />
            {shown.missingMinor === 0 ? null : (
              <Alert tone="warning" title={`Your balance lacks ${formatUsd(shown.missingMinor)}`}>
                <Link href="/deposits" className="text-accent underline underline-offset-4">
                  Top up
                </Link>{" "}
                and come back; the price may have changed by a few cents by then.
              </Alert>
            )}
            <DialogFooter>
              <DialogClose asChild>
                <Button variant="secondary">Cancel</Button>
              </DialogClose>
              <Button
                disabled={shown.missingMinor > 0}
                pending={buying.pending}
                onClick={() => buying.act({ plan: shown.plan, key: shown.key })}
              >
                {confirmLabel(shown)}
              </Button>
            </DialogFooter>
          </DialogContent>
        )}
      </Dialog>
    </div>
  );
}

function confirmLabel({ kind, chargeMinor }: ShownQuote): string {
  if (kind === "change") return "Change at the end";
  if (chargeMinor <= 0) return "Confirm";
  return `Pay ${formatUsd(chargeMinor)}`;
}

function Terms({ quote: shown }: { quote: ShownQuote }) {
  const { kind, plan, priceMinor, creditMinor, chargeMinor, balanceMinor, startsAt, endsAt } = shown;
  const back = chargeMinor < 0;
  return (
    <dl className="grid gap-2 rounded-md border bg-sunken p-4 text-sm">
      <Line name={`${plans[plan].name}, 30 days`} value={formatUsd(priceMinor)} />
      {creditMinor === 0 ? null : <Line name="Rest of your present plan" value={`−${formatUsd(creditMinor)}`} />}
      {kind === "change" ? null : (
        <>
          <Line name={back ? "Back to your balance" : "To pay now"} value={formatUsd(Math.abs(chargeMinor))} strong />
          <Line
            name="Balance afterwards"
            value={balanceMinor < chargeMinor ? "–" : formatUsd(balanceMinor - chargeMinor)}
          />
        </>
      )}
      <Line name="From" value={<Time at={startsAt} />} />
      <Line name="Until" value={<Time at={endsAt} />} />
    </dl>
  );
}

function Line({ name, value, strong }: { name: string; value: React.ReactNode; strong?: boolean }) {
  return (
    <div
      className={`flex items-baseline justify-between gap-4 ${strong === true ? "border-y py-2 font-semibold" : ""}`}
    >
      <dt className={strong === true ? "" : "text-muted"}>{name}</dt>
      <dd className="text-right tabular-nums">{value}</dd>
    </div>
  );
}
