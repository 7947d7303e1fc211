import { providerLabels, type CustomerProvider, type ModelKey } from "#src/contract/model-keys.ts";
import { ReasoningEffort } from "#src/contract/tuning.ts";
import { FormDialog } from "#src/web/components/ui/dialog.tsx";
import { setModelKey } from "#src/web/actions/model-keys.ts";
import { TextField, SelectField } from "#src/web/components/ui/fields.tsx";

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

const fields = ["deep_think_llm", "quick_think_llm", "reasoning_effort", "temperature", "monthly_limit_usd"];

/** The button that opens what is set for a key. */
export function ModelKeySettings({ modelKey, defaultModels }: Props) {
  const { provider, defaults, monthly_limit_usd: limit } = modelKey;
  const label = providerLabels[provider];
  return (
    <FormDialog
      label="Change"
      about={`settings of the ${label} key`}
      variant="secondary"
      title={`${label} settings`}
      description="Used by every run on this key, unless the run sets its own. Runs in progress keep their models."
      className="max-w-xl"
      confirm="Save settings"
      action={setModelKey}
      hidden={{ provider }}
      beside={fields}
      failed="The settings were not saved"
      said={`${label} settings saved`}
      isPlain
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          label="Model for managers"
          name="deep_think_llm"
          maxLength={100}
          defaultValue={defaults.deep_think_llm ?? ""}
          placeholder={defaultModels?.deep ?? ""}
          autoComplete="off"
          spellCheck={false}
        />
        <TextField
          label="Model for other agents"
          name="quick_think_llm"
          maxLength={100}
          defaultValue={defaults.quick_think_llm ?? ""}
          placeholder={defaultModels?.quick ?? ""}
          autoComplete="off"
          spellCheck={false}
        />
        <SelectField
          label="Reasoning effort"
          hint="How long models think. Ignored by models that do not support it."
          name="reasoning_effort"
          defaultValue={defaults.reasoning_effort ?? ""}
          options={efforts}
        />
        <TextField
          label="Temperature"
          hint="From 0 to 2. Ignored by models that do not support it."
          name="temperature"
          defaultValue={defaults.temperature ?? ""}
          placeholder="Provider default"
          inputMode="decimal"
          autoComplete="off"
        />
      </div>
      <TextField
        label="Monthly limit"
        hint="In US dollars per calendar month (UTC). Before each call, the most it can cost is held. Leave empty for no limit."
        name="monthly_limit_usd"
        defaultValue={limit ?? ""}
        placeholder="No limit"
        inputMode="decimal"
        autoComplete="off"
        inputClassName="max-w-52 tabular-nums"
      />
    </FormDialog>
  );
}
