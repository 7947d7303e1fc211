import Link from "next/link";
import { EndpointEvent, type Endpoint } from "#src/contract/webhooks.ts";
import { isolated } from "#src/platform/isolated.ts";
import { counted } from "#src/platform/number-text.ts";
import { Table, TBody, TD, TH, THead, TR } from "#src/web/components/ui/table.tsx";
import { EndpointStateBadge } from "./endpoint-state.tsx";

export function EndpointTable({ endpoints }: { endpoints: readonly Endpoint[] }) {
  return (
    <Table aria-label="Account webhooks">
      <THead>
        <TR>
          <TH>Name</TH>
          <TH>Status</TH>
          <TH>Endpoint</TH>
          <TH>Events</TH>
        </TR>
      </THead>
      <TBody>
        {endpoints.map((endpoint) => (
          <TR key={endpoint.id}>
            <TD className="min-w-28 font-medium wrap-anywhere">
              <Link href={`/webhooks/${endpoint.id}`} className="underline-offset-4 hover:underline">
                {endpoint.name}
              </Link>
              {endpoint.app === null ? null : (
                <p className="text-xs font-normal text-muted">Made by {isolated(endpoint.app)}</p>
              )}
            </TD>
            <TD>
              <EndpointStateBadge endpoint={endpoint} />
            </TD>
            <TD className="min-w-48 font-mono text-xs wrap-anywhere">{endpoint.url}</TD>
            <TD className="text-xs whitespace-nowrap">{eventsText(endpoint.events)}</TD>
          </TR>
        ))}
      </TBody>
    </Table>
  );
}

function eventsText(events: readonly string[]): string {
  return events.length === EndpointEvent.options.length ? "All events" : counted(events.length, "event");
}
