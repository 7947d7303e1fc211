"use client";

import { useState } from "react";
import type { Revocable } from "#src/contract/revocable.ts";
import { endOtherSessions } from "#src/web/actions/account.ts";
import { Button } from "#src/web/components/ui/button.tsx";
import { Dialog, DialogClose, DialogContent, DialogFooter, DialogTrigger } from "#src/web/components/ui/dialog.tsx";
import { Form } from "#src/web/components/ui/form.tsx";
import { FormError } from "./form-error.tsx";
import { keptOf, RevokeChoices } from "./revoke-choices.tsx";
import { useSubmit } from "./use-submit.ts";

const offered = ["api_keys", "webhooks", "passkeys", "providers"] as const satisfies readonly Revocable[];

/** `hasPassword`: passkeys and linked accounts are not the only way in, and can go. */
export function SignOutEverywhere({ hasPassword, done }: { hasPassword: boolean; done: (ended: number) => void }) {
  const [open, setOpen] = useState(false);
  const kinds = hasPassword ? offered : offered.slice(0, 2);
  const { pending, form, errorBeside, clear } = useSubmit(
    (fields) => endOtherSessions(hasPassword ? keptOf(fields, kinds) : [...keptOf(fields, kinds), ...offered.slice(2)]),
    (ended) => {
      setOpen(false);
      done(ended);
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
      <DialogTrigger asChild>
        <Button variant="danger" size="sm">
          Sign out everywhere else
        </Button>
      </DialogTrigger>
      <DialogContent
        title="Sign out everywhere else?"
        description="Every browser but this one is signed out with its next request."
      >
        <Form to={form} noValidate className="grid gap-4">
          <FormError message={errorBeside([])} />
          <RevokeChoices kinds={kinds} />
          <DialogFooter>
            <DialogClose asChild>
              <Button variant="secondary">Cancel</Button>
            </DialogClose>
            <Button type="submit" variant="danger" pending={pending}>
              Sign out everywhere else
            </Button>
          </DialogFooter>
        </Form>
      </DialogContent>
    </Dialog>
  );
}
