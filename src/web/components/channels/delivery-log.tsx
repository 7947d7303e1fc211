import type { ShownMessage } from "#src/contract/channels.ts";
import { counted } from "#src/platform/number-text.ts";
import { Time } from "#src/web/components/ui/time.tsx";
import { MessageStateBadge } from "./channel-state.tsx";

/** What a channel was told, newest first, with every attempt. */
export function DeliveryLog({ log }: { log: readonly ShownMessage[] }) {
  return (
    <ul className="grid">
      {log.map((message) => (
        <Line key={message.id} message={message} />
      ))}
    </ul>
  );
}

function Line({
  message: { event, about, state, reason, created_at: at, due_at: due, attempts },
}: {
  message: ShownMessage;
}) {
  return (
    <li className="grid gap-2 border-b py-4 text-sm first:pt-0 last:border-0 last:pb-0">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <MessageStateBadge state={state} />
        <span className="text-ink wrap-anywhere">{about === "" ? event : `${event}: ${about}`}</span>
        <span className="ml-auto text-xs text-muted">
          <Time at={at} />
        </span>
      </div>
      {reason === null ? null : <p className="text-xs text-muted wrap-anywhere">{reason}</p>}
      {due === null || attempts.length === 0 ? null : (
        <p className="text-xs text-muted">
          Next attempt around <Time at={due} />
        </p>
      )}
      {attempts.length === 0 ? null : (
        <details>
          <summary className="w-fit rounded-sm text-xs text-muted hover:text-ink">
            {counted(attempts.length, "attempt")}
          </summary>
          <ol className="mt-2 grid gap-1 border-l pl-4 text-xs">
            {attempts.map(({ number, status, error, at: when }) => (
              <li key={number} className="flex flex-wrap gap-x-3">
                <span className="tabular text-muted">#{number}</span>
                <Time at={when} />
                <span className="font-mono">{status ?? "no response"}</span>
                {error === null ? null : <span className="text-negative wrap-anywhere">{error}</span>}
              </li>
            ))}
          </ol>
        </details>
      )}
    </li>
  );
}
