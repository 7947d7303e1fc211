import type { ReactNode } from "react";
import type { ReviewDetail, StoredCallback } from "#src/contract/deposits.ts";
import { toIso } from "#src/platform/clock.ts";
import { counted } from "#src/platform/number-text.ts";
import { capitalised } from "#src/report/result-text.ts";
import { transferName } from "#src/web/components/account/ledger-labels.ts";
import { Badge } from "#src/web/components/ui/badge.tsx";
import { Card, CardContent, CardDescription, CardHeader, CardTitle } from "#src/web/components/ui/card.tsx";
import { Money } from "#src/web/components/ui/money.tsx";
import { Time } from "#src/web/components/ui/time.tsx";
import { RawText } from "./raw-text.tsx";
import { verdictTones } from "./deposit-labels.ts";

/** What we were told, what the processor reports, and what we have booked, side by side. */
export function ReviewSides({ review }: { review: ReviewDetail }) {
  const { callbacks, reported, ledger } = review;
  return (
    <div className="grid gap-4 lg:grid-cols-3">
      <Side title="Callbacks" description="As received, newest first.">
        {callbacks.length === 0 ? <Nothing>No callbacks.</Nothing> : null}
        {callbacks
          .toSorted((a, b) => b.receivedAt - a.receivedAt)
          .map((callback) => (
            <Callback key={callback.id} callback={callback} />
          ))}
      </Side>
      <Side title="Processor's report" description="As last read.">
        {reported === null ? (
          <Nothing>Not read yet.</Nothing>
        ) : (
          <div className="grid gap-2">
            <p className="text-xs text-muted">
              Read <Time at={toIso(reported.readAt)} />
            </p>
            <RawText label="Processor's report" text={reported.body} />
          </div>
        )}
      </Side>
      <Side title="Ledger" description="Ledger entries for this deposit.">
        {ledger.length === 0 ? <Nothing>No ledger entries.</Nothing> : <Lines ledger={ledger} />}
        <dl className="grid gap-2 border-t pt-4 text-sm">
          <Amount name="Account balance" minor={review.balanceMinor} />
          {review.debtMinor > 0 ? <Amount name="Owed from reversed deposits" minor={review.debtMinor} /> : null}
        </dl>
      </Side>
    </div>
  );
}

function Side({ title, description, children }: { title: string; description: string; children: ReactNode }) {
  return (
    <Card className="min-w-0">
      <CardHeader>
        <CardTitle>{title}</CardTitle>
        <CardDescription>{description}</CardDescription>
      </CardHeader>
      <CardContent className="grid gap-4">{children}</CardContent>
    </Card>
  );
}

function Nothing({ children }: { children: ReactNode }) {
  return <p className="text-sm text-muted">{children}</p>;
}

function Callback({ callback }: { callback: StoredCallback }) {
  const { receivedAt, verdict, status, matched, times, body } = callback;
  return (
    <div className="grid gap-2">
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-xs text-muted">
        <Badge tone={verdictTones[verdict]}>{capitalised(verdict.replaceAll("_", " "))}</Badge>
        {status === null ? null : <span className="font-mono text-ink">{status}</span>}
        <Time at={toIso(receivedAt)} />
        {times > 1 ? <span>{counted(times, "time")}</span> : null}
        <span>{matched === null ? "no matching signature" : `signature: ${matched}`}</span>
      </p>
      <RawText label={`Callback ${callback.id}`} text={body} />
    </div>
  );
}

function Lines({ ledger }: Pick<ReviewDetail, "ledger">) {
  return (
    <ul className="grid gap-3">
      {ledger.map(({ transfer, kind, memo, account, amountMinor, at }) => (
        <li key={`${transfer} ${account}`} className="grid gap-0.5 text-sm">
          <span className="flex justify-between gap-3">
            <span>
              {transferName(kind)}, <span className="font-medium">{account}</span>
            </span>
            <Money minor={amountMinor} />
          </span>
          <span className="text-xs text-muted">
            {memo} · <Time at={toIso(at)} />
          </span>
        </li>
      ))}
    </ul>
  );
}

function Amount({ name, minor }: { name: string; minor: number }) {
  return (
    <div className="flex justify-between gap-3">
      <dt className="text-muted">{name}</dt>
      <dd>
        <Money minor={minor} />
      </dd>
    </div>
  );
}
