"use client";

import { Fingerprint, Mail } from "lucide-react";
import { useState, type ComponentProps } from "react";
import type { WaysToConfirm } from "#src/contract/users.ts";
import { confirmPassword, signInByMail, signInByPasskey, signInByProvider, verifyCode } from "#src/web/auth-actions.ts";
import { providerName } from "#src/web/components/auth/provider-names.ts";
import { Alert } from "#src/web/components/ui/alert.tsx";
import { ActionButton } from "#src/web/components/ui/action-button.tsx";
import { Button } from "#src/web/components/ui/button.tsx";
import { Field } from "#src/web/components/ui/field.tsx";
import { Form } from "#src/web/components/ui/form.tsx";
import { Input } from "#src/web/components/ui/input.tsx";
import { FailureAlert } from "#src/web/components/ui/failure-alert.tsx";
import { useScriptForm } from "#src/web/components/ui/use-form.ts";

interface Props {
  readonly ways: WaysToConfirm;
  readonly confirmed: () => void;
}

/** Every way that this account has; any one of them is enough. */
export function ConfirmIdentityForm({ ways, confirmed }: Props) {
  const { password, code, passkey, mail, providers, email } = ways;
  const here = `${location.pathname}${location.search}`;
  return (
    <div className="grid gap-5">
      {password ? <ConfirmByPassword confirmed={confirmed} /> : null}
      {code ? <ConfirmByCode confirmed={confirmed} /> : null}
      {passkey ? (
        <MethodButton action={signInByPasskey} given={[]} done={confirmed} icon={<Fingerprint aria-hidden />}>
          Use a passkey
        </MethodButton>
      ) : null}
      {providers.map((provider) => (
        <MethodButton
          key={provider}
          action={signInByProvider}
          given={[provider, { callbackURL: here }]}
          done={() => undefined}
          leaves
        >
          Sign in again with {providerName(provider)}
        </MethodButton>
      ))}
      {mail ? <ConfirmByEmail email={email} here={here} /> : null}
    </div>
  );
}

function ConfirmByPassword({ confirmed }: Pick<Props, "confirmed">) {
  const { pending, form, errorOf, errorBeside } = useScriptForm(confirmPassword, confirmed);
  return (
    <Form to={form} className="grid gap-3">
      <FailureAlert failure={errorBeside(["password"])} title="Confirmation failed" />
      <Field label="Your password" error={errorOf("password")}>
        <Input name="password" type="password" autoComplete="current-password" required />
      </Field>
      <Button type="submit" pending={pending} className="justify-self-start">
        Confirm
      </Button>
    </Form>
  );
}

function ConfirmByCode({ confirmed }: Pick<Props, "confirmed">) {
  const { pending, form, errorOf, errorBeside } = useScriptForm(verifyCode, confirmed);
  return (
    <Form to={form} className="grid gap-3">
      <FailureAlert failure={errorBeside(["code"])} title="Confirmation failed" />
      <Field label="Authenticator code" hint="Each code can be used once." error={errorOf("code")}>
        <Input name="code" inputMode="numeric" autoComplete="one-time-code" maxLength={40} className="font-mono" />
      </Field>
      <Button type="submit" variant="secondary" pending={pending} className="justify-self-start">
        Confirm with code
      </Button>
    </Form>
  );
}

function ConfirmByEmail({ email, here }: { email: string; here: string }) {
  const [sent, setSent] = useState(false);
  if (sent)
    return (
      <Alert tone="info" title="Check your email">
        We sent a link to {email}. Open it in this browser to return to this page.
      </Alert>
    );
  return (
    <MethodButton action={signInByMail} given={[email, here]} done={() => setSent(true)} icon={<Mail aria-hidden />}>
      Email me a link
    </MethodButton>
  );
}

function MethodButton<In extends readonly unknown[], T>(props: ComponentProps<typeof ActionButton<In, T>>) {
  return (
    <div className="grid justify-items-start gap-3">
      <ActionButton {...props} failed="Your identity was not confirmed" />
    </div>
  );
}
