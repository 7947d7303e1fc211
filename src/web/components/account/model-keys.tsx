"use client";

import { providerLabels, CustomerProvider, type ModelKey, ReasoningEffort } from "#src/contract/jobs/model-keys.ts";
import { FormDialog, ConfirmButton } from "#src/web/components/ui/dialog.tsx";
import { setModelKey, keepModelKey, endModelKey, testModelKey } from "#src/web/actions/account.ts";
import { TextField, SelectField } from "#src/web/components/ui/fields.tsx";
import { useRouter } from "next/navigation";
import { Alert, Button } from "#src/web/components/ui/elements.tsx";
import { Form, Submit, FailureAlert } from "#src/web/components/ui/form.tsx";
import { useToast, useAnnounce } from "#src/web/components/ui/toast.tsx";
import { useActionForm } from "#src/web/components/ui/use-form.ts";
import { usdText } from "#src/contract/accounts/money.ts";
import { Table, TBody, TD, TH, THead, TR } from "#src/web/components/ui/table.tsx";
import { Time } from "#src/web/components/ui/time.tsx";
import { useAction } from "#src/web/components/ui/use-action.ts";

/** The providers' default models; `null` where there are none. */
type DefaultModels = Readonly<
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
function ModelKeySettings({ modelKey, defaultModels }: Props) {
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

interface ModelKeyTableProps {
  readonly keys: readonly ModelKey[];
  readonly defaultModels: DefaultModels;
}

/** What a key's runs are asked with; the provider's own choice where nothing is set. */
function settingsText({ defaults }: ModelKey, usual: DefaultModels[keyof DefaultModels]): string {
  const { deep_think_llm: deep, quick_think_llm: quick, reasoning_effort: effort, temperature } = defaults;
  const used = [deep ?? usual?.deep, quick ?? usual?.quick ?? deep].filter((name) => name !== undefined);
  const parts = [
    used.length === 0 ? "None yet: set its models before you use it" : [...new Set(used)].join(", "),
    ...(effort === undefined ? [] : [`effort ${effort}`]),
    ...(temperature === undefined ? [] : [`temperature ${temperature}`]),
  ];
  return parts.join(" · ");
}

export function ModelKeyTable({ keys, defaultModels }: ModelKeyTableProps) {
  const announce = useAnnounce();
  const { pending, failure, act } = useAction(testModelKey, () => {
    announce("The provider accepts this key");
  });
  return (
    <>
      <div className="px-5 pb-4 empty:hidden">
        <FailureAlert failure={failure} title="The check failed" />
      </div>
      <Table aria-label="Model keys">
        <THead>
          <TR>
            <TH>Provider</TH>
            <TH>Key</TH>
            <TH>Models</TH>
            <TH numeric>Used this month</TH>
            <TH>Saved</TH>
            <TH>
              <span className="sr-only">Change, check or delete</span>
            </TH>
          </TR>
        </THead>
        <TBody>
          {keys.map((key) => {
            const { provider, last_four, saved_at, monthly_limit_usd: limit, used_usd: used } = key;
            const label = providerLabels[provider];
            return (
              <TR key={provider}>
                <TD className="font-medium">{label}</TD>
                <TD className="font-mono text-xs whitespace-nowrap">…{last_four}</TD>
                <TD className="min-w-40 text-xs wrap-anywhere">{settingsText(key, defaultModels[provider])}</TD>
                <TD numeric className="whitespace-nowrap">
                  {usdText(used)}
                  {limit === null ? "" : ` of ${usdText(limit)}`}
                </TD>
                <TD className="whitespace-nowrap">
                  <Time at={saved_at} format="date" />
                </TD>
                <TD className="text-right whitespace-nowrap">
                  <span className="inline-flex gap-2">
                    <ModelKeySettings modelKey={key} defaultModels={defaultModels[provider]} />
                    <Button variant="secondary" size="sm" pending={pending} onClick={() => act(provider)}>
                      Check<span className="sr-only"> the {label} key</span>
                    </Button>
                    <ConfirmButton
                      label="Delete"
                      about={`the ${label} key`}
                      title={`Delete the ${label} key?`}
                      description="Runs that use it stop before their next model call. Their finished reports stay. Revoke the key at your provider too if you no longer need it."
                      confirm="Delete key"
                      action={endModelKey}
                      given={[provider]}
                      said={`${label} key deleted`}
                    />
                  </span>
                </TD>
              </TR>
            );
          })}
        </TBody>
      </Table>
    </>
  );
}
