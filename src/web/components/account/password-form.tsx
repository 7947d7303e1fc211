"use client";

import { useRouter } from "next/navigation";
import type { PostedForm } from "#src/contract/posted-form.ts";
import type { Revocable } from "#src/contract/revocable.ts";
import { authClient, authOutcome } from "#src/web/auth-client.ts";
import { Alert } from "#src/web/components/ui/alert.tsx";
import { Button } from "#src/web/components/ui/button.tsx";
import { Field } from "#src/web/components/ui/field.tsx";
import { Form } from "#src/web/components/ui/form.tsx";
import { Input } from "#src/web/components/ui/input.tsx";
import { useToast } from "#src/web/components/ui/toast.tsx";
import { FormError } from "./form-error.tsx";
import { NewPasswordField } from "./new-password-field.tsx";
import { keptOf, RevokeChoices } from "./revoke-choices.tsx";
import { useAuthForm } from "./use-submit.ts";

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
  } = useAuthForm(
    { path: "/change-password", posted },
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
    (_answer, sent) => {
      sent.reset();
      show({ title: "Your password is changed", text: "We have mailed you what was revoked.", tone: "positive" });
      router.refresh();
    },
  );
  return (
    <Form to={form} noValidate className="grid max-w-md gap-4">
      <FormError message={errorBeside(["password", "currentPassword", "newPassword"])} />
      {changedAlready ? (
        <Alert tone="positive" title="Your password is changed">
          We have mailed you what was revoked.
        </Alert>
      ) : null}
      {/* Password managers keep the two together. */}
      <input type="text" name="username" autoComplete="username" defaultValue={email} readOnly hidden />
      <Field label="Present password" error={errorOf("currentPassword") ?? errorOf("password")}>
        <Input name="currentPassword" type="password" autoComplete="current-password" required />
      </Field>
      <NewPasswordField name="newPassword" label="New password" error={errorOf("newPassword")} />
      <RevokeChoices kinds={revocable} />
      <Button type="submit" pending={pending} className="justify-self-start">
        Change password
      </Button>
    </Form>
  );
}
