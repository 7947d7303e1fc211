"use client";

import { useRouter } from "next/navigation";
import { useState } from "react";
import type { CreatedEndpoint } from "#src/contract/webhooks.ts";
import { isolated } from "#src/core/isolated.ts";
import { addEndpoint } from "#src/web/actions/endpoints.ts";
import { Button } from "#src/web/components/ui/button.tsx";
import { FailureAlert } from "#src/web/components/ui/failure-alert.tsx";
import { Form } from "#src/web/components/ui/form.tsx";
import { useActionForm } from "#src/web/components/ui/use-form.ts";
import { EndpointFields, usualEvents } from "./endpoint-fields.tsx";
import { SecretOnce } from "./secret-once.tsx";

export function NewEndpointForm() {
  const router = useRouter();
  const [made, setMade] = useState<CreatedEndpoint | undefined>(undefined);
  const { pending, form, errorOf, errorBeside, typed, ticked, posted } = useActionForm(addEndpoint, (added, sent) => {
    setMade(added);
    sent.reset();
    router.refresh();
  });
  const shown = made ?? posted;
  return (
    <div className="grid gap-5">
      {shown === undefined ? null : (
        <SecretOnce
          title={`Copy the signing secret of “${isolated(shown.name)}” now. It will not be shown again`}
          {...shown}
        />
      )}
      <Form to={form} className="grid max-w-3xl gap-4">
        <FailureAlert failure={errorBeside(["url", "name", "events"])} title="The webhook was not added" />
        <EndpointFields
          url={typed("url") ?? ""}
          name={typed("name") ?? ""}
          events={ticked("events") ?? usualEvents}
          errorOf={errorOf}
        />
        <Button type="submit" pending={pending} className="justify-self-start">
          Add webhook
        </Button>
      </Form>
    </div>
  );
}
