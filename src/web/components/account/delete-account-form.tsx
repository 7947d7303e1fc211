"use client";

import { deleteMyAccount } from "#src/web/actions/account.ts";
import { Button } from "#src/web/components/ui/button.tsx";
import { Dialog, DialogClose, DialogContent, DialogFooter, DialogTrigger } from "#src/web/components/ui/dialog.tsx";
import { Field } from "#src/web/components/ui/field.tsx";
import { Form } from "#src/web/components/ui/form.tsx";
import { Input } from "#src/web/components/ui/input.tsx";
import { FormError } from "./form-error.tsx";
import { useSubmit } from "./use-submit.ts";

export function DeleteAccountForm({ email, hasPassword }: { email: string; hasPassword: boolean }) {
  const { pending, form, errorOf, errorBeside, clear } = useSubmit(deleteMyAccount, () =>
    location.assign("/sign-in?notice=deleted"),
  );
  return (
    <Dialog onOpenChange={clear}>
      <DialogTrigger asChild>
        <Button variant="danger">Delete account</Button>
      </DialogTrigger>
      <DialogContent
        title="Delete your account for good?"
        description="Running analyses are cancelled, keys end, and what is left of your plan and your balance is lost."
      >
        <Form to={form} noValidate className="grid gap-4">
          <FormError message={errorBeside(["confirmation", "password"])} title="Your account is still there" />
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
            <p className="text-xs text-muted">You may be asked to confirm that it is you.</p>
          )}
          <DialogFooter>
            <DialogClose asChild>
              <Button variant="secondary">Keep it</Button>
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
