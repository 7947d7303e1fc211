"use client";

import { useRouter } from "next/navigation";
import type { PostedForm } from "#src/contract/posted-form.ts";
import { FailureAlert } from "#src/web/components/ui/failure-alert.tsx";
import { NewPasswordField } from "#src/web/components/account/new-password-field.tsx";
import { useAuthForm } from "#src/web/components/ui/use-form.ts";
import { Button } from "#src/web/components/ui/button.tsx";
import { Field } from "#src/web/components/ui/field.tsx";
import { Form } from "#src/web/components/ui/form.tsx";
import { Input } from "#src/web/components/ui/input.tsx";
import { signUp } from "#src/web/auth-actions.ts";
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
    signUp,
    (_answer, sent) => {
      mailSent.set(String(new FormData(sent).get("email")).trim());
      router.push(confirmed);
    },
  );
  return (
    <Form to={form} className="grid gap-4">
      <input type="hidden" name="next" value={next} />
      <input type="hidden" name="callbackURL" value={confirmed} />
      <FailureAlert failure={errorBeside(["name", "email", "password"])} title="The account was not created" />
      <Field label="Name" hint="Shown on your receipts and in emails to you." error={errorOf("name")}>
        <Input name="name" autoComplete="name" maxLength={100} defaultValue={typed("name")} required />
      </Field>
      <Field label="Email address" error={errorOf("email")}>
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
