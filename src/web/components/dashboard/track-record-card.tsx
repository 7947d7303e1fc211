import type { HitSummary } from "#src/contract/track-record.ts";
import { countText } from "#src/core/number-text.ts";
import { endsOf } from "#src/report/interval-text.ts";
import { sessionsText, shareText } from "#src/web/components/signals/signal-text.ts";
import { LinkButton } from "#src/web/components/ui/button.tsx";
import { Card } from "#src/web/components/ui/card.tsx";

interface Props {
  /** By horizon; of the viewer's own lists and of the house list. */
  readonly own: readonly HitSummary[];
  readonly house: readonly HitSummary[];
}

/** How often signals were right so far. */
export function TrackRecordCard({ own, house }: Props) {
  const lines = [
    { name: "Your watchlists", summary: tellingOf(own) },
    { name: "House list", summary: tellingOf(house) },
  ];
  return (
    <Card
      title="Right so far"
      aside={
        <LinkButton href="/track-record" variant="link" size="sm">
          Track record
        </LinkButton>
      }
    >
      <dl className="grid gap-4 text-sm">
        {lines.map(({ name, summary }) => (
          <div key={name} className="grid gap-0.5">
            <dt className="text-muted">{name}</dt>
            {summary === null ? <dd>No settled signals yet</dd> : <Line summary={summary} />}
          </div>
        ))}
      </dl>
    </Card>
  );
}

/** The longest of the usual horizons that has outcomes: a month, a week, a day. */
export function tellingOf(summaries: readonly HitSummary[]): HitSummary | null {
  const settled = [21, 5, 1].map((horizon) => summaries.find((one) => one.horizon === horizon));
  return settled.find((one) => one !== undefined && one.settled > 0) ?? null;
}

function Line({ summary: { horizon, settled, hits, interval } }: { summary: HitSummary }) {
  return (
    <dd className="tabular-nums">
      <span className="font-medium">{shareText(hits / settled)}</span> of {countText(settled)} right after{" "}
      {sessionsText(horizon)}
      <span className="block text-xs text-muted">
        {interval.status === "given"
          ? `95% interval ${endsOf(interval, shareText).join(" to ")}`
          : "Too few settled signals for an interval"}
      </span>
    </dd>
  );
}
