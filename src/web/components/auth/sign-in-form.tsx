"use client";

import type { PostedForm } from "#src/contract/accounts/form-outcomes.ts";
import { useAuthForm } from "#src/web/components/ui/use-form.ts";
import { Form, Submit } from "#src/web/components/ui/form.tsx";
import { signInByPassword } from "#src/web/auth-actions.ts";
import { TextLink } from "#src/web/components/ui/links.tsx";
import { TextField } from "#src/web/components/ui/fields.tsx";

interface Props {
  readonly next: string;
  readonly posted: PostedForm | null;
}

/** By e-mail address and password; on to the second factor where there is one. */
export function SignInForm({ next, posted }: Props) {
  const { form } = useAuthForm({ path: "/sign-in/email", posted }, signInByPassword, (answer) => {
    const second = answer !== null && "twoFactorRedirect" in answer;
    // A whole new page: nothing of somebody who was signed in before stays in memory.
    location.assign(second ? `/two-factor?next=${encodeURIComponent(next)}` : next);
  });
  return (
    <Form to={form} beside={["email", "password"]} failed="You are not signed in" hidden={{ next }}>
      <TextField
        label="Email address"
        name="email"
        type="email"
        autoComplete="username webauthn"
        autoCapitalize="none"
        required
      />
      <TextField label="Password" name="password" type="password" autoComplete="current-password" required />
      <Submit wide>Sign in</Submit>
      <p className="text-sm">
        <TextLink href="/forgot">Forgot your password?</TextLink>
      </p>
    </Form>
  );
}
