"use client";

import { useRouter } from "next/navigation";
import { stopAttribution } from "#src/web/actions/attributions.ts";
import { ConfirmButton } from "#src/web/components/ui/confirm-button.tsx";
import { useToast } from "#src/web/components/ui/toast.tsx";

export function CancelAttributionButton({ id }: { readonly id: string }) {
  const router = useRouter();
  const show = useToast();
  return (
    <ConfirmButton
      label="Cancel"
      size="md"
      title="Cancel this measurement?"
      description="There will be no result. Answers that were paid for are kept: if you start again, you pay only for the rest."
      confirm="Cancel measurement"
      action={stopAttribution}
      given={[id]}
      done={() => {
        show({ title: "Measurement cancelled" });
        router.refresh();
      }}
    />
  );
}
