"use client";

import { useRouter } from "next/navigation";
import { useState } from "react";
import { Scope, scopeNames } from "#src/contract/plans.ts";
import { isolated } from "#src/core/isolated.ts";
import { makeKey } from "#src/web/actions/keys.ts";
import { Alert, Button } from "#src/web/components/ui/elements.tsx";
import { CopyButton } from "#src/web/components/ui/copy-button.tsx";
import { Form, Submit } from "#src/web/components/ui/form.tsx";
import { useActionForm } from "#src/web/components/ui/use-form.ts";
import { TextField, SelectField } from "#src/web/components/ui/fields.tsx";
import { Checkbox } from "#src/web/components/ui/boxes.tsx";

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
