"use client";

import { useState } from "react";
import type { ModelProbe } from "#src/contract/model-probe.ts";
import { testConfiguredModels } from "#src/web/actions/admin.ts";
import { ActionButton } from "#src/web/components/ui/action-button.tsx";
import { Card, CardContent, CardDescription, CardHeader, CardTitle } from "#src/web/components/ui/card.tsx";
import { ProbeTable } from "./probe-table.tsx";

/** Tests the configured models when it is pressed, and shows what they have, lack and cost. */
export function ModelTestCard({ budgetUsd }: { budgetUsd: string }) {
  const [probes, setProbes] = useState<readonly ModelProbe[]>([]);
  return (
    <Card>
      <CardHeader className="flex flex-wrap items-start justify-between gap-3">
        <div className="grid gap-1">
          <CardTitle>Test the configured models</CardTitle>
          <CardDescription>
            Three paid calls to each model, for at most ${budgetUsd} each. It takes up to a minute and a half.
          </CardDescription>
        </div>
        <div className="grid justify-items-end gap-2">
          <ActionButton action={testConfiguredModels} given={[]} done={setProbes}>
            Test models
          </ActionButton>
        </div>
      </CardHeader>
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
