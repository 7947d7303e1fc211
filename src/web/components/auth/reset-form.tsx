"use client";

import type { PostedForm } from "#src/contract/posted-form.ts";
import type { Revocable } from "#src/contract/revocable.ts";
import { FormError } from "#src/web/components/account/form-error.tsx";
import { NewPasswordField } from "#src/web/components/account/new-password-field.tsx";
import { keptOf, RevokeChoices } from "#src/web/components/account/revoke-choices.tsx";
import { useAuthForm } from "#src/web/components/account/use-submit.ts";
import { Button } from "#src/web/components/ui/button.tsx";
import { Form } from "#src/web/components/ui/form.tsx";
import { authClient, authOutcome } from "#src/web/auth-client.ts";

/** Sessions end in any case: whoever resets a password is signed in nowhere. */
const revocable = ["api_keys", "webhooks", "passkeys", "providers"] as const satisfies readonly Revocable[];

export function ResetForm({ token, posted }: { token: string; posted: PostedForm | null }) {
  const { pending, form, errorOf, errorBeside } = useAuthForm(
    { path: "/reset-password", posted },
    (fields) => {
      const asked = { newPassword: String(fields.get("newPassword")), token, keep: keptOf(fields, revocable) };
      return authOutcome(authClient.resetPassword(asked));
    },
    () => location.assign("/sign-in?notice=reset"),
  );
  return (
    <Form to={form} noValidate className="grid gap-4">
      <input type="hidden" name="token" value={token} />
      <FormError message={errorBeside(["newPassword"])} title="The password is the old one still" />
      <NewPasswordField name="newPassword" label="New password" error={errorOf("newPassword")} />
      <p className="text-sm text-muted">All your sessions end.</p>
      <RevokeChoices kinds={revocable} />
      <Button type="submit" pending={pending}>
        Set the password
      </Button>
    </Form>
  );
}
