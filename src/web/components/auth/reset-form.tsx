"use client";

import type { PostedForm } from "#src/contract/accounts/form-outcomes.ts";
import type { Revocable } from "#src/contract/accounts/credentials.ts";
import { NewPasswordField, RevokeChoices } from "#src/web/components/account/new-password-field.tsx";
import { useAuthForm } from "#src/web/components/ui/use-form.ts";
import { Form, Submit } from "#src/web/components/ui/form.tsx";
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
  const { form } = useAuthForm({ path: "/reset-password", posted }, resetPassword, () =>
    location.assign("/sign-in?notice=reset"),
  );
  return (
    <Form to={form} beside={["newPassword"]} failed="The password was not changed" hidden={{ token }}>
      <NewPasswordField name="newPassword" label="New password" />
      <p className="text-sm text-muted">You will be signed out everywhere.</p>
      <RevokeChoices kinds={revocable} />
      <Submit wide>Set password</Submit>
    </Form>
  );
}
