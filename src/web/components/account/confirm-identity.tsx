"use client";

import { useCallback, useState, type ReactNode } from "react";
import type { WaysToConfirm } from "#src/contract/accounts/users.ts";
import { readWaysToConfirm } from "#src/web/actions/account.ts";
import { defineAction } from "#src/web/actions/action.ts";
import { Dialog, DialogContent } from "#src/web/components/ui/dialog.tsx";
import { FailureAlert } from "#src/web/components/ui/form.tsx";
import { send } from "#src/web/components/ui/send.ts";
import { Spinner } from "#src/web/components/ui/elements.tsx";
import { Confirming, useAnswer } from "#src/web/components/ui/use-action.ts";

/** With all that signing in needs: loaded when somebody is asked. */
const loadForm = defineAction(async () => {
  const { ConfirmIdentityForm } = await import("./confirm-identity-form.tsx");
  return { ok: true, value: ConfirmIdentityForm };
});

interface Asked {
  readonly ways: WaysToConfirm;
  readonly resolve: (confirmed: boolean) => void;
}

/** Around the pages whose forms may be refused until the sign-in is fresh: they are sent again once it is. */
export function ConfirmIdentity({ children }: { children: ReactNode }) {
  const [asked, setAsked] = useState<Asked | null>(null);
  const ask = useCallback(async () => {
    const ways = await send(readWaysToConfirm);
    if (!ways.ok) return false;
    return new Promise<boolean>((resolve) => setAsked({ ways: ways.value, resolve }));
  }, []);
  const end = (confirmed: boolean) => {
    asked?.resolve(confirmed);
    setAsked(null);
  };
  return (
    <Confirming value={ask}>
      {children}
      <Dialog open={asked !== null} onOpenChange={(open) => (open ? undefined : end(false))}>
        {asked === null ? null : (
          <DialogContent
            title="Confirm your identity"
            description="You signed in a while ago. Confirm once, and we will not ask again for ten minutes."
          >
            <LoadedForm ways={asked.ways} confirmed={() => end(true)} />
          </DialogContent>
        )}
      </Dialog>
    </Confirming>
  );
}

function LoadedForm(props: { ways: WaysToConfirm; confirmed: () => void }) {
  const { value: Loaded, failure } = useAnswer(loadForm);
  if (failure !== null) return <FailureAlert failure={failure} />;
  return Loaded === null ? <Spinner label="Loading" /> : <Loaded {...props} />;
}
