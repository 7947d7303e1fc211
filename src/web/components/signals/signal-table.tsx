import type { Mark, Signal, SignalDetail } from "#src/contract/signals.ts";
import { Table, TBody, TD, TH, THead, TR } from "#src/web/components/ui/table.tsx";
import { Time } from "#src/web/components/ui/time.tsx";
import { OutcomeBadge } from "./outcome-badge.tsx";
import { SignalRating, WithdrawnBadge } from "./signal-rating.tsx";
import { priceText, returnText, sessionsText, shareText } from "./signal-text.ts";
import { TextLink } from "#src/web/components/ui/text-link.tsx";

interface Props {
  readonly signals: readonly SignalDetail[];
  readonly label: string;
  /** Whether whoever looks may read a signal's own page. */
  readonly isReadable?: (signal: Signal) => boolean;
}

/** Signals, newest first. */
export function SignalTable({ signals, label, isReadable = () => true }: Props) {
  return (
    <Table aria-label={label}>
      <THead>
        <TR>
          <TH>Symbol</TH>
          <TH>Rating</TH>
          <TH numeric>Latest outcome</TH>
          <TH>Published</TH>
          <TH numeric>Confidence</TH>
          <TH numeric>Entry</TH>
          <TH numeric>Stop</TH>
          <TH numeric>Target</TH>
        </TR>
      </THead>
      <TBody>
        {signals.map(({ signal, withdrawn, marks }) => (
          <TR key={signal.id}>
            <TD>
              <span className="flex items-center gap-2">
                {isReadable(signal) ? (
                  <TextLink href={`/signals/${signal.id}`} quiet className="font-medium">
                    {signal.symbol}
                  </TextLink>
                ) : (
                  <span className="font-medium">{signal.symbol}</span>
                )}
                {withdrawn === null ? null : <WithdrawnBadge />}
              </span>
            </TD>
            <TD>
              <SignalRating signal={signal} />
            </TD>
            <TD numeric className="whitespace-nowrap">
              <LatestOutcome marks={marks} />
            </TD>
            <TD className="whitespace-nowrap text-muted">
              <Time at={signal.published_at} />
            </TD>
            <TD numeric>{shareText(signal.confidence)}</TD>
            <TD numeric>{priceText(signal.entry)}</TD>
            <TD numeric>{priceText(signal.stop)}</TD>
            <TD numeric>{priceText(signal.target)}</TD>
          </TR>
        ))}
      </TBody>
    </Table>
  );
}

function LatestOutcome({ marks }: { marks: readonly Mark[] }) {
  const mark = marks.findLast(({ status }) => status === "settled");
  if (mark === undefined) return <OutcomeBadge marks={marks} />;
  return (
    <span className="inline-flex items-baseline justify-end gap-2 max-sm:flex-col max-sm:items-end max-sm:gap-0.5">
      <span>
        {returnText(mark.return)}{" "}
        <span className="text-xs text-muted max-sm:block">after {sessionsText(mark.horizon)}</span>
      </span>
      <OutcomeBadge marks={marks} />
    </span>
  );
}
