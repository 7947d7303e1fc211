"use client";

import { Fingerprint, Mail } from "lucide-react";
import Link from "next/link";
import { useState } from "react";
import type { AuthOffer } from "#src/contract/users.ts";
import { FormError } from "#src/web/components/account/form-error.tsx";
import { Button } from "#src/web/components/ui/button.tsx";
import { authClient, authOutcome } from "#src/web/auth-client.ts";
import type { Outcome } from "#src/web/actions/outcome.ts";
import { providerNames, type Provider } from "./provider-names.ts";

type Way = "passkey" | Provider;

/** Ways in without a password. `signUp`: only those that make an account as well. */
export function OtherWays({ offer, next, signUp = false }: { offer: AuthOffer; next: string; signUp?: boolean }) {
  const [pending, setPending] = useState<Way | null>(null);
  const [message, setMessage] = useState<string | null>(null);
  const providers = (["github", "google"] as const).filter((provider) => offer[provider]);
  if (signUp && providers.length === 0) return null;
  const go = async (way: Way, start: () => Promise<Outcome<unknown>>, after?: () => void) => {
    if (pending !== null) return;
    setPending(way);
    setMessage(null);
    const outcome = await start();
    // Where it worked the page goes away: the button stays as it is.
    if (outcome.ok) return after?.();
    setPending(null);
    setMessage(outcome.message);
  };
  const back = { callbackURL: next, errorCallbackURL: "/sign-in" };
  return (
    <div className="grid gap-3">
      <p className="flex items-center gap-3 text-xs text-muted before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
        or
      </p>
      <FormError message={message} title="You are not signed in" />
      <noscript>
        <p className="text-xs text-muted">
          {signUp ? "Signing up with a provider" : "A passkey or a provider"} needs JavaScript. The form above works
          without it.
        </p>
      </noscript>
      {providers.map((provider) => (
        <Button
          key={provider}
          variant="secondary"
          pending={pending === provider}
          onClick={() => void go(provider, () => authOutcome(authClient.signIn.social({ provider, ...back })))}
        >
          Continue with {providerNames[provider]}
        </Button>
      ))}
      {signUp ? null : (
        <>
          <Button
            variant="secondary"
            pending={pending === "passkey"}
            onClick={() =>
              void go(
                "passkey",
                () => authOutcome(authClient.signIn.passkey()),
                () => location.assign(next),
              )
            }
          >
            <Fingerprint aria-hidden /> Sign in with a passkey
          </Button>
          {offer.mail ? (
            <Button asChild variant="secondary">
              <Link href={`/magic-link?next=${encodeURIComponent(next)}`}>
                <Mail aria-hidden /> Mail me a link
              </Link>
            </Button>
          ) : null}
        </>
      )}
    </div>
  );
}
