"use client";

import { useRouter } from "next/navigation";
import { stopAnalysis } from "#src/web/actions/analyses.ts";
import { ConfirmButton } from "#src/web/components/ui/confirm-button.tsx";
import { useToast } from "#src/web/components/ui/toast.tsx";

/** Asks before it ends a run: what was paid for so far is not given back. */
export function CancelButton({ id, symbol }: { id: string; symbol: string }) {
  const show = useToast();
  const router = useRouter();
  return (
    <ConfirmButton
      label="Cancel"
      size="md"
      title={`Cancel the analysis of ${symbol}?`}
      description="The current model call is dropped and no further calls are made. You can still read everything said so far. There will be no rating, and the analysis counts towards this month's quota."
      confirm="Cancel the analysis"
      leave="Keep running"
      action={stopAnalysis}
      given={[id]}
      done={() => {
        show({ title: `Analysis of ${symbol} cancelled` });
        router.refresh();
      }}
    />
  );
}
