import { KeyRound } from "lucide-react";
import type { Metadata } from "next";
import { CustomerProvider, providerLabels, type ModelKeyAction } from "#src/contract/jobs/model-keys.ts";
import { listModelKeys } from "#src/product/model-keys/model-keys.ts";
import { ModelKeyForm, ModelKeyTable } from "#src/web/components/account/model-keys.tsx";
import { PageHeader, Card, EmptyState } from "#src/web/components/ui/page-parts.tsx";
import { Time } from "#src/web/components/ui/time.tsx";
import { TextLink } from "#src/web/components/ui/elements.tsx";
import { webContext } from "#src/web/context.ts";
import { contextOf, requireViewer } from "#src/web/viewer.ts";

export const metadata: Metadata = { title: "Model keys" };

const actions: Readonly<Record<ModelKeyAction, string>> = {
  added: "added",
  replaced: "replaced",
  deleted: "deleted",
  refused: "refused by the provider",
  checked: "checked",
};

export default async function ModelKeys() {
  const { keys, events } = await listModelKeys(contextOf(await requireViewer()));
  const { defaultsOf } = webContext().customerModels;
  const defaultModels = Object.fromEntries(
    CustomerProvider.options.map((provider) => [provider, defaultsOf(provider)]),
  );
  return (
    <>
      <PageHeader title="Models" />
      <Card
        title="Your model keys"
        description={
          <>
            Use your own account with a model provider for analyses, watchlists and backtests. The provider bills you
            directly. <TextLink href="/help/own-model-keys">How it works</TextLink>
          </>
        }
        flush
      >
        {keys.length === 0 ? (
          <EmptyState icon={KeyRound} title="No model keys yet" className="border-t">
            Add one below. Without a key, your runs use the models of this service.
          </EmptyState>
        ) : (
          <ModelKeyTable keys={keys} defaultModels={defaultModels} />
        )}
      </Card>
      <Card
        title="Add or replace a key"
        description="We check the key with its provider, store it encrypted and never show it again. A new key replaces the one you have for the same provider."
      >
        <ModelKeyForm models={defaultModels} />
      </Card>
      {events.length === 0 ? null : (
        <Card title="Recent changes">
          <ul className="grid gap-2 text-sm">
            {events.map(({ provider, action, last_four, at }) => (
              <li key={`${at} ${provider} ${action}`} className="flex flex-wrap justify-between gap-x-4">
                <span>
                  {providerLabels[provider]} key ending in <code>{last_four}</code> {actions[action]}
                </span>
                <span className="text-muted">
                  <Time at={at} />
                </span>
              </li>
            ))}
          </ul>
        </Card>
      )}
    </>
  );
}
