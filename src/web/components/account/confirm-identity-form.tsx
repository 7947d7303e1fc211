"use client";

import { Fingerprint, Mail } from "lucide-react";
import { useState } from "react";
import type { WaysToConfirm } from "#src/contract/users.ts";
import type { Outcome } from "#src/web/actions/outcome.ts";
import { authClient, authOutcome, confirmPassword } from "#src/web/auth-client.ts";
import { providerName } from "#src/web/components/auth/provider-names.ts";
import { Alert } from "#src/web/components/ui/alert.tsx";
import { Button } from "#src/web/components/ui/button.tsx";
import { Field } from "#src/web/components/ui/field.tsx";
import { Form } from "#src/web/components/ui/form.tsx";
import { Input } from "#src/web/components/ui/input.tsx";
import { FormError } from "./form-error.tsx";
import { useAct } from "./use-act.ts";
import { useSubmit } from "./use-submit.ts";

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
      {password ? <PasswordWay confirmed={confirmed} /> : null}
      {code ? <CodeWay confirmed={confirmed} /> : null}
      {passkey ? (
        <Press
          act={() => authOutcome(authClient.signIn.passkey())}
          done={confirmed}
          label={
            <>
              <Fingerprint aria-hidden /> Use a passkey
            </>
          }
        />
      ) : null}
      {providers.map((provider) => (
        <Press
          key={provider}
          act={() => authOutcome(authClient.signIn.social({ provider, callbackURL: here }))}
          done={() => undefined}
          label={`Sign in again with ${providerName(provider)}`}
        />
      ))}
      {mail ? <MailWay email={email} here={here} /> : null}
    </div>
  );
}

function PasswordWay({ confirmed }: Pick<Props, "confirmed">) {
  const { pending, form, errorOf, errorBeside } = useSubmit(
    (fields) => confirmPassword(String(fields.get("password"))),
    confirmed,
  );
  return (
    <Form to={form} noValidate className="grid gap-3">
      <FormError message={errorBeside(["password"])} title="That was not confirmed" />
      <Field label="Your password" error={errorOf("password")}>
        <Input name="password" type="password" autoComplete="current-password" required />
      </Field>
      <Button type="submit" pending={pending} className="justify-self-start">
        Confirm
      </Button>
    </Form>
  );
}

function CodeWay({ confirmed }: Pick<Props, "confirmed">) {
  const { pending, form, errorOf, errorBeside } = useSubmit(
    (fields) =>
      authOutcome(authClient.twoFactor.verifyTotp({ code: String(fields.get("code")).replaceAll(/\s/g, "") })),
    confirmed,
  );
  return (
    <Form to={form} noValidate className="grid gap-3">
      <FormError message={errorBeside(["code"])} title="That was not confirmed" />
      <Field label="Or a code from your app" hint="Each code works once." error={errorOf("code")}>
        <Input name="code" inputMode="numeric" autoComplete="one-time-code" maxLength={40} className="font-mono" />
      </Field>
      <Button type="submit" variant="secondary" pending={pending} className="justify-self-start">
        Confirm with the code
      </Button>
    </Form>
  );
}

function MailWay({ email, here }: { email: string; here: string }) {
  const [sent, setSent] = useState(false);
  if (sent)
    return (
      <Alert tone="info" title="Look into your mailbox">
        A link is on its way to {email}. Open it in this browser; it brings you back to this page.
      </Alert>
    );
  return (
    <Press
      act={() => authOutcome(authClient.signIn.magicLink({ email, callbackURL: here }))}
      done={() => setSent(true)}
      label={
        <>
          <Mail aria-hidden /> Mail me a link
        </>
      }
    />
  );
}

function Press<T>({ act, done, label }: { act: () => Promise<Outcome<T>>; done: () => void; label: React.ReactNode }) {
  const { pending, message, act: press } = useAct(act, done);
  return (
    <div className="grid justify-items-start gap-3">
      <FormError message={message} title="That was not confirmed" />
      <Button variant="secondary" pending={pending} onClick={() => press()}>
        {label}
      </Button>
    </div>
  );
}
