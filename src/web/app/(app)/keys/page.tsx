import { KeyRound } from "lucide-react";
import type { Metadata } from "next";
import Link from "next/link";
import { plans } from "#src/contract/plans.ts";
import { formatUsd } from "#src/contract/money.ts";
import { listKeys } from "#src/services/keys/list-keys.ts";
import { curlSnippet, typescriptSnippet } from "#src/web/components/account/api-snippets.ts";
import { KeyTable } from "#src/web/components/account/key-table.tsx";
import { NewKeyForm } from "#src/web/components/account/new-key-form.tsx";
import { Alert } from "#src/web/components/ui/alert.tsx";
import { Button } from "#src/web/components/ui/button.tsx";
import { Card, CardContent, CardDescription, CardHeader, CardTitle } from "#src/web/components/ui/card.tsx";
import { CodeBlock } from "#src/web/components/ui/code-block.tsx";
import { EmptyState } from "#src/web/components/ui/empty-state.tsx";
import { PageHeader } from "#src/web/components/ui/page-header.tsx";
import { Tabs, TabsContent, TabsList, TabsTrigger } from "#src/web/components/ui/tabs.tsx";
import { contextOf, requireViewer } from "#src/web/session.ts";
import { siteOrigin } from "#src/web/site-origin.ts";

export const metadata: Metadata = { title: "API keys" };

export default async function Keys() {
  const who = await requireViewer();
  const [keys, base] = await Promise.all([listKeys(contextOf(who), who.userId), siteOrigin()]);
  const shown = [...keys].toSorted((a, b) => Number(a.revoked_at !== null) - Number(b.revoked_at !== null));
  return (
    <>
      <PageHeader
        title="API keys"
        description="Start analyses from your own programs and collect the results."
        actions={
          <Button asChild variant="secondary">
            <a href="/docs/api">API reference</a>
          </Button>
        }
      />
      <div className="grid grid-cols-1 gap-6">
        {who.entitlements.api ? null : <WhatEliteGives planName={plans[who.plan].name} />}
        <Card>
          <CardHeader>
            <CardTitle>New key</CardTitle>
            {who.entitlements.api ? null : (
              <CardDescription>
                You can make one now; requests with it are answered once you have Elite.
              </CardDescription>
            )}
          </CardHeader>
          <CardContent>
            <NewKeyForm />
          </CardContent>
        </Card>
        <Card>
          <CardHeader>
            <CardTitle>Your keys</CardTitle>
          </CardHeader>
          {shown.length === 0 ? (
            <EmptyState icon={KeyRound} title="There is no key yet" className="pt-4">
              Make one above. It is shown once: only a fingerprint of it is kept.
            </EmptyState>
          ) : (
            <KeyTable keys={shown} />
          )}
        </Card>
        <Card>
          <CardHeader>
            <CardTitle>Your first request</CardTitle>
            <CardDescription>A run takes minutes: start it, then wait for its end.</CardDescription>
          </CardHeader>
          <CardContent>
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
          </CardContent>
        </Card>
      </div>
    </>
  );
}

function WhatEliteGives({ planName }: { planName: string }) {
  const { elite } = plans;
  return (
    <Alert tone="info" title={`Your plan, ${planName}, has no API`}>
      <p>
        {elite.name} has it: {elite.requestsPerMinute} requests a minute for each key, {elite.analysesPerMonth} analyses
        a month, {elite.slots} at a time, and a model budget of ${elite.runBudgetUsd} for each. It costs{" "}
        {formatUsd(elite.priceMinor)} for 30 days.
      </p>
      <Button asChild size="sm" className="mt-3">
        <Link href="/billing">Look at {elite.name}</Link>
      </Button>
    </Alert>
  );
}
