"use client";

import { useState } from "react";
import { verifyCode } from "#src/web/auth-actions.ts";
import { Button } from "#src/web/components/ui/button.tsx";
import { CopyableCode } from "#src/web/components/ui/copyable-code.tsx";
import { Field } from "#src/web/components/ui/field.tsx";
import { Form } from "#src/web/components/ui/form.tsx";
import { Input } from "#src/web/components/ui/input.tsx";
import { BackupCodes } from "./backup-codes.tsx";
import { FailureAlert } from "#src/web/components/ui/failure-alert.tsx";
import { QrCode } from "./qr-code.tsx";
import { useScriptForm } from "#src/web/components/ui/use-form.ts";

export interface Enrolment {
  /** `otpauth://totp/…` */
  readonly totpURI: string;
  readonly backupCodes: readonly string[];
}

interface Props {
  readonly enrolment: Enrolment;
  /** A code was right: it is on. */
  readonly proved: () => void;
  /** The backup codes were kept. */
  readonly done: () => void;
}

/** The key goes into the app, a code comes back from it, and the backup codes are shown: then it is on. */
export function TwoFactorEnrolment({ enrolment, proved, done }: Props) {
  const [isOn, setOn] = useState(false);
  const secret = new URL(enrolment.totpURI).searchParams.get("secret") ?? "";
  const { pending, form, errorOf, errorBeside } = useScriptForm(verifyCode, () => {
    setOn(true);
    proved();
  });
  if (isOn)
    return (
      <div className="grid gap-4">
        <BackupCodes codes={enrolment.backupCodes} />
        <Button className="justify-self-start" onClick={done}>
          I have saved them
        </Button>
      </div>
    );
  return (
    <div className="grid gap-5 sm:grid-cols-[auto_1fr]">
      <QrCode text={enrolment.totpURI} label="QR code for your authenticator app" />
      <div className="grid content-start gap-4">
        <p className="text-sm text-muted">
          Scan the code with your authenticator app. If you cannot scan it, enter this key instead:
        </p>
        <CopyableCode text={secret} label="Copy key" />
        <Form to={form} className="grid max-w-xs gap-4">
          <FailureAlert failure={errorBeside(["code"])} />
          <Field label="Code from your app" error={errorOf("code")}>
            <Input
              name="code"
              inputMode="numeric"
              autoComplete="one-time-code"
              maxLength={10}
              className="font-mono tracking-widest"
            />
          </Field>
          <Button type="submit" pending={pending} className="justify-self-start">
            Turn on
          </Button>
        </Form>
      </div>
    </div>
  );
}
