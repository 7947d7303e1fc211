"use client";

import type { Revocable } from "#src/contract/accounts/credentials.ts";
import { Checkbox } from "#src/web/components/ui/boxes.tsx";

const labels: Readonly<Record<Revocable, string>> = {
  sessions: "Sign out everywhere else",
  api_keys: "Revoke API keys",
  connections: "Disconnect apps",
  webhooks: "Remove webhooks",
  passkeys: "Remove passkeys",
  providers: "Unlink other sign-in accounts",
};

interface Props {
  readonly kinds: readonly Revocable[];
  /** Nobody is suspected: other sessions end, and the rest only where somebody ticks it. */
  readonly isRoutine?: boolean;
}

/** What is revoked along with it. Of a recovery everything, unless somebody takes a mark away. */
export function RevokeChoices({ kinds, isRoutine = false }: Props) {
  return (
    <fieldset className="grid gap-2.5">
      <legend className="mb-2 text-sm font-medium">
        {isRoutine
          ? "Tick all of these if someone else may have had access to your account"
          : "If someone else may have had access to your account, also"}
      </legend>
      {/* Without a script the server has to know what could have been unticked. */}
      <input type="hidden" name="offered" value={kinds.join(",")} />
      {kinds.map((kind) => (
        <Checkbox
          key={kind}
          name="revoke"
          value={kind}
          label={labels[kind]}
          defaultChecked={!isRoutine || kind === "sessions"}
        />
      ))}
      <p className="text-xs text-muted">Analyses started with a revoked key continue. You can cancel them.</p>
    </fieldset>
  );
}
