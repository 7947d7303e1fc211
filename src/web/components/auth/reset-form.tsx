"use client";

import { passwordLength } from "#src/contract/password.ts";
import { FormError } from "#src/web/components/account/form-error.tsx";
import { useSubmit } from "#src/web/components/account/use-submit.ts";
import { Button } from "#src/web/components/ui/button.tsx";
import { Field } from "#src/web/components/ui/field.tsx";
import { Input } from "#src/web/components/ui/input.tsx";
import { authClient, authOutcome } from "#src/web/auth-client.ts";

export function ResetForm({ token }: { token: string }) {
  const { pending, onSubmit, errorOf, errorBeside } = useSubmit(
    (fields) => authOutcome(authClient.resetPassword({ newPassword: String(fields.get("newPassword")), token })),
    () => location.assign("/sign-in?notice=reset"),
  );
  return (
    <form onSubmit={onSubmit} noValidate className="grid gap-4">
      <FormError message={errorBeside(["newPassword"])} title="The password is the old one still" />
      <Field label="New password" hint={`At least ${passwordLength.min} characters.`} error={errorOf("newPassword")}>
        <Input name="newPassword" type="password" autoComplete="new-password" required />
      </Field>
      <Button type="submit" pending={pending}>
        Set the password
      </Button>
    </form>
  );
}
