"use client";

import { Fingerprint, Mail } from "lucide-react";
import { useState, type ComponentProps } from "react";
import type { WaysToConfirm } from "#src/contract/accounts/users.ts";
import {
  confirmPassword,
  signInByMail,
  signInByPasskey,
  signInByProvider,
  verifyCode,
  providerName,
} from "#src/web/auth-actions.ts";
import { Alert } from "#src/web/components/ui/elements.tsx";
import { Form, Submit, ActionButton } from "#src/web/components/ui/form.tsx";
import { useScriptForm } from "#src/web/components/ui/use-form.ts";
import { TextField } from "#src/web/components/ui/fields.tsx";

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
  const { form } = useScriptForm(confirmPassword, confirmed);
  return (
    <Form to={form} beside={["password"]} failed="Confirmation failed" className="gap-3">
      <TextField label="Your password" name="password" type="password" autoComplete="current-password" required />
      <Submit>Confirm</Submit>
    </Form>
  );
}

function ConfirmByCode({ confirmed }: Pick<Props, "confirmed">) {
  const { form } = useScriptForm(verifyCode, confirmed);
  return (
    <Form to={form} beside={["code"]} failed="Confirmation failed" className="gap-3">
      <TextField
        label="Authenticator code"
        hint="Each code can be used once."
        name="code"
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={40}
        inputClassName="font-mono"
      />
      <Submit variant="secondary">Confirm with code</Submit>
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
