"use client";

import { Fingerprint } from "lucide-react";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { authClient, authOutcome } from "#src/web/auth-client.ts";
import { Badge } from "#src/web/components/ui/badge.tsx";
import { Button } from "#src/web/components/ui/button.tsx";
import { Dialog, DialogClose, DialogContent, DialogFooter, DialogTrigger } from "#src/web/components/ui/dialog.tsx";
import { Field } from "#src/web/components/ui/field.tsx";
import { Form } from "#src/web/components/ui/form.tsx";
import { useHydrated } from "#src/web/components/ui/hydrated.ts";
import { Input } from "#src/web/components/ui/input.tsx";
import { Time } from "#src/web/components/ui/time.tsx";
import { useToast } from "#src/web/components/ui/toast.tsx";
import { ConfirmButton } from "./confirm-button.tsx";
import { FormError } from "./form-error.tsx";
import { useSubmit } from "./use-submit.ts";

export interface ShownPasskey {
  readonly id: string;
  readonly name: string;
  /** Kept by a provider, so that it is on other devices as well. */
  readonly synced: boolean;
  readonly createdAt: string | null;
}

export function PasskeyList({ passkeys }: { passkeys: readonly ShownPasskey[] }) {
  const router = useRouter();
  const show = useToast();
  const changed = (title: string) => {
    show({ title, tone: "positive" });
    router.refresh();
  };
  return (
    <div className="grid gap-4">
      {passkeys.length === 0 ? (
        <p className="text-sm text-muted">There is none yet.</p>
      ) : (
        <ul className="grid">
          {passkeys.map(({ id, name, synced, createdAt }) => (
            <li key={id} className="flex flex-wrap items-center gap-x-4 gap-y-2 border-b py-3 last:border-0">
              <Fingerprint aria-hidden className="size-5 shrink-0 text-muted" strokeWidth={1.5} />
              <div className="min-w-40 flex-1">
                <p className="flex flex-wrap items-center gap-2 font-medium wrap-anywhere">
                  {name} {synced ? <Badge>synced</Badge> : null}
                </p>
                {createdAt === null ? null : (
                  <p className="text-xs text-muted">
                    added <Time at={createdAt} format="date" />
                  </p>
                )}
              </div>
              <div className="flex gap-2">
                <Rename id={id} name={name} done={() => changed("The passkey has its new name")} />
                <ConfirmButton
                  label="Remove"
                  about={`the passkey ${name}`}
                  title={`Remove ${name}?`}
                  description="It no longer signs in here. Take it off the device as well, where it would still be offered."
                  confirm="Remove passkey"
                  act={() => authOutcome(authClient.passkey.deletePasskey({ id }))}
                  done={() => changed("The passkey is removed")}
                />
              </div>
            </li>
          ))}
        </ul>
      )}
      <Add done={() => changed("The passkey is added")} />
    </div>
  );
}

function Add({ done }: { done: () => void }) {
  const hydrated = useHydrated();
  const { pending, form, errorOf, errorBeside } = useSubmit(
    async (fields) => {
      const name = String(fields.get("name")).trim();
      if (name === "") return { ok: false, field: "name", message: "Give it a name, such as the device it is on." };
      return authOutcome(authClient.passkey.addPasskey({ name }));
    },
    (_answer, sent) => {
      sent.reset();
      done();
    },
  );
  return (
    <Form to={form} noValidate className="grid max-w-md gap-3">
      <FormError message={errorBeside(["name"])} title="No passkey was added" />
      <div className="flex flex-wrap items-start gap-3">
        <Field label="Name of a new passkey" error={errorOf("name")} className="min-w-48 flex-1">
          <Input name="name" maxLength={100} placeholder="My phone" autoComplete="off" />
        </Field>
        {/* Only a script can ask the device. Until it can, Enter does nothing, and the name stays. */}
        <Button type="submit" variant="secondary" pending={pending} disabled={!hydrated} className="sm:mt-7">
          Add passkey
        </Button>
      </div>
      <noscript>
        <p className="text-xs text-muted">Turn on JavaScript to add a passkey.</p>
      </noscript>
    </Form>
  );
}

function Rename({ id, name, done }: { id: string; name: string; done: () => void }) {
  const [open, setOpen] = useState(false);
  const { pending, form, errorOf, errorBeside } = useSubmit(
    (fields) => authOutcome(authClient.passkey.updatePasskey({ id, name: String(fields.get("name")) })),
    () => {
      setOpen(false);
      done();
    },
  );
  return (
    <Dialog open={open} onOpenChange={setOpen}>
      <DialogTrigger asChild>
        <Button variant="secondary" size="sm">
          Rename<span className="sr-only"> the passkey {name}</span>
        </Button>
      </DialogTrigger>
      <DialogContent title="Rename passkey">
        <Form to={form} noValidate className="grid gap-4">
          <FormError message={errorBeside(["name"])} />
          <Field label="Name" error={errorOf("name")}>
            <Input name="name" defaultValue={name} maxLength={100} autoComplete="off" />
          </Field>
          <DialogFooter>
            <DialogClose asChild>
              <Button variant="secondary">Cancel</Button>
            </DialogClose>
            <Button type="submit" pending={pending}>
              Save
            </Button>
          </DialogFooter>
        </Form>
      </DialogContent>
    </Dialog>
  );
}
