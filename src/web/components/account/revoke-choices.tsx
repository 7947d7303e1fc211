"use client";

import type { Revocable } from "#src/contract/revocable.ts";
import { Checkbox } from "#src/web/components/ui/checkbox.tsx";

const labels: Readonly<Record<Revocable, string>> = {
  sessions: "Sign out everywhere else",
  api_keys: "Revoke API keys",
  webhooks: "Remove webhooks",
  passkeys: "Remove passkeys",
  providers: "Unlink other accounts that sign you in",
};

/** What is revoked along with it. Everything, unless somebody takes a mark away. */
export function RevokeChoices({ kinds }: { kinds: readonly Revocable[] }) {
  return (
    <fieldset className="grid gap-2.5">
      <legend className="mb-2 text-sm font-medium">If somebody else may have been in your account, also</legend>
      {/* Without a script the server has to know what could have been unticked. */}
      <input type="hidden" name="offered" value={kinds.join(",")} />
      {kinds.map((kind) => (
        <Checkbox key={kind} name="revoke" value={kind} label={labels[kind]} defaultChecked />
      ))}
      <p className="text-xs text-muted">Analyses that a revoked key started go on; you can cancel them.</p>
    </fieldset>
  );
}

/** Of what was offered, that whose mark was taken away. */
export function keptOf(fields: FormData, kinds: readonly Revocable[]): Revocable[] {
  const revoked = fields.getAll("revoke");
  return kinds.filter((kind) => !revoked.includes(kind));
}
