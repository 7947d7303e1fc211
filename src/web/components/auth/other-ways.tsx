"use client";

import { Fingerprint, Mail } from "lucide-react";
import type { AuthOffer } from "#src/contract/accounts/users.ts";
import { LinkButton } from "#src/web/components/ui/links.tsx";
import { signInByPasskey, signInByProvider } from "#src/web/auth-actions.ts";
import { providerNames } from "./provider-names.ts";
import { ActionButton } from "#src/web/components/ui/form.tsx";

/** Ways in without a password. `signUp`: only those that make an account as well. */
export function OtherWays({ offer, next, signUp = false }: { offer: AuthOffer; next: string; signUp?: boolean }) {
  const providers = (["github", "google"] as const).filter((provider) => offer[provider]);
  if (signUp && providers.length === 0) return null;
  const back = { callbackURL: next, errorCallbackURL: "/sign-in" };
  return (
    <div className="grid gap-3">
      <p className="flex items-center gap-3 text-xs text-muted before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
        or
      </p>
      <noscript>
        <p className="text-xs text-muted">
          {signUp ? "Signing up with a provider" : "A passkey or a provider"} requires JavaScript. The form above works
          without it.
        </p>
      </noscript>
      {providers.map((provider) => (
        <ActionButton
          key={provider}
          action={signInByProvider}
          given={[provider, back]}
          done={() => undefined}
          leaves
          failed="You are not signed in"
        >
          Continue with {providerNames[provider]}
        </ActionButton>
      ))}
      {signUp ? null : (
        <>
          <ActionButton
            action={signInByPasskey}
            given={[]}
            done={() => location.assign(next)}
            leaves
            failed="You are not signed in"
            icon={<Fingerprint aria-hidden />}
          >
            Sign in with a passkey
          </ActionButton>
          {offer.mail ? (
            <LinkButton href={`/magic-link?next=${encodeURIComponent(next)}`} variant="secondary">
              <Mail aria-hidden /> Email me a link
            </LinkButton>
          ) : null}
        </>
      )}
    </div>
  );
}
