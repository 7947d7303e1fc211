"use client";

import { useState } from "react";
import type { ModelProbe, ProbeCheckName } from "#src/contract/jobs/model-checks.ts";
import { counted } from "#src/core/text/number-text.ts";
import { testConfiguredModels } from "#src/web/actions/admin.ts";
import { Badge } from "#src/web/components/ui/elements.tsx";
import { Card, CardContent } from "#src/web/components/ui/page-parts.tsx";
import { Table, TBody, TD, TH, THead, TR } from "#src/web/components/ui/table.tsx";
import { ActionButton } from "#src/web/components/ui/form.tsx";

/** Tests the configured models when it is pressed, and shows what they have, lack and cost. */
export function ModelTestCard({ budgetUsd }: { budgetUsd: string }) {
  const [probes, setProbes] = useState<readonly ModelProbe[]>([]);
  return (
    <Card
      title="Test the configured models"
      description={
        <>Three paid calls to each model, for at most ${budgetUsd} each. It takes up to a minute and a half.</>
      }
      aside={
        <div className="grid justify-items-end gap-2">
          <ActionButton action={testConfiguredModels} given={[]} done={setProbes}>
            Test models
          </ActionButton>
        </div>
      }
      flush
    >
      <div aria-live="polite">
        {probes.length === 0 ? null : (
          <CardContent className="grid gap-6">
            {probes.map((probe) => (
              <ProbeTable key={probe.model} probe={probe} />
            ))}
          </CardContent>
        )}
      </div>
    </Card>
  );
}

const names: Readonly<Record<ProbeCheckName, string>> = {
  reach: "Connection",
  schema: "JSON schema",
  tools: "Tools",
  streaming: "Streaming",
  usage: "Token counts",
  context: "Context",
  speed: "Speed",
  price: "Price",
  turn: "Agent turn",
};

/** What the test of one model showed. */
function ProbeTable({ probe }: { probe: ModelProbe }) {
  const { provider, model, is_usable, checks, refused } = probe;
  return (
    <div className="grid gap-2">
      <div className="flex flex-wrap items-center gap-3">
        <h3 className="text-sm font-semibold wrap-anywhere">{model}</h3>
        <Badge tone={is_usable ? "positive" : "negative"}>{is_usable ? "Usable" : "Not usable"}</Badge>
      </div>
      <p className="text-xs text-muted">
        {provider}, {spent(probe)}.
        {refused.length === 0 ? null : ` The server refuses ${refused.join(", ")}, so these are not sent.`}
      </p>
      <Table aria-label={`Test of ${model}`}>
        <THead>
          <TR>
            <TH>Check</TH>
            <TH>Result</TH>
            <TH>Details</TH>
          </TR>
        </THead>
        <TBody>
          {checks.map(({ name, ok, found, costs, mend }) => (
            <TR key={name}>
              <TD className="whitespace-nowrap">{names[name]}</TD>
              <TD>
                <Badge tone={ok === null ? "neutral" : ok ? "positive" : "negative"}>
                  {ok === null ? "Unknown" : ok ? "✓ Passed" : "✗ Failed"}
                </Badge>
              </TD>
              <TD className="min-w-64">
                {found}
                {costs === null ? null : <span className="block text-muted">{costs}</span>}
                {mend === null ? null : <span className="block text-xs text-muted wrap-anywhere">{mend}</span>}
              </TD>
            </TR>
          ))}
        </TBody>
      </Table>
    </div>
  );
}

function spent({ calls, cost_usd, at_most_usd }: ModelProbe): string {
  const made = counted(calls, "call");
  return cost_usd === null ? `${made}, at most $${at_most_usd}` : `${made}, $${cost_usd}`;
}
