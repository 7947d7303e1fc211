"use client";

import { useState } from "react";
import { webhookLimits, type RotatedSecret } from "#src/contract/webhooks.ts";
import { rotateEndpointSecret } from "#src/web/actions/endpoints.ts";
import { Form, Submit } from "#src/web/components/ui/form.tsx";
import { useActionForm } from "#src/web/components/ui/use-form.ts";
import { SecretOnce } from "./secret-once.tsx";

export function RotateForm({ id }: { readonly id: string }) {
  const [made, setMade] = useState<RotatedSecret | undefined>(undefined);
  const { form, posted } = useActionForm(rotateEndpointSecret, setMade);
  const shown = made ?? posted;
  return (
    <div className="grid gap-4">
      {shown === undefined ? null : (
        <SecretOnce
          title={`Copy the new secret now. For ${webhookLimits.overlapHours} hours, messages carry both signatures`}
          secret={shown.secret}
        />
      )}
      <Form to={form} beside={[]} failed="The secret was not rotated" hidden={{ id }} className="gap-2">
        <Submit variant="secondary" size="sm">
          Rotate secret
        </Submit>
      </Form>
    </div>
  );
}
