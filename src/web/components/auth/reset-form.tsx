"use client";

import type { PostedForm } from "#src/contract/posted-form.ts";
import type { Revocable } from "#src/contract/revocable.ts";
import { FailureAlert } from "#src/web/components/ui/failure-alert.tsx";
import { NewPasswordField } from "#src/web/components/account/new-password-field.tsx";
import { RevokeChoices } from "#src/web/components/account/revoke-choices.tsx";
import { useAuthForm } from "#src/web/components/ui/use-form.ts";
import { Button } from "#src/web/components/ui/button.tsx";
import { Form } from "#src/web/components/ui/form.tsx";
import { resetPassword } from "#src/web/auth-actions.ts";

/** Sessions end in any case: whoever resets a password is signed in nowhere. */
const revocable = [
  "api_keys",
  "connections",
  "webhooks",
  "passkeys",
  "providers",
] as const satisfies readonly Revocable[];

export function ResetForm({ token, posted }: { token: string; posted: PostedForm | null }) {
  const { pending, form, errorOf, errorBeside } = useAuthForm({ path: "/reset-password", posted }, resetPassword, () =>
    location.assign("/sign-in?notice=reset"),
  );
  return (
    <Form to={form} className="grid gap-4">
      <input type="hidden" name="token" value={token} />
      <FailureAlert failure={errorBeside(["newPassword"])} title="The password was not changed" />
      <NewPasswordField name="newPassword" label="New password" error={errorOf("newPassword")} />
      <p className="text-sm text-muted">You will be signed out everywhere.</p>
      <RevokeChoices kinds={revocable} />
      <Button type="submit" pending={pending}>
        Set password
      </Button>
    </Form>
  );
}
