"use client";

import type { NotificationSettings } from "#src/contract/users.ts";
import { saveNotifications } from "#src/web/actions/account.ts";
import { Alert } from "#src/web/components/ui/alert.tsx";
import { Button } from "#src/web/components/ui/button.tsx";
import { Form } from "#src/web/components/ui/form.tsx";
import { Switch } from "#src/web/components/ui/switch.tsx";
import { useToast } from "#src/web/components/ui/toast.tsx";
import { FailureAlert } from "#src/web/components/ui/failure-alert.tsx";
import { useActionForm } from "#src/web/components/ui/use-form.ts";

const switches: readonly { name: keyof NotificationSettings; label: string; hint: string }[] = [
  { name: "sign_in", label: "New sign-in", hint: "Someone signs in to your account from a new browser." },
  { name: "analysis_finished", label: "Analysis finished", hint: "One of your analyses finishes or fails." },
  {
    name: "condition_broken",
    label: "Condition broken",
    hint: "Something has happened that your analysis, or a signal on your list, said would break its rating.",
  },
  { name: "plan_ends", label: "Plan and renewal", hint: "Your plan renews, is about to end, or has ended." },
  { name: "referral_reward", label: "Referral reward", hint: "Someone you referred buys a plan." },
];

export function NotificationsForm({ settings }: { settings: NotificationSettings }) {
  const show = useToast();
  const { pending, form, errorBeside, posted } = useActionForm(saveNotifications, () =>
    show({ title: "Saved", tone: "positive" }),
  );
  return (
    <Form to={form} className="grid gap-5">
      <FailureAlert failure={errorBeside([])} />
      {posted === undefined ? null : <Alert tone="positive" title="Saved" />}
      <div className="grid gap-5">
        {switches.map(({ name, label, hint }) => (
          <Switch key={name} name={name} label={label} hint={hint} defaultChecked={settings[name]} />
        ))}
      </div>
      <Button type="submit" pending={pending} className="justify-self-start">
        Save email settings
      </Button>
    </Form>
  );
}
