import type { ShownMessage } from "#src/contract/channels.ts";
import { MessageLine } from "#src/web/components/ui/message-line.tsx";
import { MessageStateBadge } from "./channel-state.tsx";

/** What a channel was told, newest first, with every attempt. */
export function DeliveryLog({ log }: { log: readonly ShownMessage[] }) {
  return (
    <ul className="grid">
      {log.map(({ id, event, about, state, reason, created_at: at, due_at: next, attempts }) => (
        <MessageLine
          key={id}
          badge={<MessageStateBadge state={state} />}
          title={<span className="text-ink wrap-anywhere">{about === "" ? event : `${event}: ${about}`}</span>}
          {...{ at, reason, next, attempts }}
        />
      ))}
    </ul>
  );
}
