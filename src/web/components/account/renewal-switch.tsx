"use client";

import { useRouter } from "next/navigation";
import { useOptimistic, useTransition, useState } from "react";
import { setRenewal } from "#src/web/actions/billing.ts";
import { Switch } from "#src/web/components/ui/switch.tsx";
import { FormError } from "./form-error.tsx";

/** Shows at once what was chosen, and goes back where it could not be done. */
export function RenewalSwitch({ on, hint }: { on: boolean; hint: string }) {
  const router = useRouter();
  const [shown, show] = useOptimistic(on);
  const [pending, start] = useTransition();
  const [message, setMessage] = useState<string | null>(null);
  return (
    <div className="grid gap-3">
      <Switch
        label="Renew automatically"
        hint={hint}
        checked={shown}
        disabled={pending}
        onCheckedChange={(wanted) =>
          start(async () => {
            show(wanted);
            const outcome = await setRenewal(wanted).catch(() => ({
              ok: false as const,
              message: "The server could not be reached. Try again.",
            }));
            setMessage(outcome.ok ? null : outcome.message);
            router.refresh();
          })
        }
      />
      <FormError message={message} />
    </div>
  );
}
