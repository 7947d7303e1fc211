"use client";

import { useRouter } from "next/navigation";
import type { PostedForm } from "#src/contract/posted-form.ts";
import { passwordLength } from "#src/contract/users.ts";
import { authClient, authOutcome } from "#src/web/auth-client.ts";
import { Alert } from "#src/web/components/ui/alert.tsx";
import { Button } from "#src/web/components/ui/button.tsx";
import { Field } from "#src/web/components/ui/field.tsx";
import { Form } from "#src/web/components/ui/form.tsx";
import { Input } from "#src/web/components/ui/input.tsx";
import { useToast } from "#src/web/components/ui/toast.tsx";
import { FormError } from "./form-error.tsx";
import { useAuthForm } from "./use-submit.ts";

/** Changing it ends every other session. */
export function PasswordForm({ email, posted }: { email: string; posted: PostedForm | null }) {
  const router = useRouter();
  const show = useToast();
  const {
    pending,
    form,
    errorOf,
    errorBeside,
    posted: changedAlready,
  } = useAuthForm(
    { path: "/change-password", posted },
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
    (_answer, sent) => {
      sent.reset();
      show({ title: "Your password is changed", text: "Your other sessions have ended.", tone: "positive" });
      router.refresh();
    },
  );
  return (
    <Form to={form} noValidate className="grid max-w-md gap-4">
      <FormError message={errorBeside(["password", "currentPassword", "newPassword"])} />
      {changedAlready ? (
        <Alert tone="positive" title="Your password is changed">
          Your other sessions have ended.
        </Alert>
      ) : null}
      {/* Password managers keep the two together. */}
      <input type="text" name="username" autoComplete="username" defaultValue={email} readOnly hidden />
      <Field label="Present password" error={errorOf("currentPassword") ?? errorOf("password")}>
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
    </Form>
  );
}
