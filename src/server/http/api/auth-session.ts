import { randomBytes } from "node:crypto";
import type { z } from "zod";
import { entitlementsAt } from "#src/contract/accounts/plans.ts";
import type { CsrfToken, SessionInfo } from "#src/contract/accounts/users.ts";
import { dayMs, toIso } from "#src/core/clock.ts";
import { csrfCookie, csrfToken } from "#src/product/accounts/public/signed-requests.ts";
import type { RequestContext } from "../env.ts";
import { answerJson } from "../answers.ts";
import { signInSessionOf } from "../protection/sign-in-session.ts";
import type { AuthTools } from "./auth-call.ts";
import { forwardedHostOf } from "./forward-to-auth.ts";

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
