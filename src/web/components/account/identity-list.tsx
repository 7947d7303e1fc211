"use client";

import { linkProvider, unlinkProvider } from "#src/web/auth-actions.ts";
import { providerName, type Provider } from "#src/web/components/auth/provider-names.ts";
import { ActionButton } from "#src/web/components/ui/action-button.tsx";
import { Time } from "#src/web/components/ui/time.tsx";
import { ConfirmButton } from "#src/web/components/ui/confirm-button.tsx";

interface Shown {
  readonly id: string;
  readonly providerId: string;
  readonly createdAt: string;
}

/** `offered`: providers that this server has and that are not linked yet. */
export function IdentityList({ linked, offered }: { linked: readonly Shown[]; offered: readonly Provider[] }) {
  return (
    <div className="grid gap-3">
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
              description="You can no longer sign in with it."
              confirm="Unlink"
              action={unlinkProvider}
              given={[id]}
              said={`${providerName(providerId)} unlinked`}
            />
          </li>
        ))}
      </ul>
      {offered.map((provider) => (
        <ActionButton
          key={provider}
          action={linkProvider}
          given={[provider, "/settings/security"]}
          done={() => undefined}
          leaves
          className="justify-self-start"
        >
          Link {providerName(provider)}
        </ActionButton>
      ))}
    </div>
  );
}
