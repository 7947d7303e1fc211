"use client";

import { useEffect, useRef, useState, startTransition } from "react";
import { formatUsd } from "#src/contract/accounts/money.ts";
import { plans, type Plan } from "#src/contract/accounts/plans.ts";
import { buy, quote, type QuoteView, setRenewal } from "#src/web/actions/payments.ts";
import { Alert, Button, TextLink } from "#src/web/components/ui/elements.tsx";
import { Dialog, DialogClose, DialogContent, DialogFooter } from "#src/web/components/ui/dialog.tsx";
import { Time } from "#src/web/components/ui/time.tsx";
import { useAnnounce } from "#src/web/components/ui/toast.tsx";
import { FailureAlert } from "#src/web/components/ui/form.tsx";
import { useAction } from "#src/web/components/ui/use-action.ts";
import { useRouter } from "next/navigation";
import { Switch } from "#src/web/components/ui/boxes.tsx";

type Kind = QuoteView["kind"];

const titles: Readonly<Record<Kind, (name: string) => string>> = {
  purchase: (name) => `Buy ${name}`,
  renewal: (name) => `Add 30 days of ${name}`,
  upgrade: (name) => `Upgrade to ${name}`,
  change: (name) => `Switch to ${name} at period end`,
};

const done: Readonly<Record<Kind, (name: string) => string>> = {
  purchase: (name) => `You are on ${name}`,
  renewal: (name) => `${name} extended by 30 days`,
  upgrade: (name) => `You are on ${name}`,
  change: (name) => `${name} starts when your current plan ends`,
};

interface Props {
  readonly plan: Plan;
  readonly label: string;
  readonly variant: "primary" | "secondary";
  /** Asks at once: somebody comes back from a deposit that was made for it. */
  readonly wanted: boolean;
}

/** Asks for the price first, and buys at that price's key, once. */
export function BuyPlanButton({ plan, label, variant, wanted }: Props) {
  const announce = useAnnounce();
  const [quoted, setShown] = useState<QuoteView | null>(null);
  const { name } = plans[plan];
  const asking = useAction(quote, setShown);
  const buying = useAction(buy, ({ kind }) => {
    setShown(null);
    announce(done[kind](name));
  });
  const { act: ask } = asking;
  const isAsked = useRef(false);
  useEffect(() => {
    if (!wanted || isAsked.current) return;
    isAsked.current = true;
    ask(plan);
  }, [wanted, ask, plan]);
  return (
    <div className="grid gap-2">
      <Button variant={variant} pending={asking.pending} onClick={() => asking.act(plan)}>
        {label}
      </Button>
      <FailureAlert failure={asking.failure} />
      <Dialog
        open={quoted !== null}
        onOpenChange={(open) => {
          if (open) return;
          setShown(null);
          buying.clear();
        }}
      >
        {quoted === null ? null : (
          <DialogContent
            title={titles[quoted.kind](name)}
            description={
              quoted.kind === "change"
                ? "You pay nothing now. The price is charged to your balance when your current plan ends."
                : "Paid from your balance. Renews automatically until you turn renewal off."
            }
          >
            <Terms quote={quoted} />
            <FailureAlert failure={buying.failure} title="Purchase failed" />
            {quoted.missingMinor === 0 ? null : (
              <Alert tone="warning" title={`Your balance is ${formatUsd(quoted.missingMinor)} short`}>
                <TextLink href={topUpPath(quoted)}>Top up {formatUsd(quoted.topUpMinor)}</TextLink> and come back here.
                The price may have changed by a few cents by then.
              </Alert>
            )}
            <DialogFooter>
              <DialogClose asChild>
                <Button variant="secondary">Cancel</Button>
              </DialogClose>
              <Button
                disabled={quoted.missingMinor > 0}
                pending={buying.pending}
                onClick={() => buying.act({ plan: quoted.plan, key: quoted.key })}
              >
                {confirmLabel(quoted)}
              </Button>
            </DialogFooter>
          </DialogContent>
        )}
      </Dialog>
    </div>
  );
}

function topUpPath({ topUpMinor, plan }: QuoteView): string {
  return `/deposits?amount=${(topUpMinor / 100).toFixed(2)}&plan=${plan}`;
}

function confirmLabel({ kind, chargeMinor }: QuoteView): string {
  if (kind === "change") return "Switch at period end";
  if (chargeMinor <= 0) return "Confirm";
  return `Pay ${formatUsd(chargeMinor)}`;
}

function Terms({ quote: quoted }: { quote: QuoteView }) {
  const { kind, plan, priceMinor, creditMinor, chargeMinor, balanceMinor, startsAt, endsAt } = quoted;
  const back = chargeMinor < 0;
  return (
    <dl className="grid gap-2 rounded-md border bg-sunken p-4 text-sm">
      <Line name={`${plans[plan].name}, 30 days`} value={formatUsd(priceMinor)} />
      {creditMinor === 0 ? null : <Line name="Unused part of your current plan" value={`−${formatUsd(creditMinor)}`} />}
      {kind === "change" ? null : (
        <>
          <Line name={back ? "Credited to your balance" : "Due now"} value={formatUsd(Math.abs(chargeMinor))} strong />
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

/** Shows at once what was chosen, and goes back where it could not be done. */
export function RenewalSwitch({ on, hint }: { on: boolean; hint: string }) {
  const router = useRouter();
  const [wanted, setWanted] = useState<boolean | null>(null);
  const { pending, failure, act } = useAction(setRenewal, () =>
    // Together, so that the switch does not go back and forth.
    startTransition(() => {
      setWanted(null);
      router.refresh();
    }),
  );
  return (
    <div className="grid gap-3">
      <Switch
        label="Renew automatically"
        hint={hint}
        checked={failure === null ? (wanted ?? on) : on}
        disabled={pending}
        onCheckedChange={(chosen) => {
          setWanted(chosen);
          act(chosen);
        }}
      />
      <FailureAlert failure={failure} />
    </div>
  );
}
