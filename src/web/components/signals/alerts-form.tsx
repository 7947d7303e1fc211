"use client";

import { useRouter } from "next/navigation";
import type { KeptAlerts } from "#src/contract/signals.ts";
import { keepAlerts } from "#src/web/actions/signals.ts";
import { FailureAlert } from "#src/web/components/ui/failure-alert.tsx";
import { useActionForm } from "#src/web/components/ui/use-form.ts";
import { Alert } from "#src/web/components/ui/alert.tsx";
import { Button } from "#src/web/components/ui/button.tsx";
import { CopyableCode } from "#src/web/components/ui/copyable-code.tsx";
import { Field } from "#src/web/components/ui/field.tsx";
import { Form } from "#src/web/components/ui/form.tsx";
import { Input } from "#src/web/components/ui/input.tsx";
import { Switch } from "#src/web/components/ui/switch.tsx";
import { useToast } from "#src/web/components/ui/toast.tsx";

/** How somebody is told of changed ratings. */
export function AlertsForm({ alerts, email }: { alerts: KeptAlerts; email: string }) {
  const router = useRouter();
  const show = useToast();
  const { pending, form, errorOf, errorBeside, typed, ticked, posted } = useActionForm(keepAlerts, () => {
    show({ title: "Saved", tone: "positive" });
    router.refresh();
  });
  return (
    <Form to={form} className="grid max-w-xl gap-5">
      <FailureAlert failure={errorBeside(["webhook_url", "symbols"])} />
      {posted === undefined ? null : <Alert tone="positive" title="Saved" />}
      <Switch
        name="email"
        label="Email"
        hint={`Sent to ${email}.`}
        defaultChecked={ticked("email")?.includes("on") ?? alerts.email}
      />
      <Field
        label="Webhook"
        hint="We send a signed message to this URL for each change. Leave empty to turn this off."
        error={errorOf("webhook_url")}
      >
        <Input
          type="url"
          name="webhook_url"
          maxLength={2048}
          defaultValue={typed("webhook_url") ?? alerts.webhook_url ?? ""}
          placeholder="https://example.com/signals"
          autoComplete="off"
        />
      </Field>
      {alerts.webhook_secret === null ? null : (
        <div className="grid gap-1.5">
          <span className="text-xs text-muted">Signing secret</span>
          <CopyableCode text={alerts.webhook_secret} label="Copy secret" />
        </div>
      )}
      <Field label="Only these symbols" hint="Separated by commas. Leave empty for all." error={errorOf("symbols")}>
        <Input
          name="symbols"
          maxLength={4000}
          defaultValue={typed("symbols") ?? alerts.symbols?.join(", ") ?? ""}
          autoComplete="off"
        />
      </Field>
      <Button type="submit" pending={pending} className="justify-self-start">
        Save alerts
      </Button>
    </Form>
  );
}
