"use client";

import type { PostedForm } from "#src/contract/posted-form.ts";
import { FailureAlert } from "#src/web/components/ui/failure-alert.tsx";
import { useAuthForm } from "#src/web/components/ui/use-form.ts";
import { Button } from "#src/web/components/ui/button.tsx";
import { Field } from "#src/web/components/ui/field.tsx";
import { Form } from "#src/web/components/ui/form.tsx";
import { Input } from "#src/web/components/ui/input.tsx";
import { signInByPassword } from "#src/web/auth-actions.ts";
import { TextLink } from "#src/web/components/ui/text-link.tsx";

interface Props {
  readonly next: string;
  readonly posted: PostedForm | null;
}

/** By e-mail address and password; on to the second factor where there is one. */
export function SignInForm({ next, posted }: Props) {
  const { pending, form, errorOf, errorBeside, typed } = useAuthForm(
    { path: "/sign-in/email", posted },
    signInByPassword,
    (answer) => {
      const second = answer !== null && "twoFactorRedirect" in answer;
      // A whole new page: nothing of somebody who was signed in before stays in memory.
      location.assign(second ? `/two-factor?next=${encodeURIComponent(next)}` : next);
    },
  );
  return (
    <Form to={form} className="grid gap-4">
      <input type="hidden" name="next" value={next} />
      <FailureAlert failure={errorBeside(["email", "password"])} title="You are not signed in" />
      <Field label="Email address" error={errorOf("email")}>
        <Input
          name="email"
          type="email"
          autoComplete="username webauthn"
          autoCapitalize="none"
          defaultValue={typed("email")}
          required
        />
      </Field>
      <Field label="Password" error={errorOf("password")}>
        <Input name="password" type="password" autoComplete="current-password" required />
      </Field>
      <Button type="submit" pending={pending}>
        Sign in
      </Button>
      <p className="text-sm">
        <TextLink href="/forgot">Forgot your password?</TextLink>
      </p>
    </Form>
  );
}
