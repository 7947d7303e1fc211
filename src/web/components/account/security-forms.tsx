"use client";

import { Alert, Button } from "#src/web/components/ui/elements.tsx";
import { CopyButton } from "#src/web/components/ui/copy-button.tsx";
import { useRouter } from "next/navigation";
import { useState, type ComponentProps } from "react";
import { FormDialog } from "#src/web/components/ui/dialog.tsx";
import {
  newBackupCodes,
  turnOffTwoFactor,
  turnOnTwoFactor,
  verifyCode,
  changePassword,
} from "#src/web/auth-actions.ts";
import { Form, Submit } from "#src/web/components/ui/form.tsx";
import { useToast, useAnnounce } from "#src/web/components/ui/toast.tsx";
import { useScriptForm, useAuthForm } from "#src/web/components/ui/use-form.ts";
import { CopyableCode } from "#src/web/components/ui/code-block.tsx";
import { QrCode } from "./qr-code.tsx";
import { TextField } from "#src/web/components/ui/fields.tsx";
import type { PostedForm } from "#src/contract/accounts/form-outcomes.ts";
import type { Revocable } from "#src/contract/accounts/credentials.ts";
import { NewPasswordField, RevokeChoices } from "./new-password.tsx";

/** Shown once: only their encryption is kept. */
function BackupCodes({ codes }: { codes: readonly string[] }) {
  return (
    <div className="grid gap-3">
      <Alert tone="warning" title="Save these backup codes now. They will not be shown again">
        Use a code when you cannot use your app. Each code works once.
      </Alert>
      <ul className="grid max-w-md grid-cols-2 gap-x-6 gap-y-1 rounded-md border bg-sunken p-4 font-mono text-sm">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <CopyButton text={codes.join("\n")} label="Copy all" className="justify-self-start" />
    </div>
  );
}

/** `hasPassword`: changes are confirmed with it; without one the session must be fresh, which the server checks. */
export function TwoFactorSettings({ on, hasPassword }: { on: boolean; hasPassword: boolean }) {
  const router = useRouter();
  const show = useToast();
  // Here, as it is on before the backup codes are out of sight.
  const [enrolment, setEnrolment] = useState<Enrolment | null>(null);
  if (enrolment !== null)
    return (
      <TwoFactorEnrolment
        enrolment={enrolment}
        proved={() => router.refresh()}
        done={() => {
          setEnrolment(null);
          show({ title: "Two-factor authentication is on", tone: "positive" });
        }}
      />
    );
  if (!on) return <TurnOn hasPassword={hasPassword} started={setEnrolment} />;
  return (
    <div className="flex flex-wrap gap-3">
      <NewCodes hasPassword={hasPassword} />
      <WithPassword
        hasPassword={hasPassword}
        label="Turn off"
        title="Turn off two-factor authentication?"
        description="You will sign in with only a password or an emailed link. Your backup codes stop working."
        confirm="Turn off"
        action={turnOffTwoFactor}
        said="Two-factor authentication is off"
      />
    </div>
  );
}

function TurnOn({ hasPassword, started }: { hasPassword: boolean; started: (enrolment: Enrolment) => void }) {
  return (
    <WithPassword
      hasPassword={hasPassword}
      label="Set up"
      variant="primary"
      title="Set up two-factor authentication"
      description="You need an authenticator app, such as the one in your password manager."
      confirm="Continue"
      action={turnOnTwoFactor}
      done={(answer) => {
        if (answer !== null && "totpURI" in answer) started(answer);
      }}
    />
  );
}

function NewCodes({ hasPassword }: { hasPassword: boolean }) {
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  if (codes !== null)
    return (
      <div className="grid w-full gap-3">
        <BackupCodes codes={codes} />
        <Button variant="secondary" className="justify-self-start" onClick={() => setCodes(null)}>
          I have saved them
        </Button>
      </div>
    );
  return (
    <WithPassword
      hasPassword={hasPassword}
      label="New backup codes"
      variant="secondary"
      title="Create new backup codes?"
      description="Your existing codes stop working."
      confirm="Create new codes"
      action={newBackupCodes}
      done={(answer) => setCodes(answer?.backupCodes ?? [])}
    />
  );
}

interface Asked<T> extends Omit<ComponentProps<typeof FormDialog<T>>, "beside" | "size" | "children"> {
  readonly hasPassword: boolean;
}

/** Asks for the password first, where there is one. */
function WithPassword<T>({ hasPassword, ...rest }: Asked<T>) {
  return (
    <FormDialog {...rest} size="md" beside={["password"]}>
      {hasPassword ? (
        <TextField label="Password" name="password" type="password" autoComplete="current-password" required />
      ) : null}
    </FormDialog>
  );
}

interface Enrolment {
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
function TwoFactorEnrolment({ enrolment, proved, done }: Props) {
  const [isOn, setOn] = useState(false);
  const secret = new URL(enrolment.totpURI).searchParams.get("secret") ?? "";
  const { form } = useScriptForm(verifyCode, () => {
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
        <Form to={form} beside={["code"]} className="max-w-xs">
          <TextField
            label="Code from your app"
            name="code"
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={10}
            inputClassName="font-mono tracking-widest"
          />
          <Submit>Turn on</Submit>
        </Form>
      </div>
    </div>
  );
}

interface PasswordFormProps {
  readonly email: string;
  /** What is there to be revoked along with it. */
  readonly revocable: readonly Revocable[];
  readonly posted: PostedForm | null;
}

export function PasswordForm({ email, revocable, posted }: PasswordFormProps) {
  const announce = useAnnounce();
  const {
    form,
    errorOf,
    posted: changedAlready,
  } = useAuthForm({ path: "/change-password", posted }, changePassword, (_answer, sent) => {
    sent.reset();
    announce("Password changed", "We emailed you a summary of what was revoked.");
  });
  return (
    <Form to={form} beside={["password", "currentPassword", "newPassword"]} className="max-w-md">
      {changedAlready ? (
        <Alert tone="positive" title="Password changed">
          We emailed you a summary of what was revoked.
        </Alert>
      ) : null}
      {/* Password managers keep the two together. */}
      <input type="text" name="username" autoComplete="username" defaultValue={email} readOnly hidden />
      <TextField
        label="Current password"
        // The browser that sends the form by itself is told of `password`.
        error={errorOf("currentPassword") ?? errorOf("password")}
        name="currentPassword"
        type="password"
        autoComplete="current-password"
        required
      />
      <NewPasswordField name="newPassword" label="New password" />
      <RevokeChoices kinds={revocable} isRoutine />
      <Submit>Change password</Submit>
    </Form>
  );
}
