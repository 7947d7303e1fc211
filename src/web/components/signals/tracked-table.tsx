import { Lock } from "lucide-react";
import { horizons, type Horizon, type Mark } from "#src/contract/signals.ts";
import type { TrackedSignal } from "#src/contract/track-record.ts";
import { Table, TBody, TD, TH, THead, TR } from "#src/web/components/ui/table.tsx";
import { Time } from "#src/web/components/ui/time.tsx";
import { SignalRating, WithdrawnBadge } from "./signal-rating.tsx";
import { returnText, shareText } from "./signal-text.ts";

/** Signals as everybody sees them, with what became of each. */
export function TrackedTable({ signals, label }: { signals: readonly TrackedSignal[]; label: string }) {
  return (
    <Table aria-label={label}>
      <THead>
        <TR>
          <TH numeric>No.</TH>
          <TH>Symbol</TH>
          <TH>Rating</TH>
          {horizons.map((horizon) => (
            <TH key={horizon} numeric>
              <span className="sr-only">Return after session </span>
              <span aria-hidden>After </span>
              {horizon}
            </TH>
          ))}
          <TH>Published</TH>
          <TH numeric>Confidence</TH>
          <TH>Hash</TH>
        </TR>
      </THead>
      <TBody>
        {signals.map(({ number, hash, published_at: at, signal, withdrawn, marks }) => (
          <TR key={number}>
            <TD numeric className="text-muted">
              {number}
            </TD>
            {signal === null ? (
              <TD colSpan={2} className="text-muted">
                <Lock aria-hidden className="mr-1.5 mb-0.5 inline size-3.5" />
                sealed until its entry session closes
              </TD>
            ) : (
              <>
                <TD>
                  <span className="flex items-center gap-2 font-medium">
                    {signal.symbol} {withdrawn === null ? null : <WithdrawnBadge />}
                  </span>
                  {withdrawn === null ? null : <span className="text-xs text-muted">{withdrawn.reason}</span>}
                </TD>
                <TD>
                  <SignalRating signal={signal} />
                </TD>
              </>
            )}
            {horizons.map((horizon) => (
              <TD key={horizon} numeric className="whitespace-nowrap">
                {signal === null ? "" : <MarkText mark={markAt(marks, horizon)} />}
              </TD>
            ))}
            <TD className="whitespace-nowrap text-muted">
              <Time at={at} />
            </TD>
            <TD numeric>{signal === null ? "" : shareText(signal.confidence)}</TD>
            <TD className="font-mono text-xs text-muted" title={hash}>
              {hash.slice(0, 12)}…
            </TD>
          </TR>
        ))}
      </TBody>
    </Table>
  );
}

function markAt(marks: readonly Mark[], horizon: Horizon): Mark | null {
  return marks.find((mark) => mark.horizon === horizon) ?? null;
}

/** Right or wrong is said by a word and a colour; Hold is neither. */
function MarkText({ mark }: { mark: Mark | null }) {
  if (mark === null || mark.status === "open") return <span className="text-faint">open</span>;
  const tone = mark.hit === null ? "" : mark.hit ? "text-positive" : "text-negative";
  return (
    <span className={tone}>
      {returnText(mark.return)}
      {mark.hit === null ? null : <span className="sr-only">{mark.hit ? ", right" : ", wrong"}</span>}
    </span>
  );
}
