"use client";

import { useRouter } from "next/navigation";
import { useState } from "react";
import { type CreatedEndpoint, webhookLimits, type RotatedSecret } from "#src/contract/messages/webhooks.ts";
import { isolated } from "#src/core/text/untrusted.ts";
import { addEndpoint, rotateEndpointSecret } from "#src/web/actions/developers.ts";
import { Form, Submit } from "#src/web/components/ui/form.tsx";
import { useActionForm } from "#src/web/components/ui/use-form.ts";
import { EndpointFields } from "./endpoint-parts.tsx";
import { Alert } from "#src/web/components/ui/elements.tsx";
import { CopyableCode } from "#src/web/components/ui/code-block.tsx";

export function NewEndpointForm() {
  const router = useRouter();
  const [made, setMade] = useState<CreatedEndpoint | undefined>(undefined);
  const { form, posted } = useActionForm(addEndpoint, (added, sent) => {
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
      <Form to={form} beside={["url", "name", "events"]} failed="The webhook was not added" className="max-w-3xl">
        <EndpointFields />
        <Submit>Add webhook</Submit>
      </Form>
    </div>
  );
}

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

/** A signing secret, which is nowhere else. */
function SecretOnce({ title, secret }: { readonly title: string; readonly secret: string }) {
  return (
    <Alert tone="warning" title={title}>
      <div className="mt-2">
        <CopyableCode text={secret} label="Copy secret" />
      </div>
    </Alert>
  );
}
