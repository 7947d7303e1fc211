import { FileText } from "lucide-react";
import type { Metadata } from "next";
import Link from "next/link";
import { notFound } from "next/navigation";
import { cache, type ReactNode } from "react";
import { houseList, type Mark, type SignalDetail } from "#src/contract/signals.ts";
import { Forbidden, NotFound } from "#src/platform/errors.ts";
import { canonicalJson } from "#src/platform/hash.ts";
import { getSignal } from "#src/services/signals/get-signal.ts";
import { WhatSignalsGive } from "#src/web/components/signals/locked.tsx";
import { MarksTable } from "#src/web/components/signals/marks-table.tsx";
import { WithdrawnBadge } from "#src/web/components/signals/signal-rating.tsx";
import { priceText, shareText } from "#src/web/components/signals/words.ts";
import { Alert } from "#src/web/components/ui/alert.tsx";
import { Breadcrumb } from "#src/web/components/ui/breadcrumb.tsx";
import { Button } from "#src/web/components/ui/button.tsx";
import { Card, CardContent, CardDescription, CardHeader, CardTitle } from "#src/web/components/ui/card.tsx";
import { CodeBlock } from "#src/web/components/ui/code-block.tsx";
import { PageHeader } from "#src/web/components/ui/page-header.tsx";
import { RatingScale } from "#src/web/components/ui/rating-scale.tsx";
import { Time } from "#src/web/components/ui/time.tsx";
import { contextOf, requireViewer } from "#src/web/session.ts";

interface Props {
  readonly params: Promise<{ readonly id: string }>;
}

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const found = await signalAt((await params).id);
  return { title: found === null ? "Signal" : `${found.signal.symbol}: ${found.signal.rating}` };
}

export default async function SignalPage({ params }: Props) {
  const { id } = await params;
  const found = await signalAt(id);
  if (found === null)
    return (
      <>
        <PageHeader title="Signal" description="Your plan has no live signals." />
        <WhatSignalsGive />
      </>
    );
  const { signal, withdrawn, marks } = found;
  return (
    <>
      <Breadcrumb steps={[{ label: "Signals", href: listPath(signal.list) }, { label: signal.symbol }]} />
      <PageHeader
        title={
          <span className="flex flex-wrap items-center gap-3">
            {signal.symbol}: {signal.rating} {withdrawn === null ? null : <WithdrawnBadge />}
          </span>
        }
        description={
          <>
            {signal.name} · as of {signal.session} · published <Time at={signal.published_at} />
          </>
        }
        actions={
          <Button asChild>
            <Link href={`/signals/${id}/report`}>
              <FileText aria-hidden /> Report
            </Link>
          </Button>
        }
      />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
        {withdrawn === null ? null : (
          <Alert tone="warning" title="This signal was withdrawn">
            {withdrawn.reason}. It stays in the record, with its outcome.
          </Alert>
        )}
        <Facts found={found} />
        <Card className="min-w-0">
          <CardHeader>
            <CardTitle>Outcome</CardTitle>
            <CardDescription>{outcomeText(marks, signal.currency)}</CardDescription>
          </CardHeader>
          <div className="border-t">
            <MarksTable marks={marks} />
          </div>
        </Card>
        <Chained found={found} />
      </div>
    </>
  );
}

/** `null`: it is of the house, and the viewer's plan has no signals. Another's is not there. */
const signalAt = cache(async (id: string): Promise<SignalDetail | null> => {
  const ctx = contextOf(await requireViewer());
  try {
    return await getSignal(ctx, id);
  } catch (error) {
    if (error instanceof Forbidden) return null;
    if (error instanceof NotFound) notFound();
    throw error;
  }
});

function listPath(list: string): string {
  return list === houseList ? "/signals" : `/signals?list=${encodeURIComponent(list)}`;
}

function outcomeText([mark]: readonly Mark[], currency: string): string {
  if (mark?.entry_session == null)
    return "It is entered at the open of the first session that opens after it was published. That session is not over yet.";
  const against = mark.benchmark === null ? "cash, which earns nothing" : mark.benchmark;
  return `Entered at the open of ${mark.entry_session} at ${priceText(mark.entry_price)} ${currency}, and held against ${against}.`;
}

function Facts({ found: { signal } }: { found: SignalDetail }) {
  const { agreement, currency, previous_rating: before } = signal;
  const price = (value: number | null): string => (value === null ? "–" : `${priceText(value)} ${currency}`);
  return (
    <Card>
      <CardContent className="grid gap-6">
        <RatingScale rating={signal.rating} />
        <dl className="grid grid-cols-2 gap-x-6 gap-y-4 sm:grid-cols-3 lg:grid-cols-4">
          <Fact name="Rating before">
            {before === null ? "none, the first one" : before}
            {signal.changed ? " (changed)" : ""}
          </Fact>
          <Fact name="Entry">{price(signal.entry)}</Fact>
          <Fact name="Stop">{price(signal.stop)}</Fact>
          <Fact name="Target">{price(signal.target)}</Fact>
          <Fact name="Confidence">{shareText(signal.confidence)}</Fact>
          <Fact name="Horizon">{signal.horizon_days === null ? "–" : `${signal.horizon_days} days`}</Fact>
          <Fact name="Agreement">
            {agreement.agreeing} of {agreement.runs} {agreement.runs === 1 ? "run" : "runs"}
            {agreement.runs === 1 ? null : (
              <span className="block text-xs text-muted">
                {agreement.ratings.map((rating) => rating ?? "none").join(", ")}
              </span>
            )}
          </Fact>
          <Fact name="Argued by">{signal.reasoner}</Fact>
        </dl>
      </CardContent>
    </Card>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="grid content-start gap-0.5">
      <dt className="text-xs text-muted">{name}</dt>
      <dd className="text-sm tabular-nums">{children}</dd>
    </div>
  );
}

function Chained({ found: { signal, hash } }: { found: SignalDetail }) {
  return (
    <Card className="min-w-0">
      <CardHeader>
        <CardTitle>Entry {signal.number} of the chain</CardTitle>
        <CardDescription>
          Nothing of it changes any more. Its hash is the SHA-256 of the text below, which holds the hash of the entry
          before.
        </CardDescription>
      </CardHeader>
      <CardContent className="grid grid-cols-[minmax(0,1fr)] gap-4">
        <dl className="grid gap-3">
          <Fact name="Hash">
            <code className="font-mono text-xs break-all">{hash}</code>
          </Fact>
          <Fact name="Previous hash">
            <code className="font-mono text-xs break-all">{signal.previous}</code>
          </Fact>
        </dl>
        <CodeBlock code={canonicalJson(signal)} language="json" />
        <p className="text-sm text-muted">
          <Link href="/help/verify-the-record" className="text-accent underline underline-offset-4">
            How to verify the record
          </Link>
        </p>
      </CardContent>
    </Card>
  );
}
