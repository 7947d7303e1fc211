"use client";

import { useRouter } from "next/navigation";
import { useState } from "react";
import { providerLabels, type CustomerProvider, type ModelKey } from "#src/contract/model-keys.ts";
import { ReasoningEffort } from "#src/contract/tuning.ts";
import { setModelKey } from "#src/web/actions/model-keys.ts";
import { Button } from "#src/web/components/ui/button.tsx";
import { Dialog, DialogContent, DialogTrigger } from "#src/web/components/ui/dialog.tsx";
import { FailureAlert } from "#src/web/components/ui/failure-alert.tsx";
import { Field } from "#src/web/components/ui/field.tsx";
import { Form } from "#src/web/components/ui/form.tsx";
import { Input } from "#src/web/components/ui/input.tsx";
import { Select } from "#src/web/components/ui/select.tsx";
import { useToast } from "#src/web/components/ui/toast.tsx";
import { useScriptForm } from "#src/web/components/ui/use-form.ts";

/** The providers' default models; `null` where there are none. */
export type DefaultModels = Readonly<
  Partial<Record<CustomerProvider, { readonly deep: string; readonly quick: string } | null>>
>;

const efforts = [
  { value: "", label: "Provider default" },
  ...ReasoningEffort.options.map((value) => ({ value, label: value })),
];

interface Props {
  readonly modelKey: ModelKey;
  readonly defaultModels: DefaultModels[CustomerProvider];
}

/** The button that opens what is set for a key. */
export function ModelKeySettings({ modelKey, defaultModels }: Props) {
  const router = useRouter();
  const show = useToast();
  const [open, setOpen] = useState(false);
  const label = providerLabels[modelKey.provider];
  return (
    <Dialog open={open} onOpenChange={setOpen}>
      <DialogTrigger asChild>
        <Button variant="secondary" size="sm">
          Change<span className="sr-only"> settings of the {label} key</span>
        </Button>
      </DialogTrigger>
      <DialogContent
        title={`${label} settings`}
        description="Used by every run on this key, unless the run sets its own. Runs in progress keep their models."
        className="max-w-xl"
      >
        <SettingsForm
          modelKey={modelKey}
          defaultModels={defaultModels}
          done={() => {
            setOpen(false);
            show({ title: `${label} settings saved`, tone: "positive" });
            router.refresh();
          }}
        />
      </DialogContent>
    </Dialog>
  );
}

const fields = ["deep_think_llm", "quick_think_llm", "reasoning_effort", "temperature", "monthly_limit_usd"];

function SettingsForm({ modelKey, defaultModels, done }: Props & { readonly done: () => void }) {
  const { provider, defaults, monthly_limit_usd: limit } = modelKey;
  const { pending, form, errorOf, errorBeside } = useScriptForm(setModelKey, done);
  return (
    <Form to={form} className="grid gap-4">
      <FailureAlert failure={errorBeside(fields)} title="The settings were not saved" />
      <input type="hidden" name="provider" value={provider} />
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label="Model for managers" error={errorOf("deep_think_llm")}>
          <Input
            name="deep_think_llm"
            maxLength={100}
            defaultValue={defaults.deep_think_llm ?? ""}
            placeholder={defaultModels?.deep ?? ""}
            autoComplete="off"
            spellCheck={false}
          />
        </Field>
        <Field label="Model for other agents" error={errorOf("quick_think_llm")}>
          <Input
            name="quick_think_llm"
            maxLength={100}
            defaultValue={defaults.quick_think_llm ?? ""}
            placeholder={defaultModels?.quick ?? ""}
            autoComplete="off"
            spellCheck={false}
          />
        </Field>
        <Field
          label="Reasoning effort"
          hint="How long models think. Ignored by models that do not support it."
          error={errorOf("reasoning_effort")}
        >
          <Select name="reasoning_effort" defaultValue={defaults.reasoning_effort ?? ""} options={efforts} />
        </Field>
        <Field
          label="Temperature"
          hint="From 0 to 2. Ignored by models that do not support it."
          error={errorOf("temperature")}
        >
          <Input
            name="temperature"
            defaultValue={defaults.temperature ?? ""}
            placeholder="Provider default"
            inputMode="decimal"
            autoComplete="off"
          />
        </Field>
      </div>
      <Field
        label="Monthly limit"
        hint="In US dollars per calendar month (UTC). Before each call, the most it can cost is held. Leave empty for no limit."
        error={errorOf("monthly_limit_usd")}
      >
        <Input
          name="monthly_limit_usd"
          defaultValue={limit ?? ""}
          placeholder="No limit"
          inputMode="decimal"
          autoComplete="off"
          className="max-w-52 tabular-nums"
        />
      </Field>
      <Button type="submit" pending={pending} className="justify-self-start">
        Save settings
      </Button>
    </Form>
  );
}
