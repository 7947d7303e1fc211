"use client";

import type { NotificationSettings } from "#src/contract/users.ts";
import { saveNotifications } from "#src/web/actions/account.ts";
import { Alert } from "#src/web/components/ui/alert.tsx";
import { Button } from "#src/web/components/ui/button.tsx";
import { Form } from "#src/web/components/ui/form.tsx";
import { Switch } from "#src/web/components/ui/switch.tsx";
import { useToast } from "#src/web/components/ui/toast.tsx";
import { FormError } from "./form-error.tsx";
import { useActionForm } from "./use-submit.ts";

const switches: readonly { name: keyof NotificationSettings; label: string; hint: string }[] = [
  { name: "sign_in", label: "New sign-in", hint: "Somebody signs in to your account from a browser not seen before." },
  { name: "analysis_finished", label: "Analysis finished", hint: "One of your analyses has a result or has failed." },
  { name: "signals", label: "Signals", hint: "The rating of something that you follow has changed." },
  { name: "plan_ends", label: "Plan and renewal", hint: "Your plan was renewed, ends soon, or has ended." },
  { name: "referral_reward", label: "Referral reward", hint: "Somebody who came by your link bought a plan." },
];

export function NotificationsForm({ settings }: { settings: NotificationSettings }) {
  const show = useToast();
  const { pending, form, errorBeside, posted } = useActionForm(saveNotifications, () =>
    show({ title: "Saved", tone: "positive" }),
  );
  return (
    <Form to={form} className="grid gap-5">
      <FormError message={errorBeside([])} />
      {posted === undefined ? null : <Alert tone="positive" title="Saved" />}
      <div className="grid gap-5">
        {switches.map(({ name, label, hint }) => (
          <Switch key={name} name={name} label={label} hint={hint} defaultChecked={settings[name]} />
        ))}
      </div>
      <Button type="submit" pending={pending} className="justify-self-start">
        Save
      </Button>
    </Form>
  );
}
