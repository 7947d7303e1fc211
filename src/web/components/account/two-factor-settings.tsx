"use client";

import { useRouter } from "next/navigation";
import { useState } from "react";
import type { Outcome } from "#src/web/actions/outcome.ts";
import { authClient, authOutcome } from "#src/web/auth-client.ts";
import { Button } from "#src/web/components/ui/button.tsx";
import { Dialog, DialogClose, DialogContent, DialogFooter, DialogTrigger } from "#src/web/components/ui/dialog.tsx";
import { Field } from "#src/web/components/ui/field.tsx";
import { Form } from "#src/web/components/ui/form.tsx";
import { Input } from "#src/web/components/ui/input.tsx";
import { useToast } from "#src/web/components/ui/toast.tsx";
import { BackupCodes } from "./backup-codes.tsx";
import { FormError } from "./form-error.tsx";
import { TwoFactorEnrolment, type Enrolment } from "./two-factor-enrolment.tsx";
import { useSubmit } from "./use-submit.ts";

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
          show({ title: "The second factor is on", tone: "positive" });
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
        title="Turn off the second factor?"
        description="From then on a password or a mailed link alone signs in. The backup codes end."
        confirm="Turn off"
        danger
        act={(password) => authOutcome(authClient.twoFactor.disable(password))}
        done={() => {
          show({ title: "The second factor is off", tone: "positive" });
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
      title="Set up the second factor"
      description="You need an app that shows codes, such as the one of your password manager."
      confirm="Continue"
      act={(password) => authOutcome(authClient.twoFactor.enable(password))}
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
          I have kept them
        </Button>
      </div>
    );
  return (
    <WithPassword
      hasPassword={hasPassword}
      trigger={<Button variant="secondary">New backup codes</Button>}
      title="Make new backup codes?"
      description="The ones you have stop working."
      confirm="Make new codes"
      act={(password) => authOutcome(authClient.twoFactor.generateBackupCodes(password))}
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
  readonly act: (given: { password: string }) => Promise<Outcome<T>>;
  readonly done: (value: T) => void;
}

/** Asks for the password first, where there is one. */
function WithPassword<T>({ hasPassword, trigger, title, description, confirm, danger, act, done }: Asked<T>) {
  const [open, setOpen] = useState(false);
  const { pending, form, errorOf, errorBeside, clear } = useSubmit(
    (fields) => act({ password: String(fields.get("password") ?? "") }),
    (value) => {
      setOpen(false);
      done(value);
    },
  );
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
        <Form to={form} noValidate className="grid gap-4">
          <FormError message={errorBeside(["password"])} />
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
