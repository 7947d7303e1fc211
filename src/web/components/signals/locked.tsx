import { Check } from "lucide-react";
import { formatUsd } from "#src/contract/accounts/money.ts";
import { periodDays, plans } from "#src/contract/accounts/plans.ts";
import type { TrackedSignal } from "#src/contract/signals/track-record.ts";
import { LinkButton } from "#src/web/components/ui/elements.tsx";
import { Card, EmptyState } from "#src/web/components/ui/page-parts.tsx";
import { TrackedTable } from "./record-parts.tsx";

const { signals } = plans;

const gives = [
  "Every signal from the house list as soon as it is published, with entry, stop and target if they passed the checks.",
  "The full debate behind each signal: who argued what, with which numbers.",
  "Email and webhook alerts when a rating changes.",
  `${signals.watchlists} watchlists of your own, and ${signals.analysesPerMonth} analyses a month.`,
] as const;

/** For plans without signals: what they are, and the public ones, which come later. */
export function Locked({ latest }: { latest: readonly TrackedSignal[] }) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      <SignalsPlanBenefits />
      <Card
        className="min-w-0"
        title="Delayed signals"
        description="Signals become public after their first session. Newer signals stay sealed until then."
        flush
      >
        {latest.length === 0 ? (
          <EmptyState title="No public signals yet" className="border-t">
            The first signal appears here after its entry session has closed.
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

export function SignalsPlanBenefits() {
  return (
    <Card
      title={
        <>
          Live signals are included in {signals.name} and {plans.elite.name}
        </>
      }
      description={
        <>
          From {formatUsd(signals.priceMinor)} for {periodDays} days, paid from your balance.
        </>
      }
      inner="grid gap-5"
    >
      <ul className="grid gap-2 text-sm">
        {gives.map((text) => (
          <li key={text} className="flex gap-2.5">
            <Check aria-hidden className="mt-1 size-3.5 shrink-0 text-accent" />
            {text}
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-3">
        <LinkButton href="/billing">View {signals.name}</LinkButton>
        <LinkButton href="/track-record" variant="secondary">
          See the track record first
        </LinkButton>
      </div>
    </Card>
  );
}
