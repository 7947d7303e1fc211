import type { Upcoming } from "#src/contract/dashboard.ts";
import { isolated } from "#src/core/isolated.ts";
import { ExpectedDay, reportName } from "#src/web/components/instruments/expected-day.tsx";
import { LinkButton } from "#src/web/components/ui/button.tsx";
import { Card } from "#src/web/components/ui/card.tsx";
import { Time } from "#src/web/components/ui/time.tsx";

const namedAtMost = 3;

/** Closes and runs that are known to come, and reports that are expected. */
export function UpcomingCard({ upcoming }: { upcoming: readonly Upcoming[] }) {
  return (
    <Card
      title="Next"
      aside={
        <LinkButton href="/signals/lists" variant="link" size="sm">
          Schedules
        </LinkButton>
      }
      flush
    >
      <ol className="border-t">
        {upcoming.map((one) => (
          <li
            key={one.kind === "report" ? `report ${one.symbol}` : `${one.at} ${one.kind} ${one.list}`}
            className="grid gap-0.5 border-b px-5 py-2.5 text-sm last:border-b-0"
          >
            <Event event={one} />
          </li>
        ))}
      </ol>
    </Card>
  );
}

function Event({ event }: { event: Upcoming }) {
  const when = "shrink-0 text-xs leading-5 text-muted";
  const isReport = event.kind === "report";
  return (
    <>
      <span className="flex flex-wrap justify-between gap-x-3">
        <span className="min-w-0 wrap-anywhere">
          {isReport
            ? reportName(event.report)
            : event.kind === "close"
              ? closeText(event.symbols)
              : `Run of ${isolated(event.list ?? "")}`}
        </span>
        {isReport ? <ExpectedDay report={event.report} className={when} /> : <Time at={event.at} className={when} />}
      </span>
      <span className="truncate text-xs text-muted">
        {isReport ? `${event.symbol} · estimated from four filings` : namesText(event.symbols)}
      </span>
    </>
  );
}

/** A coin trades always: of it a day ends. */
function closeText(symbols: readonly string[]): string {
  return symbols.every((symbol) => /-USD[CT]?$/.test(symbol)) ? "Day ends (24:00 UTC)" : "Market close";
}

function namesText(symbols: readonly string[]): string {
  const named = symbols.slice(0, namedAtMost).join(", ");
  return symbols.length > namedAtMost ? `${named} and ${symbols.length - namedAtMost} more` : named;
}
