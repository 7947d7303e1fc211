"use client";

import { useRouter } from "next/navigation";
import { startTransition, useState } from "react";
import { setRenewal } from "#src/web/actions/billing.ts";
import { FailureAlert } from "#src/web/components/ui/failure-alert.tsx";
import { useAction } from "#src/web/components/ui/use-action.ts";
import { Switch } from "#src/web/components/ui/boxes.tsx";

/** Shows at once what was chosen, and goes back where it could not be done. */
export function RenewalSwitch({ on, hint }: { on: boolean; hint: string }) {
  const router = useRouter();
  const [wanted, setWanted] = useState<boolean | null>(null);
  const { pending, failure, act } = useAction(setRenewal, () =>
    // Together, so that the switch does not go back and forth.
    startTransition(() => {
      setWanted(null);
      router.refresh();
    }),
  );
  return (
    <div className="grid gap-3">
      <Switch
        label="Renew automatically"
        hint={hint}
        checked={failure === null ? (wanted ?? on) : on}
        disabled={pending}
        onCheckedChange={(chosen) => {
          setWanted(chosen);
          act(chosen);
        }}
      />
      <FailureAlert failure={failure} />
    </div>
  );
}
