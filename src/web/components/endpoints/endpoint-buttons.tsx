"use client";

import type { Endpoint } from "#src/contract/webhooks.ts";
import { dropEndpoint, sendTestEvent, startEndpoint, stopEndpoint } from "#src/web/actions/endpoints.ts";
import { ButtonForm } from "#src/web/components/ui/form.tsx";

export function EndpointButtons({ endpoint: { id, status } }: { endpoint: Pick<Endpoint, "id" | "status"> }) {
  const fields = { id };
  return (
    <div className="flex flex-wrap items-start gap-3">
      {status === "active" ? (
        <>
          <ButtonForm
            hidden={fields}
            action={sendTestEvent}
            said="Test event queued. It appears in the deliveries below."
          >
            Send test event
          </ButtonForm>
          <ButtonForm hidden={fields} action={stopEndpoint} said="Paused">
            Pause
          </ButtonForm>
        </>
      ) : (
        <ButtonForm hidden={fields} action={startEndpoint} said="Resumed">
          Resume
        </ButtonForm>
      )}
      <ButtonForm hidden={fields} action={dropEndpoint} said="Deleted" leadsTo="/webhooks" variant="danger">
        Delete
      </ButtonForm>
    </div>
  );
}
