import { z } from "zod";
import { addressHeader, keepHeader } from "#src/product/accounts/public/auth-options.ts";
import { spendCode } from "#src/product/accounts/identity.ts";
import { notifyAccountChange } from "#src/product/accounts/profile.ts";
import { type RequestContext, answerJson } from "../answers.ts";
import { clientAddress } from "../protection/forwarded.ts";
import type { AuthCall, AuthTools } from "./auth-paths.ts";
import { keptAccess } from "./auth-forms.ts";
import type { Guess } from "./auth-watch.ts";
import { randomBytes } from "node:crypto";
import { entitlementsAt } from "#src/contract/accounts/plans.ts";
import type { CsrfToken, SessionInfo } from "#src/contract/accounts/users.ts";
import { dayMs, toIso } from "#src/core/clock.ts";
import { csrfCookie, csrfToken } from "#src/product/accounts/public/signed-requests.ts";
import { signInSessionOf } from "../protection/authenticate.ts";

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

const prolongedBelowMs = 29 * dayMs;

/** `GET /api/auth/session`: the signed-in user. Extends the session once a day. */
export async function answerSession(c: RequestContext, tools: AuthTools): Promise<Response> {
  const { auth, clock } = tools;
  const session = await signInSessionOf(auth, c.env.incoming);
  if (session === null) return answerJson(200, null);
  c.get("call").owner = session.userId;
  const now = clock.now();
  const { userId, name, email, emailVerified, twoFactor, role, held, sessionId, createdAt, expiresAt } = session;
  const { plan } = entitlementsAt(held, now);
  const until = plan === held.plan ? held.planUntil : null;
  const info: SessionInfo = {
    user: {
      id: userId,
      name,
      email,
      email_verified: emailVerified,
      two_factor: twoFactor,
      role,
      plan,
      plan_until: until === null ? null : toIso(until),
    },
    session: { id: sessionId, created_at: toIso(createdAt), expires_at: toIso(expiresAt) },
  };
  const answer = answerJson(200, info);
  const origin = auth.originOf(forwardedHostOf(c));
  if (origin === null || expiresAt - now > prolongedBelowMs) return answer;
  const cookie = c.env.incoming.headers.cookie ?? "";
  const renewed = await auth.handle(
    origin,
    new Request(`${origin}/api/auth/get-session`, { headers: { cookie, origin } }),
  );
  for (const value of renewed.headers.getSetCookie()) answer.headers.append("set-cookie", value);
  return answer;
}

/** `GET /api/auth/csrf` */
export async function answerCsrf(c: RequestContext, { auth }: AuthTools): Promise<Response> {
  const { cookie, "x-forwarded-proto": proto } = c.env.incoming.headers;
  const known = await csrfToken(auth.keys, cookie);
  if (known !== null) return answerJson(200, { csrf_token: known } satisfies z.infer<typeof CsrfToken>);
  const fresh = `${csrfCookie}=${randomBytes(24).toString("base64url")}`;
  const made = await csrfToken(auth.keys, fresh);
  return answerJson(200, { csrf_token: made ?? "" } satisfies z.infer<typeof CsrfToken>, {
    "set-cookie": `${fresh}; Path=/; HttpOnly; SameSite=Lax${proto === "https" ? "; Secure" : ""}`,
  });
}
