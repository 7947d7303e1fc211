import { randomBytes } from "node:crypto";
import type { Hono } from "hono";
import { z, ZodError } from "zod";
import { routes } from "#src/contract/routes.ts";
import type { CsrfToken, SessionInfo } from "#src/contract/users.ts";
import { entitlementsAt } from "#src/contract/plans.ts";
import { toIso } from "#src/platform/clock.ts";
import { Unauthorized } from "#src/platform/errors.ts";
import type { Auth } from "#src/services/accounts/auth.ts";
import { addressHeader } from "#src/services/accounts/auth-options.ts";
import { csrfCookie, csrfToken } from "#src/services/accounts/csrf.ts";
import { followAddressChange } from "#src/services/accounts/follow-address-change.ts";
import { isThisMachine, networkOf } from "#src/services/accounts/limits.ts";
import { listSessions } from "#src/services/accounts/list-sessions.ts";
import { requestAddressChange } from "#src/services/accounts/request-address-change.ts";
import { requestMail } from "#src/services/accounts/request-mail.ts";
import { revokeOtherSessions, revokeSession } from "#src/services/accounts/revoke-session.ts";
import type { Env, RequestContext } from "../env.ts";
import { clientAddress } from "../forwarded.ts";
import { answerJson, mountOpen } from "../mount.ts";
import { BadRequest, toProblem } from "../problems.ts";
import { readJson } from "../read-body.ts";
import { checkProvenance, sessionOf } from "../session.ts";
import type { AuthCall, AuthRoom } from "./auth-call.ts";
import { authPathOf, type AuthPath } from "./auth-paths.ts";
import { afterAnswer, countGuess } from "./auth-watch.ts";

const base = "/api/auth";

/** Sign-in at `/api/auth/*`, `/session` and `/csrf`. */
export function mountAuth(app: Hono<Env>, room: AuthRoom): void {
  mountOpen(app, routes.getSession, (c) => answerSession(c, room));
  mountOpen(app, routes.getCsrfToken, (c) => answerCsrf(c, room));
  app.on(["GET", "POST"], `${base}/*`, async (c, next) => {
    const found = authPathOf(c.req.method, c.req.path.slice(base.length));
    if (found === null) return next();
    c.get("call").route = `${base}${found.template}`;
    try {
      return await serve(room, await arriveAt(c, room, found));
    } catch (error) {
      return refusal(error);
    }
  });
}

/** The answer's form is Better Auth's, which its client reads, and ours. */
function refusal(error: unknown): Response {
  const wrong = error instanceof ZodError ? error.issues[0] : undefined;
  if (wrong !== undefined) {
    const message = `${wrong.path.join(".")} ${wrong.message}`;
    return answerJson(400, { code: "VALIDATION_ERROR", message, detail: message });
  }
  const { status, detail, headers, defect } = toProblem(error);
  if (defect) throw error;
  const message = typeof detail === "string" ? detail : "the body is not as it must be";
  return answerJson(status, { code: codes[status] ?? "ERROR", message, detail: message }, headers);
}

const codes: Readonly<Record<number, string>> = {
  401: "UNAUTHORIZED",
  403: "FORBIDDEN",
  404: "NOT_FOUND",
  429: "TOO_MANY_REQUESTS",
  503: "UNAVAILABLE",
};

async function arriveAt(
  c: RequestContext,
  { auth }: AuthRoom,
  { template, rule }: { readonly template: string; readonly rule: AuthPath },
): Promise<AuthCall> {
  const { incoming } = c.env;
  const origin = auth.originOf(hostOf(c));
  if (origin === null)
    throw new BadRequest(503, "signing in under this address needs PUBLIC_URL to be set where Conclave runs");
  if (c.req.method === "POST") checkProvenance(auth, incoming);
  await auth.limits.take(rule.limit, networkOf(clientAddress(incoming)));
  const empty = Number(incoming.headers["content-length"] ?? 0) === 0;
  const given = c.req.method === "POST" && !empty ? await readJson(incoming) : {};
  return { c, origin, template, rule, body: rule.body.parse(given) };
}

function hostOf(c: RequestContext): string | undefined {
  const settled = c.env.incoming.headers["x-forwarded-host"];
  return typeof settled === "string" ? settled : c.env.incoming.headers.host;
}

async function serve(room: AuthRoom, call: AuthCall): Promise<Response> {
  const { auth } = room;
  switch (call.rule.own) {
    case "sign-up":
      return signUp(room, call);
    case "mail":
      needMail(auth);
      await requestMail(room, auth.limits, mailOf(call));
      return answerJson(200, { status: true });
    case "list-sessions":
      return answerJson(200, await listSessions(room, await signedIn(auth, call)));
    case "revoke-session": {
      const { userId } = await signedIn(auth, call);
      await revokeSession(room, { userId, id: z.string().parse(call.body["id"]) });
      return answerJson(200, { status: true });
    }
    case "revoke-other-sessions":
      return answerJson(200, { status: true, ended: await revokeOtherSessions(room, await signedIn(auth, call)) });
    case "change-email":
      return changeEmail(room, call);
    case "follow-change-email":
      return followChangeEmail(room, call);
    default: {
      const guess = await countGuess(room, call);
      const answer = await handOn(room, call);
      return afterAnswer(room, call, { answer, guess });
    }
  }
}

