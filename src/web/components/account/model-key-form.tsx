"use client";

import { useRouter } from "next/navigation";
import { CustomerProvider, providerLabels } from "#src/contract/model-keys.ts";
import { keepModelKey } from "#src/web/actions/model-keys.ts";
import { Alert } from "#src/web/components/ui/alert.tsx";
import { Button } from "#src/web/components/ui/button.tsx";
import { FailureAlert } from "#src/web/components/ui/failure-alert.tsx";
import { Field } from "#src/web/components/ui/field.tsx";
import { Form } from "#src/web/components/ui/form.tsx";
import { Input } from "#src/web/components/ui/input.tsx";
import { Select } from "#src/web/components/ui/select.tsx";
import type { DefaultModels } from "./model-key-settings.tsx";
import { useToast } from "#src/web/components/ui/toast.tsx";
import { useActionForm } from "#src/web/components/ui/use-form.ts";

/** @param models what each provider's runs are asked with; without any, models must be set after the key is saved */
export function ModelKeyForm({ models }: { models: DefaultModels }) {
  const router = useRouter();
  const show = useToast();
  const { pending, form, errorOf, errorBeside, typed, posted } = useActionForm(keepModelKey, (provider, sent) => {
    show({ title: `${providerLabels[provider]} key saved`, tone: "positive" });
    sent.reset();
    router.refresh();
  });
  return (
    <Form to={form} className="grid max-w-md gap-4">
      <FailureAlert failure={errorBeside(["provider", "secret"])} title="The key was not saved" />
      {posted === undefined ? null : <Alert tone="positive" title={`${providerLabels[posted]} key saved`} />}
      <Field label="Provider" error={errorOf("provider")}>
        <Select
          name="provider"
          defaultValue={typed("provider") ?? "openai"}
          options={CustomerProvider.options.map((value) => ({ value, label: labelOf(value, models[value]) }))}
        />
      </Field>
      <Field
        label="Key"
        hint="Create a key for this purpose at your provider, with a spending limit."
        error={errorOf("secret")}
      >
        <Input type="password" name="secret" autoComplete="off" spellCheck={false} maxLength={400} required />
      </Field>
      <Button type="submit" pending={pending} className="justify-self-start">
        Save key
      </Button>
    </Form>
  );
}

function labelOf(provider: CustomerProvider, models: DefaultModels[CustomerProvider]): string {
  const named = models == null ? "set its models after saving" : [...new Set([models.deep, models.quick])].join(", ");
  return `${providerLabels[provider]}: ${named}`;
}
