"use client";

import { useState } from "react";
import type { PostedForm } from "#src/contract/accounts/form-outcomes.ts";
import { useAuthForm } from "#src/web/components/ui/use-form.ts";
import { Button } from "#src/web/components/ui/elements.tsx";
import { Form, Submit } from "#src/web/components/ui/form.tsx";
import { verifyBackupCode, verifyCode } from "#src/web/auth-actions.ts";
import { TextField } from "#src/web/components/ui/fields.tsx";

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
