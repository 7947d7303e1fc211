import { FileText } from "lucide-react";
import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { cache, type ReactNode } from "react";
import { signalInstruction } from "#src/contract/run/instruction.ts";
import { priceUnit } from "#src/contract/run/run.ts";
import { houseList, type Mark, type Signal, type SignalDetail } from "#src/contract/signals/signals.ts";
import { Forbidden, NotFound } from "#src/core/errors.ts";
import { canonicalJson } from "#src/core/hash.ts";
import { counted } from "#src/core/text/number-text.ts";
import { runChart } from "#src/report/charts/run-chart.ts";
import type { Context } from "#src/product/context.ts";
import {
  getSignal,
  readSignalPath,
  type SignalPath,
  readSignalPrices,
  readSignalReport,
} from "#src/product/signals/reading.ts";
import { Chart } from "#src/web/components/charts/chart.tsx";
import {
  ConditionsTable,
  MarksTable,
  OutcomeBadge,
  WithdrawnBadge,
} from "#src/web/components/signals/signal-tables.tsx";
import { SignalsPlanBenefits } from "#src/web/components/signals/locked.tsx";
import { priceText, returnText, shareText } from "#src/web/components/signals/signal-text.ts";
import { Alert, Badge, LinkButton, TextLink } from "#src/web/components/ui/elements.tsx";
import { Breadcrumb, Card, CardContent, PageHeader } from "#src/web/components/ui/page-parts.tsx";
import { CodeBlock } from "#src/web/components/ui/code-block.tsx";
import { RatingScale } from "#src/web/components/ui/rating-scale.tsx";
import { Time } from "#src/web/components/ui/time.tsx";
import { contextOf, requireViewer } from "#src/web/viewer.ts";
import { ifFound, type PageProps } from "#src/web/page-request.ts";

export async function generateMetadata({ params }: PageProps<"id">): Promise<Metadata> {
  const found = await signalAt((await params).id);
  return { title: found === null ? "Signal" : `${found.signal.symbol}: ${found.signal.rating}` };
}

export default async function SignalPage({ params }: PageProps<"id">) {
  const { id } = await params;
  const found = await signalAt(id);
  if (found === null)
    return (
      <>
        <PageHeader title="Signal" description="Your plan does not include live signals." />
        <SignalsPlanBenefits />
      </>
    );
  const { signal, withdrawn, marks } = found;
  return (
    <>
      <Breadcrumb steps={[{ label: "Signals", href: listPath(signal.list) }, { label: signal.symbol }]} />
      <PageHeader
        title={
          <span className="flex flex-wrap items-center gap-3">
            {signal.symbol}: {signal.rating} <OutcomeBadge marks={marks} />{" "}
            {withdrawn === null ? null : <WithdrawnBadge />}
          </span>
        }
        description={
          <>
            <bdi>{signal.name}</bdi> · as of {signal.session} · published <Time at={signal.published_at} />
          </>
        }
        actions={
          <LinkButton href={`/signals/${id}/report`}>
            <FileText aria-hidden /> Report
          </LinkButton>
        }
      />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
        {withdrawn === null ? null : (
          <Alert tone="warning" title="This signal was withdrawn">
            {withdrawn.reason}. It stays in the record, with its outcome.
          </Alert>
        )}
        <Facts found={found} />
        <Prices found={found} />
        <Card
          className="min-w-0 max-sm:-order-1"
          title="Outcome"
          description={outcomeText(marks, priceUnit(signal))}
          flush
        >
          {marks.every(({ entry_session: entry }) => entry === null) ? null : (
            <div className="border-t">
              <MarksTable marks={marks} />
            </div>
          )}
        </Card>
        <Conditions found={found} />
        <Chained found={found} />
      </div>
    </>
  );
}

/** `null`: it is of the house list, and the viewer's plan has no signals. Another's is not there. */
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

function outcomeText(marks: readonly Mark[], currency: string): string {
  const [mark] = marks;
  if (mark?.entry_session == null)
    return `The signal is entered at the open of the first session after publication. That session has not closed yet. Outcomes follow after ${new Intl.ListFormat("en-GB").format(marks.map(({ horizon }) => String(horizon)))} sessions.`;
  const against = mark.benchmark === null ? "cash, which earns nothing" : mark.benchmark;
  return `Entered at the open of ${mark.entry_session} at ${priceText(mark.entry_price)} ${currency}, compared with ${against}.`;
}

