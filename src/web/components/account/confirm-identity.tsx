"use client";

import { lazy, Suspense, useCallback, useState, type ReactNode } from "react";
import type { WaysToConfirm } from "#src/contract/users.ts";
import { waysOfMine } from "#src/web/actions/account.ts";
import { Dialog, DialogContent } from "#src/web/components/ui/dialog.tsx";
import { Spinner } from "#src/web/components/ui/spinner.tsx";
import { Confirming } from "./confirming.ts";

// With all that signing in needs: loaded when somebody is asked.
const ConfirmIdentityForm = lazy(async () => ({
  default: (await import("./confirm-identity-form.tsx")).ConfirmIdentityForm,
}));

interface Asked {
  readonly ways: WaysToConfirm;
  readonly settle: (confirmed: boolean) => void;
}

/** Around the pages whose forms may be refused until the sign-in is fresh: they are sent again once it is. */
export function ConfirmIdentity({ children }: { children: ReactNode }) {
  const [asked, setAsked] = useState<Asked | null>(null);
  const ask = useCallback(async () => {
    const ways = await waysOfMine();
    if (!ways.ok) return false;
    return new Promise<boolean>((settle) => setAsked({ ways: ways.value, settle }));
  }, []);
  const end = (confirmed: boolean) => {
    asked?.settle(confirmed);
    setAsked(null);
  };
  return (
    <Confirming value={ask}>
      {children}
      <Dialog open={asked !== null} onOpenChange={(open) => (open ? undefined : end(false))}>
        {asked === null ? null : (
          <DialogContent
            title="Confirm that it is you"
            description="You signed in a while ago. Confirm once, and you are not asked again for ten minutes."
          >
            <Suspense fallback={<Spinner label="Loading" />}>
              <ConfirmIdentityForm ways={asked.ways} confirmed={() => end(true)} />
            </Suspense>
          </DialogContent>
        )}
      </Dialog>
    </Confirming>
  );
}
