"use client";

import type { ShownChannel } from "#src/contract/channels.ts";
import { dropChannel, sendTest, startChannel, stopChannel } from "#src/web/actions/channels.ts";
import { ButtonForm } from "#src/web/components/ui/form.tsx";

/** What can be done with a channel at once. */
export function ChannelButtons({ channel: { id, state } }: { channel: Pick<ShownChannel, "id" | "state"> }) {
  const fields = { id };
  return (
    <div className="flex flex-wrap items-start gap-3">
      {state === "active" ? (
        <>
          <ButtonForm hidden={fields} action={sendTest} said="Test message queued. It appears in the log below.">
            Send test message
          </ButtonForm>
          <ButtonForm hidden={fields} action={stopChannel} said="Paused">
            Pause
          </ButtonForm>
        </>
      ) : null}
      {state === "paused" ? (
        <ButtonForm hidden={fields} action={startChannel} said="Resumed">
          Resume
        </ButtonForm>
      ) : null}
      <ButtonForm
        hidden={fields}
        action={dropChannel}
        said="Removed"
        leadsTo="/settings/notifications"
        variant="danger"
      >
        Remove
      </ButtonForm>
    </div>
  );
}