function Facts({ found: { signal } }: { found: SignalDetail }) {
  const { agreement, previous_rating: before } = signal;
  const price = (value: number | null): string => (value === null ? "–" : `${priceText(value)} ${priceUnit(signal)}`);
  return (
    <Card inner="grid gap-6">
      <RatingScale rating={signal.rating} />
      <p className="font-medium">{signalInstruction(signal)}</p>
      <dl className="grid grid-cols-2 gap-x-6 gap-y-4 sm:grid-cols-3 lg:grid-cols-4">
        <Fact name="Previous rating">
          {before === null ? "None (first signal)" : before}
          {signal.changed ? " (changed)" : ""}
        </Fact>
        <Fact name="Entry">{price(signal.entry)}</Fact>
        <Fact name="Stop">{price(signal.stop)}</Fact>
        <Fact name="Target">{price(signal.target)}</Fact>
        <Fact name="Confidence">{shareText(signal.confidence)}</Fact>
        <Fact name="Horizon">{signal.horizon_days === null ? "–" : counted(signal.horizon_days, "day")}</Fact>
        <Fact name="Agreement">
          {agreement.agreeing} of {counted(agreement.runs, "run")}
          {agreement.runs === 1 ? null : (
            <span className="block text-xs text-muted">
              {agreement.ratings.map((rating) => rating ?? "none").join(", ")}
            </span>
          )}
        </Fact>
        <Fact name="Decided by">{signal.reasoner === "rules" ? "Rules engine" : signal.reasoner}</Fact>
      </dl>
    </Card>
  );
}

/** The price as the run knew it, and since then as far as sessions were kept for settlement. */
async function Prices({ found: { signal } }: { found: SignalDetail }) {
  const ctx = contextOf(await requireViewer());
  const [report, days, path] = await Promise.all([
    reportOf(ctx, signal.id),
    readSignalPrices(ctx, signal),
    readSignalPath(ctx, { signal }),
  ]);
  const data = report === null ? null : runChart(report, days);
  if (data === null && path.entry === null) return null;
  return (
    <PriceSince signal={signal} path={path}>
      {data === null ? null : <Chart data={data} later="shown" />}
    </PriceSince>
  );
}

/** What would break the rating, and what the closes since made of it; nothing where nothing is watched. */
async function Conditions({ found: { signal } }: { found: SignalDetail }) {
  const report = await reportOf(contextOf(await requireViewer()), signal.id);
  const watched = report?.reports.conditions?.watched ?? [];
  if (report === null || report.states === null || watched.length === 0) return null;
  return (
    <Card
      id="conditions"
      className="min-w-0 scroll-mt-8"
      title="Conditions"
      description="Each breaks the rating. Checked by code against data known at each close."
      flush
    >
      <div className="border-t">
        <ConditionsTable label="Conditions" conditions={watched} states={report.states} />
      </div>
    </Card>
  );
}

/** `null`: the report is no longer there. */
const reportOf = cache(async (ctx: Context, id: string) => {
  return ifFound(readSignalReport(ctx, id));
});

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
      <details>
        <summary className="cursor-pointer px-5 py-4 text-base font-semibold">
          Proof of the record: entry {signal.number}
        </summary>
        <CardContent className="grid grid-cols-[minmax(0,1fr)] gap-4">
          <p className="text-sm text-muted">
            This entry can no longer change. Its hash is the SHA-256 of the text below, which includes the hash of the
            previous entry.
          </p>
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
            <TextLink href="/help/verify-the-record">How to verify the record</TextLink>
          </p>
        </CardContent>
      </details>
    </Card>
  );
}

interface PriceSinceProps {
  readonly signal: Signal;
  readonly path: SignalPath;
  /** Its chart. */
  readonly children: ReactNode;
}

/** Where the price went after the entry, and which of the signal's levels a close has reached. */
function PriceSince({ signal, path, children }: PriceSinceProps) {
  return (
    <Card
      className="min-w-0"
      title={
        <>
          {path.entry === null ? "Price" : "Price since entry"}
          {path.entry === null ? null : <LevelBadge path={path} />}
        </>
      }
      description={`${sinceText(signal, path)}Up to ${signal.session}, prices are as the run knew them. Later ones are the opens and closes used to settle the signal.`}
      flush={children === null}
    >
      {children}
    </Card>
  );
}

function LevelBadge({ path: { hit } }: { path: SignalPath }) {
  if (hit === null) return <Badge>No level reached</Badge>;
  return hit.level === "stop" ? <Badge tone="negative">Stop hit</Badge> : <Badge tone="positive">Target hit</Badge>;
}

function sinceText(signal: Signal, { closes, entry, hit }: SignalPath): string {
  const last = closes.at(-1);
  if (entry === null || last === undefined) return "";
  const moved = `${returnText(last.close / entry.price - 1)} from the open of ${entry.session} to the close of ${last.session}, without dividends. `;
  return hit === null
    ? `${moved}Levels count when a session closes at or beyond them. `
    : `${moved}The close of ${hit.session}, ${priceText(hit.close)} ${priceUnit(signal)}, reached the ${hit.level} at ${priceText(hit.price)}. `;
}
