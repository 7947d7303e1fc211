"use client";

import { useRouter } from "next/navigation";
import { CustomerProvider, providerLabels } from "#src/contract/model-keys.ts";
import { keepModelKey } from "#src/web/actions/model-keys.ts";
import { Alert } from "#src/web/components/ui/elements.tsx";
import { Form, Submit } from "#src/web/components/ui/form.tsx";
import type { DefaultModels } from "./model-key-settings.tsx";
import { useToast } from "#src/web/components/ui/toast.tsx";
import { useActionForm } from "#src/web/components/ui/use-form.ts";
import { SelectField, TextField } from "#src/web/components/ui/fields.tsx";

/** @param models what each provider's runs are asked with; without any, models must be set after the key is saved */
export function ModelKeyForm({ models }: { models: DefaultModels }) {
  const router = useRouter();
  const show = useToast();
  const { form, posted } = useActionForm(keepModelKey, (provider, sent) => {
    show({ title: `${providerLabels[provider]} key saved`, tone: "positive" });
    sent.reset();
    router.refresh();
  });
  return (
    <Form to={form} beside={["provider", "secret"]} failed="The key was not saved" className="max-w-md">
      {posted === undefined ? null : <Alert tone="positive" title={`${providerLabels[posted]} key saved`} />}
      <SelectField
        label="Provider"
        name="provider"
        defaultValue="openai"
        options={CustomerProvider.options.map((value) => ({ value, label: labelOf(value, models[value]) }))}
      />
      <TextField
        label="Key"
        hint="Create a key for this purpose at your provider, with a spending limit."
        type="password"
        name="secret"
        autoComplete="off"
        spellCheck={false}
        maxLength={400}
        required
      />
      <Submit>Save key</Submit>
    </Form>
  );
}

function labelOf(provider: CustomerProvider, models: DefaultModels[CustomerProvider]): string {
  const named = models == null ? "set its models after saving" : [...new Set([models.deep, models.quick])].join(", ");
  return `${providerLabels[provider]}: ${named}`;
}
