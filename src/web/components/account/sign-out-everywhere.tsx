"use client";

import { useState } from "react";
import type { Revocable } from "#src/contract/revocable.ts";
import { revokeOtherSessions } from "#src/web/actions/account.ts";
import { defineAction } from "#src/web/actions/action.ts";
import { Button } from "#src/web/components/ui/button.tsx";
import { Dialog, DialogClose, DialogContent, DialogFooter, DialogTrigger } from "#src/web/components/ui/dialog.tsx";
import { Form } from "#src/web/components/ui/form.tsx";
import { FailureAlert } from "#src/web/components/ui/failure-alert.tsx";
import { RevokeChoices } from "./revoke-choices.tsx";
import { send } from "#src/web/components/ui/send.ts";
import { useScriptForm } from "#src/web/components/ui/use-form.ts";

const offered = ["api_keys", "webhooks", "passkeys", "providers"] as const satisfies readonly Revocable[];

const revokeOthers = defineAction((fields: FormData) => {
  const revoked = fields.getAll("revoke");
  return send(
    revokeOtherSessions,
    offered.filter((kind) => !revoked.includes(kind)),
  );
});

/** `hasPassword`: passkeys and linked accounts are not the only way in, and can go. */
export function SignOutEverywhere({ hasPassword, done }: { hasPassword: boolean; done: (ended: number) => void }) {
  const [open, setOpen] = useState(false);
  const kinds = hasPassword ? offered : offered.slice(0, 2);
  const { pending, form, errorBeside, clear } = useScriptForm(revokeOthers, (ended) => {
    setOpen(false);
    done(ended);
  });
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
        description="Every browser except this one is signed out immediately."
      >
        <Form to={form} className="grid gap-4">
          <FailureAlert failure={errorBeside([])} />
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
