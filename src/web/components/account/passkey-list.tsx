"use client";

import { Fingerprint } from "lucide-react";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { isolated } from "#src/core/isolated.ts";
import { addPasskey, removePasskey, renamePasskey } from "#src/web/auth-actions.ts";
import { Badge } from "#src/web/components/ui/badge.tsx";
import { Button } from "#src/web/components/ui/button.tsx";
import { Dialog, DialogClose, DialogContent, DialogFooter, DialogTrigger } from "#src/web/components/ui/dialog.tsx";
import { Field } from "#src/web/components/ui/field.tsx";
import { Form } from "#src/web/components/ui/form.tsx";
import { useHydrated } from "#src/web/components/ui/hydrated.ts";
import { Input } from "#src/web/components/ui/input.tsx";
import { Time } from "#src/web/components/ui/time.tsx";
import { useToast } from "#src/web/components/ui/toast.tsx";
import { ConfirmButton } from "#src/web/components/ui/confirm-button.tsx";
import { FailureAlert } from "#src/web/components/ui/failure-alert.tsx";
import { useScriptForm } from "#src/web/components/ui/use-form.ts";

export interface PasskeyView {
  readonly id: string;
  readonly name: string;
  /** Kept by a provider, so that it is on other devices as well. */
  readonly synced: boolean;
  readonly createdAt: string | null;
}

export function PasskeyList({ passkeys }: { passkeys: readonly PasskeyView[] }) {
  const router = useRouter();
  const show = useToast();
  const changed = (title: string) => {
    show({ title, tone: "positive" });
    router.refresh();
  };
  return (
    <div className="grid gap-4">
      {passkeys.length === 0 ? (
        <p className="text-sm text-muted">No passkeys yet.</p>
      ) : (
        <ul className="grid">
          {passkeys.map(({ id, name, synced, createdAt }) => (
            <li key={id} className="flex flex-wrap items-center gap-x-4 gap-y-2 border-b py-3 last:border-0">
              <Fingerprint aria-hidden className="size-5 shrink-0 text-muted" strokeWidth={1.5} />
              <div className="min-w-40 flex-1">
                <p className="flex flex-wrap items-center gap-2 font-medium wrap-anywhere">
                  <bdi>{name}</bdi> {synced ? <Badge>Synced</Badge> : null}
                </p>
                {createdAt === null ? null : (
                  <p className="text-xs text-muted">
                    added <Time at={createdAt} format="date" />
                  </p>
                )}
              </div>
              <div className="flex gap-2">
                <Rename id={id} name={name} done={() => changed("Passkey renamed")} />
                <ConfirmButton
                  label="Remove"
                  about={`the passkey ${isolated(name)}`}
                  title={`Remove ${isolated(name)}?`}
                  description="You can no longer sign in with it. Also delete it from your device, which may still offer it."
                  confirm="Remove passkey"
                  action={removePasskey}
                  given={[id]}
                  done={() => changed("Passkey removed")}
                />
              </div>
            </li>
          ))}
        </ul>
      )}
      <Add done={() => changed("Passkey added")} />
    </div>
  );
}

function Add({ done }: { done: () => void }) {
  const hydrated = useHydrated();
  const { pending, form, errorOf, errorBeside } = useScriptForm(
    addPasskey,
    (_answer, sent) => {
      sent.reset();
      done();
    },
    (fields) =>
      String(fields.get("name")).trim() === ""
        ? { ok: false, field: "name", message: "Enter a name, such as the device it is on." }
        : null,
  );
  return (
    <Form to={form} className="grid max-w-md gap-3">
      <FailureAlert failure={errorBeside(["name"])} title="The passkey was not added" />
      <div className="flex flex-wrap items-start gap-3">
        <Field label="Passkey name" error={errorOf("name")} className="min-w-48 flex-1">
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
  const { pending, form, errorOf, errorBeside } = useScriptForm(renamePasskey, () => {
    setOpen(false);
    done();
  });
  return (
    <Dialog open={open} onOpenChange={setOpen}>
      <DialogTrigger asChild>
        <Button variant="secondary" size="sm">
          Rename
          <span className="sr-only">
            {" "}
            the passkey <bdi>{name}</bdi>
          </span>
        </Button>
      </DialogTrigger>
      <DialogContent title="Rename passkey">
        <Form to={form} className="grid gap-4">
          <FailureAlert failure={errorBeside(["name"])} />
          <input type="hidden" name="id" value={id} />
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
