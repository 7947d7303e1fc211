"use client";

import { useRouter } from "next/navigation";
import type { PostedForm } from "#src/contract/posted-form.ts";
import { FormError } from "#src/web/components/account/form-error.tsx";
import { NewPasswordField } from "#src/web/components/account/new-password-field.tsx";
import { useAuthForm } from "#src/web/components/account/use-submit.ts";
import { Button } from "#src/web/components/ui/button.tsx";
import { Field } from "#src/web/components/ui/field.tsx";
import { Form } from "#src/web/components/ui/form.tsx";
import { Input } from "#src/web/components/ui/input.tsx";
import { authClient, authOutcome } from "#src/web/auth-client.ts";
import { mailSent } from "./mail-sent.ts";

interface Props {
  readonly next: string;
  readonly posted: PostedForm | null;
}

export function SignUpForm({ next, posted }: Props) {
  const router = useRouter();
  const confirmed = `/verify?next=${encodeURIComponent(next)}`;
  const { pending, form, errorOf, errorBeside, typed } = useAuthForm(
    { path: "/sign-up/email", posted },
    (fields) =>
      authOutcome(
        authClient.signUp.email({
          name: String(fields.get("name")),
          email: String(fields.get("email")).trim(),
          password: String(fields.get("password")),
          callbackURL: confirmed,
        }),
      ),
    (_answer, sent) => {
      mailSent.set(String(new FormData(sent).get("email")).trim());
      router.push(confirmed);
    },
  );
  return (
    <Form to={form} noValidate className="grid gap-4">
      <input type="hidden" name="next" value={next} />
      <input type="hidden" name="callbackURL" value={confirmed} />
      <FormError message={errorBeside(["name", "email", "password"])} title="There is no account yet" />
      <Field label="Name" hint="As it stands on your reports and in mails to you." error={errorOf("name")}>
        <Input name="name" autoComplete="name" maxLength={100} defaultValue={typed("name")} required />
      </Field>
      <Field label="E-mail address" error={errorOf("email")}>
        <Input
          name="email"
          type="email"
          autoComplete="username"
          autoCapitalize="none"
          defaultValue={typed("email")}
          required
        />
      </Field>
      <NewPasswordField name="password" label="Password" error={errorOf("password")} />
      <Button type="submit" pending={pending}>
        Create account
      </Button>
    </Form>
  );
}
