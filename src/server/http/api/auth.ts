import type { Hono } from "hono";
import { z, ZodError } from "zod";
import { passwordFault } from "#src/contract/accounts/credentials.ts";
import { isStorable } from "#src/contract/text.ts";
import { ConfirmationNeeded, Unauthorized } from "#src/core/errors.ts";
import type { Auth } from "#src/product/accounts/public/auth.ts";
import { confirmByPassword } from "#src/product/accounts/identity.ts";
import {
  requireFresh,
  requireFreshWithoutPassword,
  ensurePasskeyCapacity,
} from "#src/product/accounts/public/fresh-sign-in.ts";
import { followAddressChange, requestAddressChange, requestMail } from "#src/product/accounts/profile.ts";
import { isThisMachine, networkOf } from "#src/product/accounts/public/sign-in-limits.ts";
import { listSignInSessions, signOutEverywhere, revokeSignInSession } from "#src/product/accounts/sign-in-sessions.ts";
import { answerJson, type Env, type RequestContext } from "../answers.ts";
import { clientAddress } from "../protection/forwarded.ts";
import type { Handlers } from "../mount.ts";
import { BadRequest, toProblem } from "../problems.ts";
import { readJson } from "../bodies/read-body.ts";
import { checkProvenance, signInSessionOf } from "../protection/authenticate.ts";
import { type AuthCall, type AuthTools, authPathOf } from "./auth-paths.ts";
import {
  keptAccess,
  authFormOf,
  redirectAfterForm,
  readAuthForm,
  type AuthForm,
  type AuthFormFields,
} from "./auth-forms.ts";
import { forwardToAuth, forwardedHostOf, spendingCode, answerCsrf, answerSession } from "./forward-to-auth.ts";
import { answerAuthorize, answerApp, repeatedConsent } from "./oauth.ts";
import { afterAnswer, countGuess } from "./auth-watch.ts";

const base = "/api/auth";

export const sessionHandlers = (tools: AuthTools) =>
  ({
    getSession: ({ c }) => answerSession(c, tools),
    getCsrfToken: ({ c }) => answerCsrf(c, tools),
  }) satisfies Partial<Handlers>;

/** Sign-in at `/api/auth/*`. */
export function mountAuth(app: Hono<Env>, tools: AuthTools): void {
  app.on(["GET", "POST"], `${base}/*`, async (c, next) => {
    const found = authPathOf(c.req.method, c.req.path.slice(base.length));
    if (found === null) return next();
    c.get("call").route = `${base}${found.template}`;
    if (found.rule.oauth === "app") return answerApp(c, tools, found);
    const form = authFormOf(c, found.template);
    return form === null ? answerCall(c, tools, found, null) : answerForm(c, tools, found, form);
  });
}

export function authMethodsOf(path: string): readonly string[] {
  if (!path.startsWith(`${base}/`)) return [];
  return ["GET", "POST"].filter((method) => authPathOf(method, path.slice(base.length)) !== null);
}

type Found = Pick<AuthCall, "template" | "rule">;

/** @param given what was sent, where it is read already */
async function answerCall(
  c: RequestContext,
  tools: AuthTools,
  found: Found,
  given: AuthFormFields | null,
): Promise<Response> {
  try {
    return await serve(tools, await arriveAt(c, tools, found, given));
  } catch (error) {
    return refusal(error);
  }
}

/** The outcome as a page shows it. */
async function answerForm(c: RequestContext, tools: AuthTools, found: Found, form: AuthForm): Promise<Response> {
  let fields: AuthFormFields;
  try {
    fields = await readAuthForm(c);
  } catch (error) {
    return refusal(error);
  }
  const answer = await answerCall(c, tools, found, fields).catch((error: unknown) => {
    tools.log.error({ err: error }, "a form could not be answered");
    return answerJson(500, {});
  });
  const secure = c.env.incoming.headers["x-forwarded-proto"] === "https";
  return redirectAfterForm(tools, { form, template: found.template, fields, answer, secure });
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
  // These paths have no 422.
  const message = typeof detail === "string" ? detail : (detail[0]?.msg ?? "the request body is invalid");
  const code = error instanceof ConfirmationNeeded ? "CONFIRMATION_NEEDED" : codes[status];
  return answerJson(status === 422 ? 400 : status, { code: code ?? "ERROR", message, detail: message }, headers);
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
  { auth }: AuthTools,
  { template, rule }: Found,
  sent: AuthFormFields | null,
): Promise<AuthCall> {
  const { incoming } = c.env;
  const origin = auth.originOf(forwardedHostOf(c));
  if (origin === null) throw new BadRequest(503, "to sign in at this address, set PUBLIC_URL on the server");
  if (c.req.method === "POST") await checkProvenance(auth, incoming);
  await auth.limits.take(rule.limit, networkOf(clientAddress(incoming)));
  const empty = Number(incoming.headers["content-length"] ?? 0) === 0;
  const given = sent ?? (c.req.method === "POST" && !empty ? await readJson(incoming) : {});
  // Looked up as they are, also by what is not ours.
  if (!isStorable(given) || !isStorable(c.req.query()))
    throw new BadRequest(400, "the request contains invalid characters");
  const call = { c, origin, template, rule, body: rule.body.parse(given) };
  await checkNewPassword(auth, call);
  return call;
}

