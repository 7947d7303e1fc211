"use client";

import { useRouter } from "next/navigation";
import { useState } from "react";
import { authClient, authOutcome } from "#src/web/auth-client.ts";
import { providerName, type Provider } from "#src/web/components/auth/provider-names.ts";
import { Button } from "#src/web/components/ui/button.tsx";
import { Time } from "#src/web/components/ui/time.tsx";
import { useToast } from "#src/web/components/ui/toast.tsx";
import { ConfirmButton } from "./confirm-button.tsx";
import { useConfirmIdentity } from "./confirming.ts";
import { FormError } from "./form-error.tsx";

interface Shown {
  readonly id: string;
  readonly providerId: string;
  readonly createdAt: string;
}

/** `offered`: providers that this server has and that are not linked yet. */
export function IdentityList({ linked, offered }: { linked: readonly Shown[]; offered: readonly Provider[] }) {
  const router = useRouter();
  const show = useToast();
  const [pending, setPending] = useState<Provider | null>(null);
  const [message, setMessage] = useState<string | null>(null);
  const confirm = useConfirmIdentity();
  const link = async (provider: Provider) => {
    if (pending !== null) return;
    setPending(provider);
    const send = () => authOutcome(authClient.linkSocial({ provider, callbackURL: "/settings/security" }));
    let outcome = await send();
    if (!outcome.ok && outcome.confirm === true && (await confirm().catch(() => false))) outcome = await send();
    if (outcome.ok) return;
    setPending(null);
    setMessage(outcome.message);
  };
  return (
    <div className="grid gap-3">
      <FormError message={message} />
      <ul className="grid">
        {linked.map(({ id, providerId, createdAt }) => (
          <li key={id} className="flex flex-wrap items-center justify-between gap-3 border-b py-3 last:border-0">
            <div>
              <p className="font-medium">{providerName(providerId)}</p>
              <p className="text-xs text-muted">
                linked <Time at={createdAt} format="date" />
              </p>
            </div>
            <ConfirmButton
              label="Unlink"
              about={providerName(providerId)}
              title={`Unlink ${providerName(providerId)}?`}
              description="It no longer signs you in here."
              confirm="Unlink"
              act={() => authOutcome(authClient.unlinkAccount({ accountId: id }))}
              done={() => {
                show({ title: `${providerName(providerId)} is unlinked`, tone: "positive" });
                router.refresh();
              }}
            />
          </li>
        ))}
      </ul>
      {offered.map((provider) => (
        <Button
          key={provider}
          variant="secondary"
          className="justify-self-start"
          pending={pending === provider}
          onClick={() => void link(provider)}
        >
          Link {providerName(provider)}
        </Button>
      ))}
    </div>
  );
}
