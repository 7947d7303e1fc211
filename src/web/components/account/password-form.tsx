"use client";

import { useRouter } from "next/navigation";
import type { Revocable } from "#src/contract/revocable.ts";
import { authClient, authOutcome } from "#src/web/auth-client.ts";
import { Button } from "#src/web/components/ui/button.tsx";
import { Field } from "#src/web/components/ui/field.tsx";
import { Input } from "#src/web/components/ui/input.tsx";
import { useToast } from "#src/web/components/ui/toast.tsx";
import { FormError } from "./form-error.tsx";
import { NewPasswordField } from "./new-password-field.tsx";
import { keptOf, RevokeChoices } from "./revoke-choices.tsx";
import { useSubmit } from "./use-submit.ts";

/** `revocable`: what is there to be revoked along with it. */
export function PasswordForm({ email, revocable }: { email: string; revocable: readonly Revocable[] }) {
  const router = useRouter();
  const show = useToast();
  const { pending, onSubmit, errorOf, errorBeside } = useSubmit(
    async (fields) => {
      const asked = {
        currentPassword: String(fields.get("currentPassword")),
        newPassword: String(fields.get("newPassword")),
        keep: keptOf(fields, revocable),
      };
      const changed = await authOutcome(authClient.changePassword(asked));
      // Better Auth says `password` of the old one.
      return !changed.ok && changed.field === "password" ? { ...changed, field: "currentPassword" } : changed;
    },
    (_answer, form) => {
      form.reset();
      show({ title: "Your password is changed", text: "We have mailed you what was revoked.", tone: "positive" });
      router.refresh();
    },
  );
  return (
    <form onSubmit={onSubmit} noValidate className="grid max-w-md gap-4">
      <FormError message={errorBeside(["currentPassword", "newPassword"])} />
      {/* Password managers keep the two together. */}
      <input type="text" name="username" autoComplete="username" defaultValue={email} readOnly hidden />
      <Field label="Present password" error={errorOf("currentPassword")}>
        <Input name="currentPassword" type="password" autoComplete="current-password" required />
      </Field>
      <NewPasswordField name="newPassword" label="New password" error={errorOf("newPassword")} />
      <RevokeChoices kinds={revocable} />
      <Button type="submit" pending={pending} className="justify-self-start">
        Change password
      </Button>
    </form>
  );
}
