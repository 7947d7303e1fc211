"use client";

import type { PostedForm } from "#src/contract/posted-form.ts";
import { passwordLength } from "#src/contract/users.ts";
import { FormError } from "#src/web/components/account/form-error.tsx";
import { useAuthForm } from "#src/web/components/account/use-submit.ts";
import { Button } from "#src/web/components/ui/button.tsx";
import { Field } from "#src/web/components/ui/field.tsx";
import { Form } from "#src/web/components/ui/form.tsx";
import { Input } from "#src/web/components/ui/input.tsx";
import { authClient, authOutcome } from "#src/web/auth-client.ts";

export function ResetForm({ token, posted }: { token: string; posted: PostedForm | null }) {
  const { pending, form, errorOf, errorBeside } = useAuthForm(
    { path: "/reset-password", posted },
    (fields) => authOutcome(authClient.resetPassword({ newPassword: String(fields.get("newPassword")), token })),
    () => location.assign("/sign-in?notice=reset"),
  );
  return (
    <Form to={form} noValidate className="grid gap-4">
      <input type="hidden" name="token" value={token} />
      <FormError message={errorBeside(["newPassword"])} title="The password is the old one still" />
      <Field label="New password" hint={`At least ${passwordLength.min} characters.`} error={errorOf("newPassword")}>
        <Input name="newPassword" type="password" autoComplete="new-password" required />
      </Field>
      <Button type="submit" pending={pending}>
        Set the password
      </Button>
    </Form>
  );
}
