import type { Metadata } from "next";
import { Revocable } from "#src/contract/revocable.ts";
import { listSessions } from "#src/services/accounts/list-sessions.ts";
import { IdentityList } from "#src/web/components/account/identity-list.tsx";
import { PasskeyList } from "#src/web/components/account/passkey-list.tsx";
import { PasswordForm } from "#src/web/components/account/password-form.tsx";
import { SessionList } from "#src/web/components/account/session-list.tsx";
import { TwoFactorSettings } from "#src/web/components/account/two-factor-settings.tsx";
import { TextLink } from "#src/web/components/auth/text-link.tsx";
import { Badge } from "#src/web/components/ui/badge.tsx";
import { Card, CardContent, CardDescription, CardHeader, CardTitle } from "#src/web/components/ui/card.tsx";
import { house } from "#src/web/context.ts";
import { postedForm } from "#src/web/posted-form.ts";
import { contextOf, requireViewer } from "#src/web/session.ts";
import { linkedIdentities, passkeysOfViewer } from "#src/web/sign-in-methods.ts";

export const metadata: Metadata = { title: "Security" };

export default async function SecuritySettings() {
  const who = await requireViewer();
  const [sessions, identities, passkeys] = await Promise.all([
    listSessions(contextOf(who), who),
    linkedIdentities(),
    passkeysOfViewer(),
  ]);
  const { offer } = house().auth;
  const hasPassword = identities.some(({ providerId }) => providerId === "credential");
  const linked = identities.filter(({ providerId }) => providerId !== "credential");
  const revocable = Revocable.options.filter(
    (kind) => (kind !== "passkeys" || passkeys.length > 0) && (kind !== "providers" || linked.length > 0),
  );
  const offered = (["github", "google"] as const).filter(
    (provider) => offer[provider] && !linked.some(({ providerId }) => providerId === provider),
  );
  return (
    <>
      <Card>
        <CardHeader>
          <CardTitle>Password</CardTitle>
          {hasPassword ? null : (
            <CardDescription>
              You sign in without one. <TextLink href="/forgot">Set one by mail</TextLink>
            </CardDescription>
          )}
        </CardHeader>
        {hasPassword ? (
          <CardContent>
            <PasswordForm email={who.email} revocable={revocable} posted={await postedForm("/change-password")} />
          </CardContent>
        ) : null}
      </Card>
      <Card>
        <CardHeader>
          <CardTitle className="flex items-center gap-2">
            Second factor {who.twoFactor ? <Badge tone="positive">On</Badge> : <Badge>Off</Badge>}
          </CardTitle>
          <CardDescription>
            A code from an app on your phone, asked for after the password or a mailed link. A passkey needs none.
          </CardDescription>
        </CardHeader>
        <CardContent>
          <TwoFactorSettings on={who.twoFactor} hasPassword={hasPassword} />
        </CardContent>
      </Card>
      <Card>
        <CardHeader>
          <CardTitle>Passkeys</CardTitle>
          <CardDescription>
            Sign in with the fingerprint, face or PIN of a device. Nobody can read it off or trick you out of it.
          </CardDescription>
        </CardHeader>
        <CardContent>
          <PasskeyList
            passkeys={passkeys.map(({ id, name, backedUp, createdAt }) => ({
              id,
              name: name === undefined || name === null || name === "" ? "Passkey" : name,
              synced: backedUp,
              createdAt: createdAt?.toISOString() ?? null,
            }))}
          />
        </CardContent>
      </Card>
      {linked.length + offered.length === 0 ? null : (
        <Card>
          <CardHeader>
            <CardTitle>Linked accounts</CardTitle>
            <CardDescription>Providers that sign you in here.</CardDescription>
          </CardHeader>
          <CardContent>
            <IdentityList
              linked={linked.map(({ id, providerId, createdAt }) => ({
                id,
                providerId,
                createdAt: createdAt.toISOString(),
              }))}
              offered={offered}
            />
          </CardContent>
        </Card>
      )}
      <Card>
        <CardHeader>
          <CardTitle>Sessions</CardTitle>
          <CardDescription>
            Browsers that are signed in. If you do not recognise one, sign out everywhere and change your password.
          </CardDescription>
        </CardHeader>
        <CardContent>
          <SessionList sessions={sessions} hasPassword={hasPassword} />
        </CardContent>
      </Card>
    </>
  );
}
