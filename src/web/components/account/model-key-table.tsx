"use client";

import { providerLabels, type ModelKey } from "#src/contract/model-keys.ts";
import { usdText } from "#src/contract/usd.ts";
import { endModelKey, testModelKey } from "#src/web/actions/model-keys.ts";
import { Button } from "#src/web/components/ui/elements.tsx";
import { ConfirmButton } from "#src/web/components/ui/dialog.tsx";
import { FailureAlert } from "#src/web/components/ui/form.tsx";
import { Table, TBody, TD, TH, THead, TR } from "#src/web/components/ui/table.tsx";
import { Time } from "#src/web/components/ui/time.tsx";
import { useAnnounce } from "#src/web/components/ui/toast.tsx";
import { useAction } from "#src/web/components/ui/use-action.ts";
import { ModelKeySettings, type DefaultModels } from "./model-key-settings.tsx";

interface Props {
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

export function ModelKeyTable({ keys, defaultModels }: Props) {
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
