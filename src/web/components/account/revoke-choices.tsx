"use client";

import type { Revocable } from "#src/contract/revocable.ts";
import { Checkbox } from "#src/web/components/ui/checkbox.tsx";

const labels: Readonly<Record<Revocable, string>> = {
  sessions: "Sign out everywhere else",
  api_keys: "Revoke API keys",
  connections: "Disconnect apps",
  webhooks: "Remove webhooks",
  passkeys: "Remove passkeys",
  providers: "Unlink other sign-in accounts",
};

/** What is revoked along with it. Everything, unless somebody takes a mark away. */
export function RevokeChoices({ kinds }: { kinds: readonly Revocable[] }) {
  return (
    <fieldset className="grid gap-2.5">
      <legend className="mb-2 text-sm font-medium">If someone else may have had access to your account, also</legend>
      {/* Without a script the server has to know what could have been unticked. */}
      <input type="hidden" name="offered" value={kinds.join(",")} />
      {kinds.map((kind) => (
        <Checkbox key={kind} name="revoke" value={kind} label={labels[kind]} defaultChecked />
      ))}
      <p className="text-xs text-muted">Analyses started with a revoked key continue. You can cancel them.</p>
    </fieldset>
  );
}
