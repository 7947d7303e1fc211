"use client";

import { counted, countText } from "#src/core/number-text.ts";
import { useRouter } from "next/navigation";
import { reconcileNow } from "#src/web/actions/admin-deposits.ts";
import { ActionButton } from "#src/web/components/ui/action-button.tsx";
import { useToast } from "#src/web/components/ui/toast.tsx";

/** Compares at once instead of at the next hour. */
export function ReconcileButton() {
  const router = useRouter();
  const show = useToast();
  return (
    <div className="grid justify-items-end gap-2">
      <ActionButton
        action={reconcileNow}
        given={[]}
        done={({ checked, repaired, differences }) => {
          show({
            title: "Reconciliation finished",
            text: `${countText(checked)} checked, ${countText(repaired)} repaired, ${counted(differences, "difference")}.`,
            tone: "positive",
          });
          router.refresh();
        }}
      >
        Reconcile now
      </ActionButton>
    </div>
  );
}
