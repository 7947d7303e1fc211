"use client";

import type { PostedForm } from "#src/contract/posted-form.ts";
import type { Revocable } from "#src/contract/revocable.ts";
import { changePassword } from "#src/web/auth-actions.ts";
import { Alert } from "#src/web/components/ui/elements.tsx";
import { Form, Submit } from "#src/web/components/ui/form.tsx";
import { useAnnounce } from "#src/web/components/ui/toast.tsx";
import { NewPasswordField } from "./new-password-field.tsx";
import { RevokeChoices } from "./revoke-choices.tsx";
import { useAuthForm } from "#src/web/components/ui/use-form.ts";
import { TextField } from "#src/web/components/ui/fields.tsx";

interface Props {
  readonly email: string;
  /** What is there to be revoked along with it. */
  readonly revocable: readonly Revocable[];
  readonly posted: PostedForm | null;
}

export function PasswordForm({ email, revocable, posted }: Props) {
  const announce = useAnnounce();
  const {
    form,
    errorOf,
    posted: changedAlready,
  } = useAuthForm({ path: "/change-password", posted }, changePassword, (_answer, sent) => {
    sent.reset();
    announce("Password changed", "We emailed you a summary of what was revoked.");
  });
  return (
    <Form to={form} beside={["password", "currentPassword", "newPassword"]} className="max-w-md">
      {changedAlready ? (
        <Alert tone="positive" title="Password changed">
          We emailed you a summary of what was revoked.
        </Alert>
      ) : null}
      {/* Password managers keep the two together. */}
      <input type="text" name="username" autoComplete="username" defaultValue={email} readOnly hidden />
      <TextField
        label="Current password"
        // The browser that sends the form by itself is told of `password`.
        error={errorOf("currentPassword") ?? errorOf("password")}
        name="currentPassword"
        type="password"
        autoComplete="current-password"
        required
      />
      <NewPasswordField name="newPassword" label="New password" />
      <RevokeChoices kinds={revocable} isRoutine />
      <Submit>Change password</Submit>
    </Form>
  );
}
