"use client";

import { useRouter } from "next/navigation";
import { useState } from "react";
import { Scope, scopeNames } from "#src/contract/accounts/plans.ts";
import { isolated } from "#src/core/text/untrusted.ts";
import { makeKey, disconnectApp } from "#src/web/actions/developers.ts";
import { Alert, Button } from "#src/web/components/ui/elements.tsx";
import { CopyButton } from "#src/web/components/ui/copy-button.tsx";
import { Form, Submit } from "#src/web/components/ui/form.tsx";
import { useActionForm } from "#src/web/components/ui/use-form.ts";
import { TextField, SelectField } from "#src/web/components/ui/fields.tsx";
import { Checkbox } from "#src/web/components/ui/boxes.tsx";
import { ConfirmButton } from "#src/web/components/ui/dialog.tsx";
import { Table, TBody, TD, TH, THead, TR } from "#src/web/components/ui/table.tsx";
import { Time } from "#src/web/components/ui/time.tsx";

interface NewKey {
  readonly key: string;
  readonly label: string;
}

/** The new key is shown here and nowhere else; it goes with the page. */
export function NewKeyForm() {
  const router = useRouter();
  /** `undefined`: no script has made one or put it away. */
  const [last, setLast] = useState<NewKey | null | undefined>(undefined);
  const { form, errorOf, posted } = useActionForm(makeKey, (key, sent) => {
    setLast(key);
    sent.reset();
    router.refresh();
  });
  const made = last === undefined ? (posted ?? null) : last;
  const scopeError = errorOf("scopes");
  return (
    <div className="grid gap-5">
      {made === null ? null : (
        <Alert tone="warning" title={`Copy the key “${isolated(made.label)}” now. It will not be shown again`}>
          <div className="mt-2 flex flex-wrap items-center gap-2">
            <code className="rounded-sm border bg-surface px-2 py-1.5 font-mono text-xs break-all">{made.key}</code>
            <CopyButton text={made.key} label="Copy key" />
            <Button variant="ghost" size="sm" onClick={() => setLast(null)}>
              I have saved it
            </Button>
          </div>
        </Alert>
      )}
      <Form to={form} beside={["label", "scopes", "mode"]} failed="The key was not created" className="max-w-xl">
        <TextField
          label="Name"
          hint="Helps you tell your keys apart."
          name="label"
          maxLength={100}
          placeholder="Nightly job"
          autoComplete="off"
        />
        <SelectField
          label="Mode"
          hint="Test keys use the included archive and the rules engine. They cost nothing, work on every plan and only read and start analyses."
          name="mode"
          defaultValue="live"
          options={[
            { value: "live", label: "Live" },
            { value: "test", label: "Test data" },
          ]}
        />
        <fieldset className="grid gap-3" aria-describedby={scopeError === undefined ? undefined : "scopes-error"}>
          <legend className="mb-2 text-sm font-medium">Permissions</legend>
          {Scope.options.map((scope) => (
            <Checkbox
              key={scope}
              name="scopes"
              value={scope}
              label={scopeNames[scope].name}
              hint={scopeNames[scope].allows}
              defaultChecked
            />
          ))}
          {scopeError === undefined ? null : (
            <p id="scopes-error" role="alert" className="text-xs text-negative">
              {scopeError}
            </p>
          )}
        </fieldset>
        <Submit>Create key</Submit>
      </Form>
    </div>
  );
}

interface ConnectionView {
  readonly id: string;
  readonly name: string | null;
  readonly scopes: readonly string[];
  readonly connectedAt: string;
  readonly lastUsedAt: string | null;
  readonly webhooks: readonly string[];
}

export function ConnectionTable({ connections }: { connections: readonly ConnectionView[] }) {
  const [kept, setKept] = useState<ReadonlySet<string>>(new Set());
  return (
    <Table aria-label="Connected apps">
      <THead>
        <TR>
          <TH>App</TH>
          <TH>Permissions</TH>
          <TH>Connected</TH>
          <TH>Last used</TH>
          <TH>
            <span className="sr-only">Disconnect</span>
          </TH>
        </TR>
      </THead>
      <TBody>
        {connections.map((connection) => {
          const { id, scopes, connectedAt, lastUsedAt, webhooks } = connection;
          const name = connection.name ?? "An app without a name";
          return (
            <TR key={id}>
              <TD className="max-w-56 min-w-28 font-medium wrap-anywhere">
                {name}
                {webhooks.length === 0 ? null : (
                  <p className="text-xs font-normal text-muted">Made {isolated(webhooks.join(", "))}</p>
                )}
              </TD>
              <TD className="min-w-44 text-xs">
                {Scope.options.every((scope) => scopes.includes(scope)) ? "All" : scopes.join(", ")}
              </TD>
              <TD className="whitespace-nowrap">
                <Time at={connectedAt} format="date" />
              </TD>
              <TD className="whitespace-nowrap">{lastUsedAt === null ? "Never" : <Time at={lastUsedAt} />}</TD>
              <TD className="text-right">
                <ConfirmButton
                  label="Disconnect"
                  about={name}
                  title={`Disconnect ${isolated(name)}?`}
                  description="Its requests are refused immediately. To use it again, connect it again from the app."
                  confirm="Disconnect"
                  action={disconnectApp}
                  given={[id, kept.has(id)]}
                  said={`${isolated(name)} disconnected`}
                >
                  {webhooks.length === 0 ? null : (
                    <Checkbox
                      label="Keep the webhooks it made"
                      hint={isolated(webhooks.join(", "))}
                      checked={kept.has(id)}
                      onCheckedChange={(keep) =>
                        setKept((before) => new Set(keep ? [...before, id] : [...before].filter((one) => one !== id)))
                      }
                    />
                  )}
                </ConfirmButton>
              </TD>
            </TR>
          );
        })}
      </TBody>
    </Table>
  );
}
