import type { LoggedRequest } from "#src/contract/api/requests.ts";
import { MethodBadge } from "#src/web/components/reference/fields.tsx";
import { Badge, type Tone, TextLink } from "#src/web/components/ui/elements.tsx";
import { Table, TBody, TD, TH, THead, TR } from "#src/web/components/ui/table.tsx";
import { Time } from "#src/web/components/ui/time.tsx";

export function RequestTable({ requests }: { requests: readonly LoggedRequest[] }) {
  return (
    <Table aria-label="API requests">
      <THead>
        <TR>
          <TH>Status</TH>
          <TH>Request</TH>
          <TH>Key</TH>
          <TH numeric>Duration</TH>
          <TH>Time</TH>
        </TR>
      </THead>
      <TBody>
        {requests.map(({ id, method, path, status, duration_ms: ms, key, error, created_at: at }) => (
          <TR key={id}>
            <TD>
              <HttpStatusBadge status={status} />
            </TD>
            <TD className="min-w-64">
              <span className="flex items-center gap-2">
                <MethodBadge method={method} />
                <TextLink href={`/keys/requests/${id}`} quiet className="font-mono text-xs wrap-anywhere">
                  {path}
                </TextLink>
              </span>
              {error === null ? null : <p className="mt-1 line-clamp-2 text-xs text-muted wrap-anywhere">{error}</p>}
            </TD>
            <TD className="min-w-32 text-xs wrap-anywhere">
              {key.name === "" ? `${key.prefix}…` : <bdi>{key.name}</bdi>}{" "}
              {key.livemode ? null : <Badge tone="info">Test</Badge>}
            </TD>
            <TD numeric className="whitespace-nowrap">
              {durationText(ms)}
            </TD>
            <TD className="whitespace-nowrap">
              <Time at={at} />
            </TD>
          </TR>
        ))}
      </TBody>
    </Table>
  );
}

export function durationText(ms: number): string {
  return ms < 10_000 ? `${ms} ms` : `${Math.round(ms / 1000)} s`;
}

const tones: Readonly<Record<string, Tone>> = { 2: "positive", 3: "neutral", 4: "warning", 5: "negative" };

export function HttpStatusBadge({ status }: { readonly status: number }) {
  return (
    <Badge tone={tones[String(status).slice(0, 1)] ?? "neutral"} className="font-mono">
      {status}
    </Badge>
  );
}
