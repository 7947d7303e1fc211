"use client";

import { counted, countText } from "#src/core/text/number-text.ts";
import { reconcileNow } from "#src/web/actions/admin-deposits.ts";
import { useAnnounce } from "#src/web/components/ui/toast.tsx";
import { ActionButton } from "#src/web/components/ui/form.tsx";

/** Compares at once instead of at the next hour. */
export function ReconcileButton() {
  const announce = useAnnounce();
  return (
    <div className="grid justify-items-end gap-2">
      <ActionButton
        action={reconcileNow}
        given={[]}
        done={({ checked, repaired, differences }) => {
          announce(
            "Reconciliation finished",
            `${countText(checked)} checked, ${countText(repaired)} repaired, ${counted(differences, "difference")}.`,
          );
        }}
      >
        Reconcile now
      </ActionButton>
    </div>
  );
}
