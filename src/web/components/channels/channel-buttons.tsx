"use client";

import type { ShownChannel } from "#src/contract/channels.ts";
import { dropChannel, sendTest, startChannel, stopChannel } from "#src/web/actions/channels.ts";
import { ButtonForm } from "#src/web/components/ui/button-form.tsx";

/** What can be done with a channel at once. */
export function ChannelButtons({ channel: { id, state } }: { channel: Pick<ShownChannel, "id" | "state"> }) {
  const fields = { id };
  return (
    <div className="flex flex-wrap items-start gap-3">
      {state === "active" ? (
        <>
          <ButtonForm fields={fields} action={sendTest} done="Test message queued. It appears in the log below.">
            Send test message
          </ButtonForm>
          <ButtonForm fields={fields} action={stopChannel} done="Paused">
            Pause
          </ButtonForm>
        </>
      ) : null}
      {state === "paused" ? (
        <ButtonForm fields={fields} action={startChannel} done="Resumed">
          Resume
        </ButtonForm>
      ) : null}
      <ButtonForm
        fields={fields}
        action={dropChannel}
        done="Removed"
        leavesTo="/settings/notifications"
        variant="danger"
      >
        Remove
      </ButtonForm>
    </div>
  );
}