async function signedIn(auth: Auth, { c }: AuthCall) {
  const session = await sessionOf(auth, c.env.incoming);
  if (session === null) throw new Unauthorized("sign in first");
  return session;
}

function needMail({ offer }: Auth): void {
  if (!offer.mail)
    throw new BadRequest(503, "mail is not set up on this server, so it can confirm no address: SMTP_URL is not set");
}

/**
 * The same answer for a new address and a known one, and the same work: a password is hashed either way. The mail is
 * asked for before the user is made, so that no user is left without one.
 */
async function signUp(room: AuthRoom, call: AuthCall): Promise<Response> {
  needMail(room.auth);
  const { email, callbackURL } = z.object({ email: z.string(), callbackURL: z.string().optional() }).parse(call.body);
  // Of an address of this machine, such as a proxy's that is not named as one, nobody can tell who it stands for.
  const client = clientAddress(call.c.env.incoming);
  if (!isThisMachine(client)) await room.auth.limits.take("network account", networkOf(client));
  await requestMail(room, room.auth.limits, { kind: "sign_up", email, origin: call.origin, next: callbackURL ?? null });
  const answer = await handOn(room, call);
  // 422: somebody else was quicker with the same address, which is a known one now.
  if (!answer.ok && answer.status !== 422) return answer;
  return answerJson(200, { status: true });
}

/** Says nothing of the new address: what becomes of it only its own mailbox learns. */
async function changeEmail(room: AuthRoom, call: AuthCall): Promise<Response> {
  needMail(room.auth);
  const { userId, email: from } = await signedIn(room.auth, call);
  const to = z.string().parse(call.body["newEmail"]);
  await requestAddressChange(room, room.auth.limits, { userId, from, to, origin: call.origin });
  return answerJson(200, { status: true });
}

async function followChangeEmail(room: AuthRoom, { c, origin }: AuthCall): Promise<Response> {
  const by = await sessionOf(room.auth, c.env.incoming);
  const lead = (location: string) =>
    new Response(null, { status: 302, headers: { location, "cache-control": "no-store" } });
  if (by === null) {
    const { pathname, search } = new URL(c.req.url);
    return lead(`/sign-in?next=${encodeURIComponent(pathname + search)}`);
  }
  const token = c.req.query("token") ?? "";
  return lead(`/settings?address=${await followAddressChange(room, room.auth.keys, { token, origin, by })}`);
}

function mailOf({ template, origin, body }: AuthCall): Parameters<typeof requestMail>[2] {
  const { email, callbackURL, redirectTo } = z
    .object({ email: z.string(), callbackURL: z.string().optional(), redirectTo: z.string().optional() })
    .parse(body);
  const to = { email, origin, next: callbackURL ?? redirectTo ?? null };
  switch (template) {
    case "/request-password-reset":
      return { kind: "reset", ...to };
    case "/sign-in/magic-link":
      return { kind: "magic_link", ...to };
    default:
      return { kind: "verify", ...to };
  }
}

/** Better Auth's answer. It sees what we have read and checked, and no header that a client could have made up. */
async function handOn({ auth }: AuthRoom, { c, origin, template, body }: AuthCall): Promise<Response> {
  const { incoming } = c.env;
  const headers = new Headers({ accept: "application/json", origin, [addressHeader]: clientAddress(incoming) });
  for (const name of ["cookie", "user-agent"] as const) {
    const value = incoming.headers[name];
    if (value !== undefined) headers.set(name, value);
  }
  const method = c.req.method;
  if (method === "POST") headers.set("content-type", "application/json");
  // A password that was guessed by somebody is no longer worth anything to them.
  const forced = template === "/change-password" ? { revokeOtherSessions: true } : {};
  return auth.handle(
    origin,
    new Request(`${origin}${c.req.path}${new URL(c.req.url).search}`, {
      method,
      headers,
      ...(method === "POST" && { body: JSON.stringify({ ...body, ...forced }) }),
    }),
  );
}

const dayMs = 24 * 60 * 60 * 1000;
const prolongedBelowMs = 29 * dayMs;

async function answerSession(c: RequestContext, room: AuthRoom): Promise<Response> {
  const { auth, clock } = room;
  const session = await sessionOf(auth, c.env.incoming);
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
  const origin = auth.originOf(hostOf(c));
  if (origin === null || expiresAt - now > prolongedBelowMs) return answer;
  const cookie = c.env.incoming.headers.cookie ?? "";
  const renewed = await auth.handle(
    origin,
    new Request(`${origin}${base}/get-session`, { headers: { cookie, origin } }),
  );
  for (const value of renewed.headers.getSetCookie()) answer.headers.append("set-cookie", value);
  return answer;
}

function answerCsrf(c: RequestContext, { auth }: AuthRoom): Response {
  const { cookie, "x-forwarded-proto": proto } = c.env.incoming.headers;
  const known = csrfToken(auth.keys, cookie);
  if (known !== null) return answerJson(200, { csrf_token: known } satisfies z.infer<typeof CsrfToken>);
  const fresh = `${csrfCookie}=${randomBytes(24).toString("base64url")}`;
  const made = csrfToken(auth.keys, fresh);
  return answerJson(200, { csrf_token: made ?? "" } satisfies z.infer<typeof CsrfToken>, {
    "set-cookie": `${fresh}; Path=/; HttpOnly; SameSite=Lax${proto === "https" ? "; Secure" : ""}`,
  });
}
