"use client";

import { useRouter } from "next/navigation";
import { FormError } from "#src/web/components/account/form-error.tsx";
import { NewPasswordField } from "#src/web/components/account/new-password-field.tsx";
import { useSubmit } from "#src/web/components/account/use-submit.ts";
import { Button } from "#src/web/components/ui/button.tsx";
import { Field } from "#src/web/components/ui/field.tsx";
import { Input } from "#src/web/components/ui/input.tsx";
import { authClient, authOutcome } from "#src/web/auth-client.ts";
import { mailSent } from "./mail-sent.ts";

export function SignUpForm({ next }: { next: string }) {
  const router = useRouter();
  const { pending, onSubmit, errorOf, errorBeside } = useSubmit(
    (fields) =>
      authOutcome(
        authClient.signUp.email({
          name: String(fields.get("name")),
          email: String(fields.get("email")).trim(),
          password: String(fields.get("password")),
          callbackURL: `/verify?next=${encodeURIComponent(next)}`,
        }),
      ),
    (_answer, form) => {
      mailSent.set(String(new FormData(form).get("email")).trim());
      router.push(`/verify?next=${encodeURIComponent(next)}`);
    },
  );
  return (
    <form onSubmit={onSubmit} noValidate className="grid gap-4">
      <FormError message={errorBeside(["name", "email", "password"])} title="There is no account yet" />
      <Field label="Name" hint="As it stands on your reports and in mails to you." error={errorOf("name")}>
        <Input name="name" autoComplete="name" maxLength={100} required />
      </Field>
      <Field label="E-mail address" error={errorOf("email")}>
        <Input name="email" type="email" autoComplete="email" autoCapitalize="none" required />
      </Field>
      <NewPasswordField name="password" label="Password" error={errorOf("password")} />
      <Button type="submit" pending={pending}>
        Create account
      </Button>
    </form>
  );
}
