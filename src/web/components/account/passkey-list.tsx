"use client";

import { Fingerprint } from "lucide-react";
import { isolated } from "#src/core/isolated.ts";
import { addPasskey, removePasskey, renamePasskey } from "#src/web/auth-actions.ts";
import { Badge } from "#src/web/components/ui/badge.tsx";
import { Form, Submit } from "#src/web/components/ui/form.tsx";
import { useHydrated } from "#src/web/components/ui/hydrated.ts";
import { Time } from "#src/web/components/ui/time.tsx";
import { useAnnounce } from "#src/web/components/ui/toast.tsx";
import { ConfirmButton, FormDialog } from "#src/web/components/ui/confirm-button.tsx";
import { useScriptForm } from "#src/web/components/ui/use-form.ts";
import { TextField } from "#src/web/components/ui/fields.tsx";

export interface PasskeyView {
  readonly id: string;
  readonly name: string;
  /** Kept by a provider, so that it is on other devices as well. */
  readonly synced: boolean;
  readonly createdAt: string | null;
}

export function PasskeyList({ passkeys }: { passkeys: readonly PasskeyView[] }) {
  const announce = useAnnounce();
  const changed = (title: string) => {
    announce(title);
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
                <FormDialog
                  label="Rename"
                  about={`the passkey ${isolated(name)}`}
                  variant="secondary"
                  title="Rename passkey"
                  confirm="Save"
                  action={renamePasskey}
                  hidden={{ id }}
                  beside={["name"]}
                  said="Passkey renamed"
                >
                  <TextField label="Name" name="name" defaultValue={name} maxLength={100} autoComplete="off" />
                </FormDialog>
                <ConfirmButton
                  label="Remove"
                  about={`the passkey ${isolated(name)}`}
                  title={`Remove ${isolated(name)}?`}
                  description="You can no longer sign in with it. Also delete it from your device, which may still offer it."
                  confirm="Remove passkey"
                  action={removePasskey}
                  given={[id]}
                  said="Passkey removed"
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
  const { form } = useScriptForm(
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
    <Form to={form} beside={["name"]} failed="The passkey was not added" className="max-w-md gap-3">
      <div className="flex flex-wrap items-start gap-3">
        <TextField
          label="Passkey name"
          className="min-w-48 flex-1"
          name="name"
          maxLength={100}
          placeholder="My phone"
          autoComplete="off"
        />
        {/* Only a script can ask the device. Until it can, Enter does nothing, and the name stays. */}
        <Submit wide variant="secondary" disabled={!hydrated} className="sm:mt-7">
          Add passkey
        </Submit>
      </div>
      <noscript>
        <p className="text-xs text-muted">Turn on JavaScript to add a passkey.</p>
      </noscript>
    </Form>
  );
}
