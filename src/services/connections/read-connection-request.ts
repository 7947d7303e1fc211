import { Scope } from "#src/contract/plans.ts";
import { findOAuthClient } from "#src/db/queries/connections.ts";
import type { SystemContext } from "../context.ts";

export interface ConnectionRequest {
  /** What the app calls itself; nobody has checked it. */
  readonly name: string;
  /** Where an answer goes: a site's name, or `null` for an app on the reader's own machine. */
  readonly site: string | null;
  readonly scopes: readonly Scope[];
}

/**
 * What an app asks to be let in for, as the page shows it. That the address was made here, Better Auth checks when
 * somebody agrees.
 * @param query of the address that Better Auth leads to
 * @returns `null` for an app that is not registered, or an address that is not its own
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
