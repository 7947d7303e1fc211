"use client";

import Link from "next/link";
import { useState } from "react";
import { CustomerProvider, type OwnModel, providerLabels } from "#src/contract/jobs/model-keys.ts";
import { useFormState } from "./use-form.ts";
import { SelectField, TextField } from "./fields.tsx";

/** What was chosen in a form that comes back; `null`: the service's models. */
export function ownAsked(typed: (name: string) => string | undefined): OwnModel | null {
  const provider = CustomerProvider.safeParse(typed("own_provider")).data;
  if (provider === undefined) return null;
  return {
    llm_provider: provider,
    deep_think_llm: typed("own_deep") ?? null,
    quick_think_llm: typed("own_quick") ?? null,
  };
}

/** A provider that somebody has a key of. */
export interface OwnModelOption {
  readonly provider: CustomerProvider;
  readonly label: string;
  /** The provider's default models; `null`: it has none, so one must be named. */
  readonly models: { readonly deep: string; readonly quick: string } | null;
}

interface Props {
  readonly options: readonly OwnModelOption[];
  /** What runs are made with otherwise. */
  readonly usual: string;
  /** What is chosen at first. */
  readonly start: OwnModel | null;
  readonly error?: string | undefined;
  readonly onProvider?: (provider: CustomerProvider | null) => void;
}

/** Which models speak: the service's, or those of a provider on one's own key. Read by `ownModelOf`. */
export function OwnModelFields({ options, usual, start, onProvider }: Props) {
  const refused = useFormState()?.errorOf("own_model");
  const [provider, setProvider] = useState<CustomerProvider | null>(start?.llm_provider ?? null);
  if (options.length === 0 && start === null)
    return (
      <p className="text-xs text-muted">
        Want to choose the models?{" "}
        <Link href="/settings/models" className="underline underline-offset-4">
          Add your own model key
        </Link>
        .
      </p>
    );
  const known = options.find((one) => one.provider === provider);
  const gone =
    start !== null && !options.some((one) => one.provider === start.llm_provider) ? start.llm_provider : null;
  return (
    <div className="grid gap-4">
      <SelectField
        label="Models"
        hint="On your own key, the provider bills you. Plan limits still apply."
        error={refused}
        name="own_provider"
        value={provider ?? ""}
        onChange={({ target }) => {
          const chosen = CustomerProvider.safeParse(target.value).data ?? null;
          setProvider(chosen);
          onProvider?.(chosen);
        }}
        options={[
          { value: "", label: usual },
          ...options.map((one) => ({
            value: one.provider,
            label: `${one.label}: ${modelsText(one)}`,
            // A run could not begin.
            disabled: one.models === null && start?.llm_provider !== one.provider,
          })),
          ...(gone === null ? [] : [{ value: gone, label: `${providerLabels[gone]}, key deleted` }]),
        ]}
      />
      {provider === null ? null : (
        <div className="grid gap-4 sm:grid-cols-2">
          <TextField
            label="Model for managers"
            name="own_deep"
            maxLength={100}
            defaultValue={start?.deep_think_llm ?? ""}
            placeholder={known?.models?.deep ?? "Required"}
            autoComplete="off"
            spellCheck={false}
          />
          <TextField
            label="Model for other agents"
            name="own_quick"
            maxLength={100}
            defaultValue={start?.quick_think_llm ?? ""}
            placeholder={known?.models?.quick ?? "Same as managers"}
            autoComplete="off"
            spellCheck={false}
          />
        </div>
      )}
    </div>
  );
}

function modelsText({ models }: OwnModelOption): string {
  return models === null
    ? "set its models under Account, Models first"
    : [...new Set([models.deep, models.quick])].join(", ");
}