/** The server's word: a page says the same while somebody types. */
async function checkNewPassword(auth: Auth, { c, rule: { newPassword: field }, body }: AuthCall): Promise<void> {
  if (field === undefined) return;
  const session = await signInSessionOf(auth, c.env.incoming);
  const about = [body["name"], body["email"], session?.name, session?.email].filter((text) => typeof text === "string");
  const message = await passwordFault(z.string().parse(body[field]), about);
  if (message !== null) throw new ZodError([{ code: "custom", path: [field], message, input: undefined }]);
}

/** @throws ConfirmationNeeded; Conflict */
async function checkFresh(tools: AuthTools, { c, rule, body }: AuthCall): Promise<void> {
  const { fresh: way, opens } = rule;
  if (way === undefined || opens?.(body) === false) return;
  const session = await signInSessionOf(tools.auth, c.env.incoming);
  if (session === null) return;
  if (rule.guess === "own password") await requireFreshWithoutPassword(tools, way, session);
  else requireFresh(tools, way, session);
  if (rule.makes === "passkey") await ensurePasskeyCapacity(tools, session);
}

async function serve(tools: AuthTools, call: AuthCall): Promise<Response> {
  const { auth } = tools;
  await checkFresh(tools, call);
  switch (call.rule.own) {
    case "sign-up":
      return signUp(tools, call);
    case "mail":
      needMail(auth);
      await requestMail(tools, { limits: auth.limits, mail: mailOf(call) });
      return answerJson(200, { status: true });
    case "list-sessions":
      return answerJson(200, await listSignInSessions(tools, await signedIn(auth, call)));
    case "revoke-session": {
      const { userId } = await signedIn(auth, call);
      await revokeSignInSession(tools, { userId, id: z.string().parse(call.body["id"]) });
      return answerJson(200, { status: true });
    }
    case "revoke-other-sessions":
      return signOutOthers(tools, call);
    case "confirm-password": {
      const password = z.string().parse(call.body["password"]);
      await confirmByPassword(tools, { limits: auth.limits, ...(await signedIn(auth, call)), password });
      return answerJson(200, { status: true });
    }
    case "change-email":
      return changeEmail(tools, call);
    case "follow-change-email":
      return followChangeEmail(tools, call);
    case "authorize":
      return answerAuthorize(tools, call);
    case "consent": {
      const repeated = await repeatedConsent(tools, call);
      if (repeated !== null) return repeated;
      break;
    }
    default:
  }
  const guess = await countGuess(tools, call);
  const answer = await forwardToAuth(tools, await spendingCode(tools, call, guess));
  return afterAnswer(tools, call, { answer, guess });
}

async function signedIn(auth: Auth, { c }: AuthCall) {
  const session = await signInSessionOf(auth, c.env.incoming);
  if (session === null) throw new Unauthorized("sign in first");
  return session;
}

async function signOutOthers(tools: AuthTools, call: AuthCall): Promise<Response> {
  const { userId, sessionId, confirmedAt } = await signedIn(tools.auth, call);
  const { origin } = call;
  const ended = await signOutEverywhere(tools, { userId, sessionId, confirmedAt, origin, keep: keptAccess(call) });
  return answerJson(200, { status: true, ended });
}

function needMail({ offer }: Auth): void {
  if (!offer.mail)
    throw new BadRequest(
      503,
      "email is not set up on this server (SMTP_URL is not set), so addresses cannot be confirmed",
    );
}

/**
 * The same answer and work for new and known addresses. The mail is queued before the user is made, so that no user is
 * left without one.
 */
async function signUp(tools: AuthTools, call: AuthCall): Promise<Response> {
  needMail(tools.auth);
  const { email, callbackURL } = z.object({ email: z.string(), callbackURL: z.string().optional() }).parse(call.body);
  // An address of this machine stands for nobody in particular.
  const client = clientAddress(call.c.env.incoming);
  if (!isThisMachine(client)) await tools.auth.limits.take("network account", networkOf(client));
  await requestMail(tools, {
    limits: tools.auth.limits,
    mail: { kind: "sign_up", email, origin: call.origin, next: callbackURL ?? null },
  });
  const answer = await forwardToAuth(tools, call);
  // 422: somebody else was quicker, so the address is known now.
  if (!answer.ok && answer.status !== 422) return answer;
  return answerJson(200, { status: true });
}

/** Only the new mailbox learns what becomes of it. */
async function changeEmail(tools: AuthTools, call: AuthCall): Promise<Response> {
  needMail(tools.auth);
  const { userId, email: from } = await signedIn(tools.auth, call);
  const to = z.string().parse(call.body["newEmail"]);
  await requestAddressChange(tools, { limits: tools.auth.limits, userId, from, to, origin: call.origin });
  return answerJson(200, { status: true });
}

async function followChangeEmail(tools: AuthTools, { c, origin }: AuthCall): Promise<Response> {
  const by = await signInSessionOf(tools.auth, c.env.incoming);
  const lead = (location: string) =>
    new Response(null, { status: 302, headers: { location, "cache-control": "no-store" } });
  if (by === null) {
    const { pathname, search } = new URL(c.req.url);
    return lead(`/sign-in?next=${encodeURIComponent(pathname + search)}`);
  }
  const token = c.req.query("token") ?? "";
  return lead(
    `/settings?address=${await followAddressChange(tools, { secret: tools.auth.keys.secret, token, origin, by })}`,
  );
}

function mailOf({ template, origin, body }: AuthCall): Parameters<typeof requestMail>[1]["mail"] {
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
