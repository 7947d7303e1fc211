import type { Metadata } from "next";
import { Revocable } from "#src/contract/accounts/credentials.ts";
import { listSignInSessions } from "#src/product/accounts/sign-in-sessions.ts";
import { IdentityList, PasskeyList, SignInSessionList } from "#src/web/components/account/sign-in-methods.tsx";
import { PasswordForm, TwoFactorSettings } from "#src/web/components/account/security-forms.tsx";
import { Badge, TextLink } from "#src/web/components/ui/elements.tsx";
import { PageHeader, Card } from "#src/web/components/ui/page-parts.tsx";
import { webContext } from "#src/web/context.ts";
import { postedForm } from "#src/web/page-request.ts";
import { contextOf, requireViewer } from "#src/web/viewer.ts";
import { headers } from "next/headers";
import { z } from "zod";

export const metadata: Metadata = { title: "Security" };

export default async function SecuritySettings() {
  const who = await requireViewer();
  const [sessions, identities, passkeys] = await Promise.all([
    listSignInSessions(contextOf(who), who),
    linkedIdentities(),
    passkeysOfViewer(),
  ]);
  const { offer } = webContext().auth;
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
      <PageHeader title="Security" />
      {hasPassword ? (
        <Card title="Password">
          <PasswordForm email={who.email} revocable={revocable} posted={await postedForm("/change-password")} />
        </Card>
      ) : (
        <Card
          title="Password"
          description={
            <>
              You sign in without a password. <TextLink href="/forgot">Set one by email</TextLink>
            </>
          }
          flush
        />
      )}
      <Card
        title={<>Two-factor authentication {who.twoFactor ? <Badge tone="positive">On</Badge> : <Badge>Off</Badge>}</>}
        description="After your password or an emailed link, you enter a code from an app on your phone. Passkeys do not need a code."
      >
        <TwoFactorSettings on={who.twoFactor} hasPassword={hasPassword} />
      </Card>
      <Card
        title="Passkeys"
        description="Sign in with your device's fingerprint, face or PIN. Passkeys protect you from phishing."
      >
        <PasskeyList passkeys={passkeys.map(shownPasskey)} />
      </Card>
      <LinkedAccounts linked={linked} offered={offered} />
      <Card
        title="Sessions"
        description="Browsers where you are signed in. If you do not recognise one, sign out everywhere and change your password."
      >
        <SignInSessionList sessions={sessions} hasPassword={hasPassword} />
      </Card>
    </>
  );
}

type Passkeys = Awaited<ReturnType<typeof passkeysOfViewer>>;

function shownPasskey({ id, name, backedUp, createdAt }: Passkeys[number]) {
  return {
    id,
    name: name === undefined || name === null || name === "" ? "Passkey" : name,
    synced: backedUp,
    createdAt: createdAt?.toISOString() ?? null,
  };
}

interface LinkedProps {
  readonly linked: Awaited<ReturnType<typeof linkedIdentities>>;
  readonly offered: readonly ("github" | "google")[];
}

function LinkedAccounts({ linked, offered }: LinkedProps) {
  if (linked.length + offered.length === 0) return null;
  return (
    <Card title="Linked accounts" description="Accounts you can sign in with.">
      <IdentityList
        linked={linked.map(({ id, providerId, createdAt }) => ({
          id,
          providerId,
          createdAt: createdAt.toISOString(),
        }))}
        offered={offered}
      />
    </Card>
  );
}

const LinkedIdentity = z.object({ id: z.string(), providerId: z.string(), createdAt: z.coerce.date() });
type LinkedIdentity = z.infer<typeof LinkedIdentity>;

const Passkey = z.object({
  id: z.string(),
  name: z.string().nullish(),
  deviceType: z.string(),
  backedUp: z.boolean(),
  createdAt: z.coerce.date().nullish(),
});
type Passkey = z.infer<typeof Passkey>;

/** What Better Auth answers to the viewer, asked in this process. */
async function ask(path: string): Promise<unknown> {
  const { auth } = webContext();
  const asked = await headers();
  const origin = auth.originOf(asked.get("x-forwarded-host") ?? asked.get("host"));
  if (origin === null) throw new Error("this address does not belong to this site");
  const cookie = asked.get("cookie") ?? "";
  const answer = await auth.handle(origin, new Request(`${origin}/api/auth${path}`, { headers: { cookie, origin } }));
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}`);
  return answer.json();
}

/** Providers that the viewer signs in with, and `credential` for a password. For a viewer who is signed in. */
async function linkedIdentities(): Promise<LinkedIdentity[]> {
  return z.array(LinkedIdentity).parse(await ask("/list-accounts"));
}

/** The viewer's passkeys, oldest first. For a viewer who is signed in. */
async function passkeysOfViewer(): Promise<Passkey[]> {
  const found = z.array(Passkey).parse(await ask("/passkey/list-user-passkeys"));
  return found.toSorted((a, b) => (a.createdAt?.getTime() ?? 0) - (b.createdAt?.getTime() ?? 0));
}
