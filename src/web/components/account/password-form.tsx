"use client";

import { useRouter } from "next/navigation";
import { passwordLength } from "#src/contract/password.ts";
import { authClient, authOutcome } from "#src/web/auth-client.ts";
import { Button } from "#src/web/components/ui/button.tsx";
import { Field } from "#src/web/components/ui/field.tsx";
import { Input } from "#src/web/components/ui/input.tsx";
import { useToast } from "#src/web/components/ui/toast.tsx";
import { FormError } from "./form-error.tsx";
import { useSubmit } from "./use-submit.ts";

/** Changing it ends every other session. */
export function PasswordForm({ email }: { email: string }) {
  const router = useRouter();
  const show = useToast();
  const { pending, onSubmit, errorOf, errorBeside } = useSubmit(
    async (fields) => {
      const changed = await authOutcome(
        authClient.changePassword({
          currentPassword: String(fields.get("currentPassword")),
          newPassword: String(fields.get("newPassword")),
        }),
      );
      // Better Auth says `password` of the old one.
      return !changed.ok && changed.field === "password" ? { ...changed, field: "currentPassword" } : changed;
    },
    (_answer, form) => {
      form.reset();
      show({ title: "Your password is changed", text: "Your other sessions have ended.", tone: "positive" });
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
      <Field
        label="New password"
        hint={`At least ${passwordLength.min} characters. Your other sessions end.`}
        error={errorOf("newPassword")}
      >
        <Input name="newPassword" type="password" autoComplete="new-password" required />
      </Field>
      <Button type="submit" pending={pending} className="justify-self-start">
        Change password
      </Button>
    </form>
  );
}
