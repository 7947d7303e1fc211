import type { EndpointDelivery } from "#src/contract/webhooks.ts";
import { sendAgain } from "#src/web/actions/endpoints.ts";
import { ButtonForm } from "#src/web/components/ui/button-form.tsx";
import { MessageLine } from "#src/web/components/ui/message-line.tsx";
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
      {deliveries.map(({ id, event, status, reason, created_at: at, next_attempt_at: next, attempts }) => (
        <MessageLine
          key={id}
          badge={<DeliveryStatusBadge status={status} />}
          title={
            <>
              <span className="font-mono text-xs text-ink">{event}</span>
              <span className="font-mono text-xs text-muted wrap-anywhere">{id}</span>
            </>
          }
          attempts={attempts.map(({ created_at: when, ...attempt }) => ({ ...attempt, at: when }))}
          {...{ at, reason, next }}
        >
          {resendable && status !== "pending" ? (
            <ButtonForm fields={{ id: endpoint, delivery: id }} action={sendAgain} done="Queued again">
              Send again
            </ButtonForm>
          ) : null}
        </MessageLine>
      ))}
    </ul>
  );
}
