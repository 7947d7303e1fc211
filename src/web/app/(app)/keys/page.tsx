import { KeyRound } from "lucide-react";
import type { Metadata } from "next";
import { plans, Scope } from "#src/contract/accounts/plans.ts";
import { formatUsd } from "#src/contract/accounts/money.ts";
import { listConnections } from "#src/product/connections/connections.ts";
import { listKeys } from "#src/product/keys/keys.ts";
import { curlSnippet, typescriptSnippet } from "#src/web/components/reference/samples.ts";
import { ConnectionTable, NewKeyForm } from "#src/web/components/account/api-keys.tsx";
import { Alert, Badge, LinkButton } from "#src/web/components/ui/elements.tsx";
import { Card, EmptyState, PageHeader } from "#src/web/components/ui/page-parts.tsx";
import { CodeBlock } from "#src/web/components/ui/code-block.tsx";
import { Tabs, TabsContent, TabsList, TabsTrigger } from "#src/web/components/ui/tabs.tsx";
import { contextOf, requireViewer } from "#src/web/viewer.ts";
import { siteOrigin } from "#src/web/page-request.ts";
import { isolated } from "#src/core/text/untrusted.ts";
import { endKey } from "#src/web/actions/developers.ts";
import { Table, TBody, TD, TH, THead, TR } from "#src/web/components/ui/table.tsx";
import { Time } from "#src/web/components/ui/time.tsx";
import { ConfirmButton } from "#src/web/components/ui/dialog.tsx";

export const metadata: Metadata = { title: "API keys" };

export default async function Keys() {
  const who = await requireViewer();
  const [keys, connections, base] = await Promise.all([
    listKeys(contextOf(who), who.userId),
    listConnections(contextOf(who)),
    siteOrigin(),
  ]);
  const listed = [...keys].toSorted((a, b) => Number(a.revoked_at !== null) - Number(b.revoked_at !== null));
  return (
    <>
      <PageHeader title="API keys" description="Start analyses from your own programs and collect the results." />
      <div className="grid grid-cols-1 gap-6">
        {who.entitlements.api ? null : <ElitePlanBenefits planName={plans[who.plan].name} />}
        <Card
          title="New key"
          description={who.entitlements.api ? null : "You can create a key now. It works once you are on Elite."}
        >
          <NewKeyForm />
        </Card>
        <Card title="Your keys" flush>
          {listed.length === 0 ? (
            <EmptyState icon={KeyRound} title="No API keys yet" className="pt-4">
              Create one above. It is shown once: we store only a hash of it.
            </EmptyState>
          ) : (
            <KeyTable keys={listed} />
          )}
        </Card>
        {connections.length === 0 ? null : (
          <Card
            title="Connected apps"
            description="Assistants and other apps that you let use the API on your behalf."
            flush
          >
            <ConnectionTable connections={connections} />
          </Card>
        )}
        <Card title="Your first request" description="A run takes minutes. Start it, then poll for the result.">
          <Tabs defaultValue="curl">
            <TabsList aria-label="Language">
              <TabsTrigger value="curl">curl</TabsTrigger>
              <TabsTrigger value="typescript">TypeScript</TabsTrigger>
            </TabsList>
            <TabsContent value="curl">
              <CodeBlock code={curlSnippet(base)} language="sh" />
            </TabsContent>
            <TabsContent value="typescript">
              <CodeBlock code={typescriptSnippet(base)} language="ts" />
            </TabsContent>
          </Tabs>
        </Card>
      </div>
    </>
  );
}

function ElitePlanBenefits({ planName }: { planName: string }) {
  const { elite } = plans;
  return (
    <Alert tone="info" title={`The ${planName} plan has no API access`}>
      <p>
        {elite.name} includes the API: {elite.requestsPerMinute} requests per minute per key, {elite.analysesPerMonth}{" "}
        analyses a month, {elite.slots} at a time, and a model budget of ${elite.runBudgetUsd} per analysis. It costs{" "}
        {formatUsd(elite.priceMinor)} for 30 days.
      </p>
      <LinkButton href="/billing" size="sm" className="mt-3">
        View {elite.name}
      </LinkButton>
    </Alert>
  );
}

interface KeyView {
  readonly id: string;
  readonly label: string;
  readonly prefix: string;
  readonly scopes: readonly string[];
  readonly livemode: boolean;
  readonly created_at: string;
  readonly last_used_at: string | null;
  readonly revoked_at: string | null;
}

/** All of them in one word; else by the names that requests are refused with, which are short. */
function permissions(scopes: readonly string[]): string {
  return Scope.options.every((scope) => scopes.includes(scope)) ? "All" : scopes.join(", ");
}

function KeyTable({ keys }: { keys: readonly KeyView[] }) {
  return (
    <Table aria-label="API keys">
      <THead>
        <TR>
          <TH>Name</TH>
          <TH>Key</TH>
          <TH>Permissions</TH>
          <TH>Created</TH>
          <TH>Last used</TH>
          <TH>
            <span className="sr-only">Revoke</span>
          </TH>
        </TR>
      </THead>
      <TBody>
        {keys.map(({ id, label, prefix, scopes, livemode, created_at, last_used_at, revoked_at }) => (
          <TR key={id} className={revoked_at === null ? undefined : "text-muted"}>
            <TD className="max-w-56 min-w-28 font-medium wrap-anywhere">
              <bdi>{label}</bdi> {livemode ? null : <Badge tone="info">Test</Badge>}
            </TD>
            <TD className="font-mono text-xs whitespace-nowrap">{prefix}…</TD>
            <TD className="min-w-44 text-xs">{permissions(scopes)}</TD>
            <TD className="whitespace-nowrap">
              <Time at={created_at} format="date" />
            </TD>
            <TD className="whitespace-nowrap">{last_used_at === null ? "Never" : <Time at={last_used_at} />}</TD>
            <TD className="text-right">
              {revoked_at === null ? (
                <ConfirmButton
                  label="Revoke"
                  about={`the key ${isolated(label)}`}
                  title={`Revoke ${isolated(label)}?`}
                  description="Requests with this key are refused immediately. This cannot be undone."
                  confirm="Revoke key"
                  action={endKey}
                  given={[id]}
                  said={`${isolated(label)} revoked`}
                />
              ) : (
                <Badge>Revoked</Badge>
              )}
            </TD>
          </TR>
        ))}
      </TBody>
    </Table>
  );
}
