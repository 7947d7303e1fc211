import { Check } from "lucide-react";
import Link from "next/link";
import { formatUsd } from "#src/contract/money.ts";
import { periodDays, plans } from "#src/contract/plans.ts";
import type { TrackedSignal } from "#src/contract/signals.ts";
import { Button } from "#src/web/components/ui/button.tsx";
import { Card, CardContent, CardDescription, CardHeader, CardTitle } from "#src/web/components/ui/card.tsx";
import { EmptyState } from "#src/web/components/ui/empty-state.tsx";
import { TrackedTable } from "./tracked-table.tsx";

const { signals } = plans;

const gives = [
  "Each signal of the house list at the moment it is published, with entry, stop and target where they passed the checks.",
  "The whole debate behind it: who argued what, and on which numbers.",
  "E-mail and webhook alerts when a rating changes.",
  `${signals.watchlists} watchlists of your own, and ${signals.analysesPerMonth} analyses a month.`,
] as const;

/** For plans without signals: what they are, and the public ones, which come later. */
export function Locked({ latest }: { latest: readonly TrackedSignal[] }) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      <WhatSignalsGive />
      <Card className="min-w-0">
        <CardHeader>
          <CardTitle>Delayed signals</CardTitle>
          <CardDescription>
            What everybody may see: signals whose first session is over. The newer ones are sealed until then.
          </CardDescription>
        </CardHeader>
        {latest.length === 0 ? (
          <EmptyState title="None is public yet" className="border-t">
            The first one shows here once the session is over in which it is entered.
          </EmptyState>
        ) : (
          <div className="border-t">
            <TrackedTable signals={latest} label="Delayed signals" />
          </div>
        )}
      </Card>
    </div>
  );
}

export function WhatSignalsGive() {
  return (
    <Card>
      <CardHeader>
        <CardTitle>
          Live signals come with {signals.name} and {plans.elite.name}
        </CardTitle>
        <CardDescription>
          From {formatUsd(signals.priceMinor)} for {periodDays} days, paid from your balance.
        </CardDescription>
      </CardHeader>
      <CardContent className="grid gap-5">
        <ul className="grid gap-2 text-sm">
          {gives.map((text) => (
            <li key={text} className="flex gap-2.5">
              <Check aria-hidden className="mt-1 size-3.5 shrink-0 text-accent" />
              {text}
            </li>
          ))}
        </ul>
        <div className="flex flex-wrap gap-3">
          <Button asChild>
            <Link href="/billing">Look at {signals.name}</Link>
          </Button>
          <Button asChild variant="secondary">
            <Link href="/track-record">See the track record first</Link>
          </Button>
        </div>
      </CardContent>
    </Card>
  );
}
