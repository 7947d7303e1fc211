"use client";

import { useRouter } from "next/navigation";
import type { Endpoint } from "#src/contract/webhooks.ts";
import { keepEndpoint } from "#src/web/actions/endpoints.ts";
import { Alert } from "#src/web/components/ui/alert.tsx";
import { Button } from "#src/web/components/ui/button.tsx";
import { FailureAlert } from "#src/web/components/ui/failure-alert.tsx";
import { Form } from "#src/web/components/ui/form.tsx";
import { useToast } from "#src/web/components/ui/toast.tsx";
import { useActionForm } from "#src/web/components/ui/use-form.ts";
import { EndpointFields } from "./endpoint-fields.tsx";

export function EndpointSettingsForm({ endpoint: { id, url, name, events } }: { endpoint: Endpoint }) {
  const router = useRouter();
  const show = useToast();
  const { pending, form, errorOf, errorBeside, typed, ticked, posted } = useActionForm(keepEndpoint, () => {
    show({ title: "Saved", tone: "positive" });
    router.refresh();
  });
  return (
    <Form to={form} className="grid max-w-3xl gap-4">
      <FailureAlert failure={errorBeside(["url", "name", "events"])} title="The webhook was not saved" />
      {posted === undefined ? null : <Alert tone="positive" title="Saved" />}
      <input type="hidden" name="id" value={id} />
      <EndpointFields
        url={typed("url") ?? url}
        name={typed("name") ?? name}
        events={ticked("events") ?? events}
        errorOf={errorOf}
      />
      <Button type="submit" pending={pending} className="justify-self-start">
        Save
      </Button>
    </Form>
  );
}
