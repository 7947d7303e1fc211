"use client";

import { useState } from "react";
import type { PostedForm } from "#src/contract/posted-form.ts";
import { FormError } from "#src/web/components/account/form-error.tsx";
import { useAuthForm } from "#src/web/components/account/use-submit.ts";
import { Button } from "#src/web/components/ui/button.tsx";
import { Field } from "#src/web/components/ui/field.tsx";
import { Form } from "#src/web/components/ui/form.tsx";
import { Input } from "#src/web/components/ui/input.tsx";
import { authClient, authOutcome } from "#src/web/auth-client.ts";

const totpPath = "/two-factor/verify-totp";
const backupPath = "/two-factor/verify-backup-code";

/** The second factor of a sign-in: a code of the app, or one of the backup codes. */
export function TwoFactorForm({ next, posted }: { next: string; posted: PostedForm | null }) {
  const [backup, setBackup] = useState(false);
  const { pending, form, errorOf, errorBeside, clear } = useAuthForm(
    { path: backup ? backupPath : totpPath, posted },
    (fields) => {
      const code = String(fields.get("code")).replaceAll(/\s/g, "");
      const trustDevice = fields.get("trustDevice") === "on";
      return backup
        ? authOutcome(authClient.twoFactor.verifyBackupCode({ code, trustDevice }))
        : authOutcome(authClient.twoFactor.verifyTotp({ code, trustDevice }));
    },
    () => location.assign(next),
  );
  return (
    <Form to={form} noValidate className="grid gap-4">
      <input type="hidden" name="next" value={next} />
      <FormError message={errorBeside(["code"])} title="You are not signed in" />
      <Field
        key={String(backup)}
        label={backup ? "Backup code" : "Code from your app"}
        hint={backup ? "Each of them works once." : "Six digits; they change every 30 seconds."}
        error={errorOf("code")}
      >
        <Input
          name="code"
          inputMode={backup ? "text" : "numeric"}
          autoComplete={backup ? "off" : "one-time-code"}
          autoCapitalize="none"
          spellCheck={false}
          className="font-mono tracking-widest"
          maxLength={40}
          required
        />
      </Field>
      <label className="flex items-center gap-3 text-sm">
        <input type="checkbox" name="trustDevice" className="size-4 accent-(--color-accent)" />
        Do not ask in this browser for 30 days
      </label>
      <Button type="submit" pending={pending}>
        Sign in
      </Button>
      <noscript>
        <button
          type="submit"
          formAction={`/api/auth${backupPath}`}
          className="text-sm text-accent underline underline-offset-4"
        >
          It is a backup code: sign in with it
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
