"use client";

import { useState } from "react";
import { FormError } from "#src/web/components/account/form-error.tsx";
import { useSubmit } from "#src/web/components/account/use-submit.ts";
import { Button } from "#src/web/components/ui/button.tsx";
import { Field } from "#src/web/components/ui/field.tsx";
import { Input } from "#src/web/components/ui/input.tsx";
import { authClient, authOutcome } from "#src/web/auth-client.ts";

/** The second factor of a sign-in: a code of the app, or one of the backup codes. */
export function TwoFactorForm({ next }: { next: string }) {
  const [backup, setBackup] = useState(false);
  const { pending, onSubmit, errorOf, errorBeside, clear } = useSubmit(
    (fields) => {
      const code = String(fields.get("code")).replaceAll(/\s/g, "");
      const trustDevice = fields.get("trust") === "on";
      return backup
        ? authOutcome(authClient.twoFactor.verifyBackupCode({ code, trustDevice }))
        : authOutcome(authClient.twoFactor.verifyTotp({ code, trustDevice }));
    },
    () => location.assign(next),
  );
  return (
    <form onSubmit={onSubmit} noValidate className="grid gap-4">
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
          autoComplete="one-time-code"
          autoCapitalize="none"
          spellCheck={false}
          className="font-mono tracking-widest"
          maxLength={40}
          required
        />
      </Field>
      <label className="flex items-center gap-3 text-sm">
        <input type="checkbox" name="trust" className="size-4 accent-(--color-accent)" />
        Do not ask in this browser for 30 days
      </label>
      <Button type="submit" pending={pending}>
        Sign in
      </Button>
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
    </form>
  );
}
