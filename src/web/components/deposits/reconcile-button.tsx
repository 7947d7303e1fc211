"use client";

import { useRouter } from "next/navigation";
import { reconcileNow } from "#src/web/actions/admin-deposits.ts";
import { useAct } from "#src/web/components/account/use-act.ts";
import { Button } from "#src/web/components/ui/button.tsx";
import { useToast } from "#src/web/components/ui/toast.tsx";

/** Compares at once instead of at the next hour. */
export function ReconcileButton() {
  const router = useRouter();
  const show = useToast();
  const { pending, message, act } = useAct(reconcileNow, ({ checked, repaired, differences }) => {
    show({
      title: "Compared with the processors",
      text: `${checked} checked, ${repaired} repaired, ${differences} differences.`,
      tone: "positive",
    });
    router.refresh();
  });
  return (
    <div className="grid justify-items-end gap-1">
      <Button variant="secondary" pending={pending} onClick={() => act()}>
        Compare now
      </Button>
      {message === null ? null : (
        <p role="alert" className="text-xs text-negative">
          {message}
        </p>
      )}
    </div>
  );
}
