import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { plans, scopeNames } from "#src/contract/accounts/plans.ts";
import { isolated } from "#src/core/text/untrusted.ts";
import { readConnectionRequest } from "#src/product/connections/connections.ts";
import { ConfirmIdentity } from "#src/web/components/account/confirm-identity.tsx";
import { AuthCard } from "#src/web/components/ui/page-parts.tsx";
import { ConnectForm, Permissions } from "#src/web/components/auth/connect-form.tsx";
import { Alert, TextLink } from "#src/web/components/ui/elements.tsx";
import { webContext } from "#src/web/context.ts";
import { postedForm, type PageProps, type SearchParams } from "#src/web/page-request.ts";
import { requireViewer, type Viewer } from "#src/web/viewer.ts";

export const metadata: Metadata = { title: "Connect an app" };

/** Asks whoever is signed in whether an app may use the API on their behalf. */
export default async function Connect({ searchParams }: PageProps) {
  const query = queryOf(await searchParams);
  if (query.has("client_id") && !query.has("sig")) redirect(`/api/auth/oauth2/authorize?${query.toString()}`);
  const who = await requireViewer(`/connect?${query.toString()}`);
  const asked = query.has("error") ? null : await readConnectionRequest(webContext(), query);
  if (asked === null) return <Refused description={query.get("error_description")} />;
  const { name, site, scopes } = asked;
  return (
    <AuthCard
      title={`Connect ${isolated(name)}`}
      description={
        <>
          <bdi className="font-semibold text-ink wrap-anywhere">{name}</bdi> wants to use Conclave as{" "}
          <b className="text-ink wrap-anywhere">{who.email}</b>.
        </>
      }
      footer={
        <>
          You can disconnect it at any time under <TextLink href="/keys">API keys</TextLink>.
        </>
      }
    >
      {scopes.length === 0 ? null : (
        <Permissions permissions={scopes.map((scope) => ({ scope, ...scopeNames[scope] }))} />
      )}
      <PlanNote who={who} />
      <p className="text-xs text-muted">
        {site === null ? (
          "You will be returned to an app on your device."
        ) : (
          <>
            You will be returned to <b className="wrap-anywhere">{site}</b>.
          </>
        )}{" "}
        The name was chosen by the app and has not been verified. Continue only if you started this yourself.
      </p>
      <ConfirmIdentity>
        <ConnectForm query={query.toString()} posted={await postedForm("/oauth2/consent")} />
      </ConfirmIdentity>
    </AuthCard>
  );
}

function PlanNote({ who }: { who: Viewer }) {
  if (who.entitlements.api) return null;
  return (
    <Alert tone="info" title={`The ${plans[who.plan].name} plan has no API access`}>
      You can connect the app now. It works once you are on {plans.elite.name}.
    </Alert>
  );
}

function Refused({ description }: { description: string | null }) {
  return (
    <AuthCard
      title="The app could not be connected"
      footer={<TextLink href="/help/mcp">How to connect an app</TextLink>}
    >
      <p className="text-sm text-muted">
        The request has expired or is invalid. Go back to the app and connect again.
        {description === null ? null : (
          <span className="mt-2 block wrap-anywhere">Details: {description.slice(0, 200)}</span>
        )}
      </p>
    </AuthCard>
  );
}

/** As it came: it is signed. */
function queryOf(given: Awaited<SearchParams>): URLSearchParams {
  const query = new URLSearchParams();
  for (const [name, values] of Object.entries(given))
    for (const value of [values ?? []].flat()) query.append(name, value);
  return query;
}
