"use client";

import { Laptop, Smartphone } from "lucide-react";
import type { ListedSignInSession } from "#src/contract/users.ts";
import { counted } from "#src/core/number-text.ts";
import { revokeSession, revokeOtherSessions } from "#src/web/actions/account.ts";
import { Badge } from "#src/web/components/ui/badge.tsx";
import { Time } from "#src/web/components/ui/time.tsx";
import { useAnnounce } from "#src/web/components/ui/toast.tsx";
import { browserName } from "./browser-name.ts";
import { ConfirmButton, FormDialog } from "#src/web/components/ui/confirm-button.tsx";
import type { Revocable } from "#src/contract/revocable.ts";
import { defineAction } from "#src/web/actions/action.ts";
import { RevokeChoices } from "./revoke-choices.tsx";
import { send } from "../ui/send.ts";

export function SignInSessionList({
  sessions,
  hasPassword,
}: {
  sessions: readonly ListedSignInSession[];
  hasPassword: boolean;
}) {
  const announce = useAnnounce();
  return (
    <>
      <ul className="grid">
        {sessions.map(({ id, current, ip_address, user_agent, created_at, last_seen_at }) => {
          const browser = browserName(user_agent);
          const Icon = /Android|iPhone|Mobile/.test(user_agent ?? "") ? Smartphone : Laptop;
          return (
            <li key={id} className="flex flex-wrap items-center gap-x-4 gap-y-2 border-b py-3 last:border-0">
              <Icon aria-hidden className="size-5 shrink-0 text-muted" strokeWidth={1.5} />
              <div className="min-w-40 flex-1">
                <p className="flex flex-wrap items-center gap-2 font-medium">
                  {browser}
                  {current ? <Badge tone="positive">This browser</Badge> : null}
                </p>
                <p className="text-xs text-muted">
                  {ip_address ?? "unknown address"} · signed in <Time at={created_at} /> · last active{" "}
                  <Time at={last_seen_at} format="date" />
                </p>
              </div>
              {current ? null : (
                <ConfirmButton
                  label="Sign out"
                  about={`the session of ${browser}`}
                  title="Sign out of this session?"
                  description={`${browser}, ${ip_address ?? "unknown address"}, is signed out immediately.`}
                  confirm="Sign out session"
                  action={revokeSession}
                  given={[id]}
                  said="Session signed out"
                />
              )}
            </li>
          );
        })}
      </ul>
      <div className="pt-3">
        {/* With a password, passkeys and linked accounts are not the only way in, and can go. */}
        <FormDialog
          label="Sign out everywhere else"
          title="Sign out everywhere else?"
          description="Every browser except this one is signed out immediately."
          confirm="Sign out everywhere else"
          action={revokeOthers}
          done={(count) => announce(`${counted(count, "session")} signed out`)}
        >
          <RevokeChoices kinds={hasPassword ? offered : offered.slice(0, 2)} />
        </FormDialog>
      </div>
    </>
  );
}

const offered = ["api_keys", "webhooks", "passkeys", "providers"] as const satisfies readonly Revocable[];

const revokeOthers = defineAction((fields: FormData) => {
  const revoked = fields.getAll("revoke");
  return send(
    revokeOtherSessions,
    offered.filter((kind) => !revoked.includes(kind)),
  );
});
