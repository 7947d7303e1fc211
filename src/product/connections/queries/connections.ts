import { sql } from "kysely";
import { z } from "zod";
import { Plan, Scope } from "#src/contract/accounts/plans.ts";
import { toIso, type Instant } from "#src/core/clock.ts";
import type { Sql, Tx } from "#src/core/db/database.ts";

/** The name of an app that gave none. */
const namelessApp = "An app without a name";

/* Better Auth writes these rows (oauth-options.ts), with lists as JSON text. */

const Texts = z.preprocess((value) => (typeof value === "string" ? JSON.parse(value) : value), z.array(z.string()));

function scopesIn(text: string): Scope[] {
  return Texts.parse(text).flatMap((scope) => Scope.safeParse(scope).data ?? []);
}

export interface TokenHolder {
  readonly connectionId: string;
  readonly owner: string;
  readonly plan: Plan;
  readonly planUntil: Instant | null;
  readonly scopes: readonly Scope[];
  readonly lastUsedAt: Instant | null;
  readonly app: { readonly clientId: string; readonly name: string };
}

/** `null` when it is no longer good. */
export async function findTokenHolder(db: Sql, hash: string, at: Instant): Promise<TokenHolder | null> {
  const row = await db
    .selectFrom("oauth_access_tokens as t")
    .innerJoin("oauth_clients as p", "p.client_id", "t.client_id")
    .innerJoin("oauth_consents as c", (join) =>
      join.onRef("c.client_id", "=", "t.client_id").onRef("c.user_id", "=", "t.user_id"),
    )
    .innerJoin("accounts as a", "a.id", "t.user_id")
    .select(["c.id", "a.id as owner", "a.plan", "a.plan_until", "t.scopes", "c.last_used_at", "p.client_id", "p.name"])
    .where("t.token", "=", hash)
    .where("t.revoked", "is", null)
    .where("t.expires_at", ">", new Date(at))
    .where(sql<boolean>`p.disabled is not true`)
    .executeTakeFirst();
  if (row === undefined) return null;
  return {
    connectionId: row.id,
    owner: row.owner,
    plan: Plan.parse(row.plan),
    planUntil: row.plan_until?.getTime() ?? null,
    scopes: scopesIn(row.scopes),
    lastUsedAt: row.last_used_at?.getTime() ?? null,
    app: { clientId: row.client_id, name: row.name ?? namelessApp },
  };
}

/** When an app was last used, to the minute. */
export async function touchConnection(db: Sql, id: string, at: Instant): Promise<void> {
  await db
    .updateTable("oauth_consents")
    .set({ last_used_at: new Date(at) })
    .where("id", "=", id)
    .where((e) => e.or([e("last_used_at", "is", null), e("last_used_at", "<", new Date(at - 60_000))]))
    .execute();
}

export interface OAuthClient {
  /** The name that the app gave; it is not verified. */
  readonly name: string | null;
  readonly redirectUris: readonly string[];
}

/** `null`: not registered, or no longer let in. */
export async function findOAuthClient(db: Sql, clientId: string): Promise<OAuthClient | null> {
  const row = await db
    .selectFrom("oauth_clients")
    .select(["name", "redirect_uris"])
    .where("client_id", "=", clientId)
    .where(sql<boolean>`disabled is not true`)
    .executeTakeFirst();
  return row === undefined ? null : { name: row.name, redirectUris: Texts.parse(row.redirect_uris) };
}

export interface Connection {
  readonly id: string;
  readonly name: string | null;
  readonly redirectUris: readonly string[];
  readonly scopes: readonly Scope[];
  readonly connectedAt: string;
  readonly lastUsedAt: string | null;
  /** Names of the webhooks that it made. */
  readonly webhooks: readonly string[];
}

/** The apps that an owner has authorised, newest first. */
export async function listConnections(db: Sql, owner: string): Promise<Connection[]> {
  const rows = await db
    .selectFrom("oauth_consents as c")
    .innerJoin("oauth_clients as p", "p.client_id", "c.client_id")
    .select(["c.id", "p.name", "p.redirect_uris", "c.scopes", "c.created_at", "c.last_used_at"])
    .select((e) =>
      e
        .selectFrom("channels as w")
        .whereRef("w.owner", "=", "c.user_id")
        .whereRef("w.made_by_client", "=", "c.client_id")
        .select(sql<string[]>`coalesce(array_agg(w.name order by w.created_at), '{}')`.as("names"))
        .as("webhooks"),
    )
    .where("c.user_id", "=", owner)
    .orderBy("c.created_at", "desc")
    .execute();
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    redirectUris: Texts.parse(row.redirect_uris),
    scopes: scopesIn(row.scopes),
    connectedAt: toIso(row.created_at?.getTime() ?? 0),
    lastUsedAt: row.last_used_at === null ? null : toIso(row.last_used_at.getTime()),
    webhooks: row.webhooks ?? [],
  }));
}

/**
 * With tokens and the apps' webhooks, unless kept.
 * @param id `null`: all of the owner's
 */
export async function deleteConnections(
  { sql: db }: Tx,
  owner: string,
  { id, keepWebhooks }: { readonly id: string | null; readonly keepWebhooks: boolean },
): Promise<number> {
  const gone = await db
    .deleteFrom("oauth_consents")
    .where("user_id", "=", owner)
    .$if(id !== null, (query) => query.where("id", "=", id))
    .returning("client_id")
    .execute();
  const clients = gone.map((row) => row.client_id);
  if (clients.length === 0) return 0;
  for (const table of ["oauth_access_tokens", "oauth_refresh_tokens"] as const)
    await db.deleteFrom(table).where("user_id", "=", owner).where("client_id", "in", clients).execute();
  const made = sql<boolean>`owner = ${owner} and made_by_client = any(${clients})`;
  if (keepWebhooks) await db.updateTable("channels").set({ made_by_client: null }).where(made).execute();
  else await db.deleteFrom("channels").where(made).execute();
  return gone.length;
}

export async function deleteEndedTokens(db: Sql, at: Instant, before: Instant): Promise<void> {
  await db.deleteFrom("oauth_access_tokens").where("expires_at", "<=", new Date(at)).execute();
  await db.deleteFrom("oauth_refresh_tokens").where("expires_at", "<=", new Date(at)).execute();
  await db
    .deleteFrom("oauth_clients as p")
    .where("p.created_at", "<", new Date(before))
    .where((e) =>
      e.not(e.exists(e.selectFrom("oauth_consents as c").select("c.id").whereRef("c.client_id", "=", "p.client_id"))),
    )
    .execute();
}
