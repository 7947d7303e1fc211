import type { EndpointDelivery } from "#src/contract/webhooks.ts";
import { counted } from "#src/platform/number-text.ts";
import { sendAgain } from "#src/web/actions/endpoints.ts";
import { ButtonForm } from "#src/web/components/ui/button-form.tsx";
import { Time } from "#src/web/components/ui/time.tsx";
import { DeliveryStatusBadge } from "./endpoint-state.tsx";

interface Props {
  readonly endpoint: string;
  readonly deliveries: readonly EndpointDelivery[];
  /** Nothing is sent while it is paused. */
  readonly resendable: boolean;
}

/** What a webhook was sent, newest first, with every attempt and what was answered. */
export function DeliveryList({ endpoint, deliveries, resendable }: Props) {
  return (
    <ul className="grid">
      {deliveries.map((delivery) => (
        <Line key={delivery.id} endpoint={endpoint} delivery={delivery} resendable={resendable} />
      ))}
    </ul>
  );
}

function Line({
  endpoint,
  delivery: { id, event, status, reason, created_at: at, next_attempt_at: next, attempts },
  resendable,
}: {
  endpoint: string;
  delivery: EndpointDelivery;
  resendable: boolean;
}) {
  return (
    <li className="grid gap-2 border-b py-4 text-sm first:pt-0 last:border-0 last:pb-0">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <DeliveryStatusBadge status={status} />
        <span className="font-mono text-xs text-ink">{event}</span>
        <span className="font-mono text-xs text-muted wrap-anywhere">{id}</span>
        <span className="ml-auto text-xs text-muted">
          <Time at={at} />
        </span>
      </div>
      {reason === null ? null : <p className="text-xs text-muted wrap-anywhere">{reason}</p>}
      {next === null || attempts.length === 0 ? null : (
        <p className="text-xs text-muted">
          Next attempt around <Time at={next} />
        </p>
      )}
      {attempts.length === 0 ? null : <Attempts attempts={attempts} />}
      {resendable && status !== "pending" ? (
        <ButtonForm fields={{ id: endpoint, delivery: id }} action={sendAgain} done="Queued again">
          Send again
        </ButtonForm>
      ) : null}
    </li>
  );
}

function Attempts({ attempts }: Pick<EndpointDelivery, "attempts">) {
  return (
    <details>
      <summary className="w-fit rounded-sm text-xs text-muted hover:text-ink">
        {counted(attempts.length, "attempt")}
      </summary>
      <ol className="mt-2 grid gap-2 border-l pl-4 text-xs">
        {attempts.map(({ number, status, error, response, created_at: when }) => (
          <li key={number} className="grid gap-1">
            <span className="flex flex-wrap gap-x-3">
              <span className="tabular text-muted">#{number}</span>
              <Time at={when} />
              <span className="font-mono">{status ?? "no response"}</span>
              {error === null ? null : <span className="text-negative wrap-anywhere">{error}</span>}
            </span>
            {response === null ? null : (
              <code className="rounded-sm border bg-sunken px-2 py-1.5 font-mono wrap-anywhere whitespace-pre-wrap">
                {response}
              </code>
            )}
          </li>
        ))}
      </ol>
    </details>
  );
}
