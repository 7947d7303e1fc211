import { z } from "zod";
import { addressHeader, keepHeader } from "#src/product/accounts/public/auth-options.ts";
import { spendCode } from "#src/product/accounts/identity.ts";
import { notifyAccountChange } from "#src/product/accounts/address.ts";
import type { RequestContext } from "../env.ts";
import { clientAddress } from "../protection/forwarded.ts";
import type { AuthCall, AuthTools } from "./auth-call.ts";
import { keptAccess } from "./auth-changes.ts";
import type { Guess } from "./auth-watch.ts";

/** As the front door has settled it. */
export function forwardedHostOf(c: RequestContext): string | undefined {
  const forwardedHost = c.env.incoming.headers["x-forwarded-host"];
  return typeof forwardedHost === "string" ? forwardedHost : c.env.incoming.headers.host;
}

/**
 * Better Auth's answer; no header that a client made up reaches it.
 * @param search with its question mark
 */
export async function forwardToAuth(
  { auth }: AuthTools,
  call: AuthCall,
  search = new URL(call.c.req.url).search,
): Promise<Response> {
  const { c, origin, template, rule } = call;
  const { keep: _, ...body } = call.body;
  const { incoming } = c.env;
  const headers = new Headers({ accept: "application/json", origin, [addressHeader]: clientAddress(incoming) });
  headers.set(keepHeader, keptAccess(call).join(","));
  for (const name of ["cookie", "user-agent"] as const) {
    const value = incoming.headers[name];
    if (value !== undefined) headers.set(name, value);
  }
  const method = c.req.method;
  if (method === "POST") headers.set("content-type", "application/json");
  // A guessed password and this session's cookie end.
  const forced =
    template === "/change-password" && !keptAccess(call).includes("sessions") ? { revokeOtherSessions: true } : {};
  const handle = rule.oauth === undefined ? auth.handle : auth.handleOAuth;
  return handle(
    origin,
    new Request(`${origin}${c.req.path}${search}`, {
      method,
      headers,
      ...(method === "POST" && { body: JSON.stringify({ ...body, ...forced }) }),
    }),
  );
}

/** A used code is refused, and counted, like a wrong one. */
export async function spendingCode(tools: AuthTools, call: AuthCall, { counted }: Guess): Promise<AuthCall> {
  if (call.template !== "/two-factor/verify-totp") return call;
  const code = z.string().parse(call.body["code"]);
  // Its owner, from the session or else from the challenge.
  const userId = counted[0]?.key;
  if (userId === undefined) return { ...call, body: { ...call.body, code: "" } };
  const outcome = await spendCode(tools, { open: tools.auth.open, userId, code });
  if (outcome === "spent") return call;
  // The code was read by somebody else, which its owner should know (OWASP ASVS 4.0.3, 2.8.5).
  if (outcome === "used") {
    const at = tools.clock.now();
    await notifyAccountChange(tools, {
      kind: "account_changed",
      userId,
      origin: call.origin,
      at,
      change: "code_reused",
    });
  }
  return { ...call, body: { ...call.body, code: "" } };
}
