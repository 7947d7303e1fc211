"use client";

import type { Endpoint } from "#src/contract/webhooks.ts";
import { dropEndpoint, sendTestEvent, startEndpoint, stopEndpoint } from "#src/web/actions/endpoints.ts";
import { ButtonForm } from "#src/web/components/ui/button-form.tsx";

export function EndpointButtons({ endpoint: { id, status } }: { endpoint: Pick<Endpoint, "id" | "status"> }) {
  const fields = { id };
  return (
    <div className="flex flex-wrap items-start gap-3">
      {status === "active" ? (
        <>
          <ButtonForm
            fields={fields}
            action={sendTestEvent}
            done="Test event queued. It appears in the deliveries below."
          >
            Send test event
          </ButtonForm>
          <ButtonForm fields={fields} action={stopEndpoint} done="Paused">
            Pause
          </ButtonForm>
        </>
      ) : (
        <ButtonForm fields={fields} action={startEndpoint} done="Resumed">
          Resume
        </ButtonForm>
      )}
      <ButtonForm fields={fields} action={dropEndpoint} done="Deleted" leavesTo="/webhooks" variant="danger">
        Delete
      </ButtonForm>
    </div>
  );
}
