"use client";

import { useRouter } from "next/navigation";
import { useState } from "react";
import type { Action } from "#src/web/actions/action.ts";
import { newBackupCodes, turnOffTwoFactor, turnOnTwoFactor, verifyCode } from "#src/web/auth-actions.ts";
import { Button } from "#src/web/components/ui/button.tsx";
import { Dialog, DialogClose, DialogContent, DialogFooter, DialogTrigger } from "#src/web/components/ui/dialog.tsx";
import { Field } from "#src/web/components/ui/field.tsx";
import { Form } from "#src/web/components/ui/form.tsx";
import { Input } from "#src/web/components/ui/input.tsx";
import { useToast } from "#src/web/components/ui/toast.tsx";
import { BackupCodes } from "./backup-codes.tsx";
import { FailureAlert } from "#src/web/components/ui/failure-alert.tsx";
import { useScriptForm } from "#src/web/components/ui/use-form.ts";
import { CopyableCode } from "../ui/copyable-code.tsx";
import { QrCode } from "./qr-code.tsx";

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
        trigger={<Button variant="danger">Turn off</Button>}
        title="Turn off two-factor authentication?"
        description="You will sign in with only a password or an emailed link. Your backup codes stop working."
        confirm="Turn off"
        danger
        action={turnOffTwoFactor}
        done={() => {
          show({ title: "Two-factor authentication is off", tone: "positive" });
          router.refresh();
        }}
      />
    </div>
  );
}

function TurnOn({ hasPassword, started }: { hasPassword: boolean; started: (enrolment: Enrolment) => void }) {
  return (
    <WithPassword
      hasPassword={hasPassword}
      trigger={<Button>Set up</Button>}
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
      trigger={<Button variant="secondary">New backup codes</Button>}
      title="Create new backup codes?"
      description="Your existing codes stop working."
      confirm="Create new codes"
      action={newBackupCodes}
      done={(answer) => setCodes(answer?.backupCodes ?? [])}
    />
  );
}

interface Asked<T> {
  readonly hasPassword: boolean;
  readonly trigger: React.ReactNode;
  readonly title: string;
  readonly description: string;
  readonly confirm: string;
  readonly danger?: boolean;
  readonly action: Action<[fields: FormData], T>;
  readonly done: (value: T) => void;
}

/** Asks for the password first, where there is one. */
function WithPassword<T>({ hasPassword, trigger, title, description, confirm, danger, action, done }: Asked<T>) {
  const [open, setOpen] = useState(false);
  const { pending, form, errorOf, errorBeside, clear } = useScriptForm(action, (value) => {
    setOpen(false);
    done(value);
  });
  return (
    <Dialog
      open={open}
      onOpenChange={(wanted) => {
        clear();
        setOpen(wanted);
      }}
    >
      <DialogTrigger asChild>{trigger}</DialogTrigger>
      <DialogContent title={title} description={description}>
        <Form to={form} className="grid gap-4">
          <FailureAlert failure={errorBeside(["password"])} />
          {hasPassword ? (
            <Field label="Password" error={errorOf("password")}>
              <Input name="password" type="password" autoComplete="current-password" required />
            </Field>
          ) : null}
          <DialogFooter>
            <DialogClose asChild>
              <Button variant="secondary">Cancel</Button>
            </DialogClose>
            <Button type="submit" variant={danger === true ? "danger" : "primary"} pending={pending}>
              {confirm}
            </Button>
          </DialogFooter>
        </Form>
      </DialogContent>
    </Dialog>
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
