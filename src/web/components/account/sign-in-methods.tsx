"use client";

import { Fingerprint, Laptop, Smartphone } from "lucide-react";
import { isolated } from "#src/core/text/untrusted.ts";
import {
  type Provider,
  addPasskey,
  linkProvider,
  providerName,
  removePasskey,
  renamePasskey,
  unlinkProvider,
} from "#src/web/auth-actions.ts";
import { Badge } from "#src/web/components/ui/elements.tsx";
import { ActionButton, Form, Submit } from "#src/web/components/ui/form.tsx";
import { useHydrated } from "#src/web/components/ui/early.ts";
import { Time } from "#src/web/components/ui/time.tsx";
import { useAnnounce } from "#src/web/components/ui/toast.tsx";
import { ConfirmButton, FormDialog } from "#src/web/components/ui/dialog.tsx";
import { useScriptForm } from "#src/web/components/ui/use-form.ts";
import { TextField } from "#src/web/components/ui/fields.tsx";
import type { ListedSignInSession } from "#src/contract/accounts/users.ts";
import { counted } from "#src/core/text/number-text.ts";
import { revokeOtherSessions, revokeSession } from "#src/web/actions/account.ts";
import type { Revocable } from "#src/contract/accounts/credentials.ts";
import { defineAction } from "#src/web/actions/action.ts";
import { RevokeChoices } from "./new-password.tsx";
import { send } from "#src/web/components/ui/send.ts";

const browsers: readonly (readonly [RegExp, string])[] = [
  [/\bEdg(?:A|iOS)?\//, "Edge"],
  [/\bOPR\//, "Opera"],
  [/\bFirefox\/|\bFxiOS\//, "Firefox"],
  [/Chrome\/|\bCriOS\//, "Chrome"],
  [/\bSafari\//, "Safari"],
];
// An iPhone says that it is like Mac OS X, and Android that it is Linux: the narrower stands first.
const systems: readonly (readonly [RegExp, string])[] = [
  [/iPhone|iPad/, "iOS"],
  [/Android/, "Android"],
  [/Windows/, "Windows"],
  [/Mac OS X/, "macOS"],
  [/CrOS/, "ChromeOS"],
  [/Linux/, "Linux"],
];

/** What a `User-Agent` stands for, in words: `Firefox on Linux`. What is none of these by its first word. */
export function browserName(userAgent: string | null): string {
  if (userAgent === null || userAgent.trim() === "") return "Unknown browser";
  const find = (list: typeof browsers): string | undefined => list.find(([form]) => form.test(userAgent))?.[1];
  const browser = find(browsers) ?? userAgent.trim().split(/[\s/]/)[0]?.slice(0, 40) ?? "Unknown browser";
  const system = find(systems);
  return system === undefined ? browser : `${browser} on ${system}`;
}

interface PasskeyView {
  readonly id: string;
  readonly name: string;
  /** Kept by a provider, so that it is on other devices as well. */
  readonly synced: boolean;
  readonly createdAt: string | null;
}

export function PasskeyList({ passkeys }: { passkeys: readonly PasskeyView[] }) {
  const announce = useAnnounce();
  const changed = (title: string) => {
    announce(title);
  };
  return (
    <div className="grid gap-4">
      {passkeys.length === 0 ? (
        <p className="text-sm text-muted">No passkeys yet.</p>
      ) : (
        <ul className="grid">
          {passkeys.map(({ id, name, synced, createdAt }) => (
            <li key={id} className="flex flex-wrap items-center gap-x-4 gap-y-2 border-b py-3 last:border-0">
              <Fingerprint aria-hidden className="size-5 shrink-0 text-muted" strokeWidth={1.5} />
              <div className="min-w-40 flex-1">
                <p className="flex flex-wrap items-center gap-2 font-medium wrap-anywhere">
                  <bdi>{name}</bdi> {synced ? <Badge>Synced</Badge> : null}
                </p>
                {createdAt === null ? null : (
                  <p className="text-xs text-muted">
                    added <Time at={createdAt} format="date" />
                  </p>
                )}
              </div>
              <div className="flex gap-2">
                <FormDialog
                  label="Rename"
                  about={`the passkey ${isolated(name)}`}
                  variant="secondary"
                  title="Rename passkey"
                  confirm="Save"
                  action={renamePasskey}
                  hidden={{ id }}
                  beside={["name"]}
                  said="Passkey renamed"
                >
                  <TextField label="Name" name="name" defaultValue={name} maxLength={100} autoComplete="off" />
                </FormDialog>
                <ConfirmButton
                  label="Remove"
                  about={`the passkey ${isolated(name)}`}
                  title={`Remove ${isolated(name)}?`}
                  description="You can no longer sign in with it. Also delete it from your device, which may still offer it."
                  confirm="Remove passkey"
                  action={removePasskey}
                  given={[id]}
                  said="Passkey removed"
                />
              </div>
            </li>
          ))}
        </ul>
      )}
      <Add done={() => changed("Passkey added")} />
    </div>
  );
}

function Add({ done }: { done: () => void }) {
  const hydrated = useHydrated();
  const { form } = useScriptForm(
    addPasskey,
    (_answer, sent) => {
      sent.reset();
      done();
    },
    (fields) =>
      String(fields.get("name")).trim() === ""
        ? { ok: false, field: "name", message: "Enter a name, such as the device it is on." }
        : null,
  );
  return (
    <Form to={form} beside={["name"]} failed="The passkey was not added" className="max-w-md gap-3">
      <div className="flex flex-wrap items-start gap-3">
        <TextField
          label="Passkey name"
          className="min-w-48 flex-1"
          name="name"
          maxLength={100}
          placeholder="My phone"
          autoComplete="off"
        />
        {/* Only a script can ask the device. Until it can, Enter does nothing, and the name stays. */}
        <Submit wide variant="secondary" disabled={!hydrated} className="sm:mt-7">
          Add passkey
        </Submit>
      </div>
      <noscript>
        <p className="text-xs text-muted">Turn on JavaScript to add a passkey.</p>
      </noscript>
    </Form>
  );
}

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
