import { Scope } from "#src/contract/accounts/plans.ts";
import { findOAuthClient } from "./queries/connections.ts";
import type { SystemContext } from "../context.ts";

export interface ConnectionRequest {
  /** What the app calls itself; nobody has checked it. */
  readonly name: string;
  /** `null` for an app on the reader's own machine. */
  readonly site: string | null;
  readonly scopes: readonly Scope[];
}

/**
 * Better Auth checks the address once somebody agrees.
 * @param query of the address
 * @returns `null` for an unknown app or address
 */
export async function readConnectionRequest(
  ctx: SystemContext,
  query: URLSearchParams,
): Promise<ConnectionRequest | null> {
  const redirect = URL.parse(query.get("redirect_uri") ?? "");
  const clientId = query.get("client_id");
  if (redirect === null || clientId === null || !/^[\w-]{1,200}$/.test(clientId)) return null;
  const client = await findOAuthClient(ctx.db.sql, clientId);
  if (client === null) return null;
  const asked = (query.get("scope") ?? "").split(" ");
  return {
    name: client.name ?? redirect.host,
    site: siteOf(redirect),
    scopes: Scope.options.filter((scope) => asked.includes(scope)),
  };
}

function siteOf({ protocol, hostname }: URL): string | null {
  return protocol === "https:" ? hostname : null;
}
