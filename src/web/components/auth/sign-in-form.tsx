"use client";

import { Fingerprint, Mail } from "lucide-react";
import { useState } from "react";
import type { PostedForm } from "#src/contract/accounts/form-outcomes.ts";
import { useAuthForm } from "#src/web/components/ui/use-form.ts";
import { ActionButton, Form, Submit } from "#src/web/components/ui/form.tsx";
import {
  providerNames,
  signInByPasskey,
  signInByPassword,
  signInByProvider,
  verifyBackupCode,
  verifyCode,
} from "#src/web/auth-actions.ts";
import { LinkButton, TextLink, Button } from "#src/web/components/ui/elements.tsx";
import { TextField } from "#src/web/components/ui/fields.tsx";
import type { AuthOffer } from "#src/contract/accounts/users.ts";

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

/** Ways in without a password. `signUp`: only those that make an account as well. */
export function OtherWays({ offer, next, signUp = false }: { offer: AuthOffer; next: string; signUp?: boolean }) {
  const providers = (["github", "google"] as const).filter((provider) => offer[provider]);
  if (signUp && providers.length === 0) return null;
  const back = { callbackURL: next, errorCallbackURL: "/sign-in" };
  return (
    <div className="grid gap-3">
      <p className="flex items-center gap-3 text-xs text-muted before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
        or
      </p>
      <noscript>
        <p className="text-xs text-muted">
          {signUp ? "Signing up with a provider" : "A passkey or a provider"} requires JavaScript. The form above works
          without it.
        </p>
      </noscript>
      {providers.map((provider) => (
        <ActionButton
          key={provider}
          action={signInByProvider}
          given={[provider, back]}
          done={() => undefined}
          leaves
          failed="You are not signed in"
        >
          Continue with {providerNames[provider]}
        </ActionButton>
      ))}
      {signUp ? null : (
        <>
          <ActionButton
            action={signInByPasskey}
            given={[]}
            done={() => location.assign(next)}
            leaves
            failed="You are not signed in"
            icon={<Fingerprint aria-hidden />}
          >
            Sign in with a passkey
          </ActionButton>
          {offer.mail ? (
            <LinkButton href={`/magic-link?next=${encodeURIComponent(next)}`} variant="secondary">
              <Mail aria-hidden /> Email me a link
            </LinkButton>
          ) : null}
        </>
      )}
    </div>
  );
}

const totpPath = "/two-factor/verify-totp";
const backupPath = "/two-factor/verify-backup-code";

/** The second factor of a sign-in: a code of the app, or one of the backup codes. */
export function TwoFactorForm({ next, posted }: { next: string; posted: PostedForm | null }) {
  const [backup, setBackup] = useState(false);
  const { form, clear } = useAuthForm(
    { path: backup ? backupPath : totpPath, posted },
    backup ? verifyBackupCode : verifyCode,
    () => location.assign(next),
  );
  return (
    <Form to={form} beside={["code"]} failed="You are not signed in" hidden={{ next }}>
      <TextField
        key={String(backup)}
        label={backup ? "Backup code" : "Code from your app"}
        hint={backup ? "Each code works once." : "Six digits that change every 30 seconds."}
        name="code"
        inputMode={backup ? "text" : "numeric"}
        autoComplete={backup ? "off" : "one-time-code"}
        autoCapitalize="none"
        spellCheck={false}
        inputClassName="font-mono tracking-widest"
        maxLength={40}
        required
      />
      <label className="flex items-center gap-3 text-sm">
        <input type="checkbox" name="trustDevice" className="size-4 accent-(--color-accent)" />
        Trust this browser for 30 days
      </label>
      <Submit wide>Sign in</Submit>
      <noscript>
        <button
          type="submit"
          formAction={`/api/auth${backupPath}`}
          className="text-sm text-accent underline underline-offset-4"
        >
          Sign in with a backup code
        </button>
      </noscript>
      <Button
        variant="link"
        className="justify-self-start"
        onClick={() => {
          clear();
          setBackup(!backup);
        }}
      >
        {backup ? "Use the app instead" : "Use a backup code instead"}
      </Button>
    </Form>
  );
}
