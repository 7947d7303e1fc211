"use client";

import { deleteMyAccount } from "#src/web/actions/account.ts";
import { Button } from "#src/web/components/ui/button.tsx";
import { Dialog, DialogClose, DialogContent, DialogFooter, DialogTrigger } from "#src/web/components/ui/dialog.tsx";
import { Field } from "#src/web/components/ui/field.tsx";
import { Form } from "#src/web/components/ui/form.tsx";
import { Input } from "#src/web/components/ui/input.tsx";
import { FailureAlert } from "#src/web/components/ui/failure-alert.tsx";
import { useScriptForm } from "#src/web/components/ui/use-form.ts";

export function DeleteAccountForm({ email, hasPassword }: { email: string; hasPassword: boolean }) {
  const { pending, form, errorOf, errorBeside, clear } = useScriptForm(deleteMyAccount, () =>
    location.assign("/sign-in?notice=deleted"),
  );
  return (
    <Dialog onOpenChange={clear}>
      <DialogTrigger asChild>
        <Button variant="danger">Delete account</Button>
      </DialogTrigger>
      <DialogContent
        title="Delete your account permanently?"
        description="Running analyses are cancelled, API keys stop working, and the rest of your plan and your balance are lost."
      >
        <Form to={form} className="grid gap-4">
          <FailureAlert failure={errorBeside(["confirmation", "password"])} title="Your account was not deleted" />
          <Field
            label={
              <>
                Type <span className="font-mono font-normal">{email}</span> to confirm
              </>
            }
            error={errorOf("confirmation")}
          >
            <Input name="confirmation" autoComplete="off" autoCapitalize="none" spellCheck={false} />
          </Field>
          {hasPassword ? (
            <Field label="Password" error={errorOf("password")}>
              <Input name="password" type="password" autoComplete="current-password" />
            </Field>
          ) : (
            <p className="text-xs text-muted">You may be asked to confirm your identity.</p>
          )}
          <DialogFooter>
            <DialogClose asChild>
              <Button variant="secondary">Keep account</Button>
            </DialogClose>
            <Button type="submit" variant="danger" pending={pending}>
              Delete account
            </Button>
          </DialogFooter>
        </Form>
      </DialogContent>
    </Dialog>
  );
}
