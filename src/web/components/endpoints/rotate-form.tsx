"use client";

import { useState } from "react";
import { webhookLimits, type RotatedSecret } from "#src/contract/webhooks.ts";
import { rotateEndpointSecret } from "#src/web/actions/endpoints.ts";
import { Button } from "#src/web/components/ui/button.tsx";
import { FailureAlert } from "#src/web/components/ui/failure-alert.tsx";
import { Form } from "#src/web/components/ui/form.tsx";
import { useActionForm } from "#src/web/components/ui/use-form.ts";
import { SecretOnce } from "./secret-once.tsx";

export function RotateForm({ id }: { readonly id: string }) {
  const [made, setMade] = useState<RotatedSecret | undefined>(undefined);
  const { pending, form, errorBeside, posted } = useActionForm(rotateEndpointSecret, setMade);
  const shown = made ?? posted;
  return (
    <div className="grid gap-4">
      {shown === undefined ? null : (
        <SecretOnce
          title={`Copy the new secret now. For ${webhookLimits.overlapHours} hours, messages carry both signatures`}
          secret={shown.secret}
        />
      )}
      <Form to={form} className="grid gap-2">
        <FailureAlert failure={errorBeside([])} title="The secret was not rotated" />
        <input type="hidden" name="id" value={id} />
        <Button type="submit" variant="secondary" size="sm" pending={pending} className="justify-self-start">
          Rotate secret
        </Button>
      </Form>
    </div>
  );
}
