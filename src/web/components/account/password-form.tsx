"use client";

import { useRouter } from "next/navigation";
import type { PostedForm } from "#src/contract/posted-form.ts";
import type { Revocable } from "#src/contract/revocable.ts";
import { changePassword } from "#src/web/auth-actions.ts";
import { Alert } from "#src/web/components/ui/alert.tsx";
import { Button } from "#src/web/components/ui/button.tsx";
import { Field } from "#src/web/components/ui/field.tsx";
import { Form } from "#src/web/components/ui/form.tsx";
import { Input } from "#src/web/components/ui/input.tsx";
import { useToast } from "#src/web/components/ui/toast.tsx";
import { FailureAlert } from "#src/web/components/ui/failure-alert.tsx";
import { NewPasswordField } from "./new-password-field.tsx";
import { RevokeChoices } from "./revoke-choices.tsx";
import { useAuthForm } from "#src/web/components/ui/use-form.ts";

interface Props {
  readonly email: string;
  /** What is there to be revoked along with it. */
  readonly revocable: readonly Revocable[];
  readonly posted: PostedForm | null;
}

export function PasswordForm({ email, revocable, posted }: Props) {
  const router = useRouter();
  const show = useToast();
  const {
    pending,
    form,
    errorOf,
    errorBeside,
    posted: changedAlready,
  } = useAuthForm({ path: "/change-password", posted }, changePassword, (_answer, sent) => {
    sent.reset();
    show({ title: "Password changed", text: "We emailed you a summary of what was revoked.", tone: "positive" });
    router.refresh();
  });
  return (
    <Form to={form} className="grid max-w-md gap-4">
      <FailureAlert failure={errorBeside(["password", "currentPassword", "newPassword"])} />
      {changedAlready ? (
        <Alert tone="positive" title="Password changed">
          We emailed you a summary of what was revoked.
        </Alert>
      ) : null}
      {/* Password managers keep the two together. */}
      <input type="text" name="username" autoComplete="username" defaultValue={email} readOnly hidden />
      <Field
        label="Current password"
        // The browser that sends the form by itself is told of `password`.
        error={errorOf("currentPassword") ?? errorOf("password")}
      >
        <Input name="currentPassword" type="password" autoComplete="current-password" required />
      </Field>
      <NewPasswordField name="newPassword" label="New password" error={errorOf("newPassword")} />
      <RevokeChoices kinds={revocable} isRoutine />
      <Button type="submit" pending={pending} className="justify-self-start">
        Change password
      </Button>
    </Form>
  );
}
