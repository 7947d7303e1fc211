"use client";

import { useRouter } from "next/navigation";
import type { PostedForm } from "#src/contract/accounts/form-outcomes.ts";
import { NewPasswordField } from "#src/web/components/account/new-password.tsx";
import { useAuthForm } from "#src/web/components/ui/use-form.ts";
import { Form, Submit } from "#src/web/components/ui/form.tsx";
import { signUp, mailSent } from "#src/web/auth-actions.ts";
import { TextField } from "#src/web/components/ui/fields.tsx";

interface Props {
  readonly next: string;
  readonly posted: PostedForm | null;
}

export function SignUpForm({ next, posted }: Props) {
  const router = useRouter();
  const confirmed = `/verify?next=${encodeURIComponent(next)}`;
  const { form } = useAuthForm({ path: "/sign-up/email", posted }, signUp, (_answer, sent) => {
    mailSent.set(String(new FormData(sent).get("email")).trim());
    router.push(confirmed);
  });
  return (
    <Form
      to={form}
      beside={["name", "email", "password"]}
      failed="The account was not created"
      hidden={{ next, callbackURL: confirmed }}
    >
      <TextField
        label="Name"
        hint="Shown on your receipts and in emails to you."
        name="name"
        autoComplete="name"
        maxLength={100}
        required
      />
      <TextField
        label="Email address"
        name="email"
        type="email"
        autoComplete="username"
        autoCapitalize="none"
        required
      />
      <NewPasswordField name="password" label="Password" />
      <Submit wide>Create account</Submit>
    </Form>
  );
}
