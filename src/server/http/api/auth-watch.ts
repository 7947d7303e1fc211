import { randomBytes } from "node:crypto";
import { z } from "zod";
import { deleteSignInSession, type SignInSession } from "#src/product/accounts/queries/sign-in-sessions.ts";
import { userAwaitingSecondFactor } from "#src/product/accounts/public/fresh-sign-in.ts";
import {
  deviceCookie,
  deviceFor,
  knownDevice,
  resetTokenCookie,
} from "#src/product/accounts/public/signed-requests.ts";
import type { Auth } from "#src/product/accounts/public/auth.ts";
import { requestMail, notifyAccountChange } from "#src/product/accounts/profile.ts";
import { clientAddress } from "../protection/forwarded.ts";
import { answerJson } from "../answers.ts";
import { signInSessionOf } from "../protection/authenticate.ts";
import type { AuthCall, AuthTools } from "./auth-paths.ts";
import { followChange } from "./auth-forms.ts";

interface Counted {
  readonly rule: "password" | "code";
  readonly key: string;
}

export interface Guess {
  readonly counted: readonly Counted[];
  readonly before: SignInSession | null;
}

/** Before the guess: afterwards many at once would all pass. */
export async function countGuess(tools: AuthTools, { c, rule, body }: AuthCall): Promise<Guess> {
  const { auth } = tools;
  const { incoming } = c.env;
  const before = await signInSessionOf(auth, incoming);
  const counted = await countersOf();
  for (const { rule: limit, key } of counted) await auth.limits.take(limit, key);
  return { counted, before };

  async function countersOf(): Promise<readonly Counted[]> {
    switch (rule.guess) {
      case "sign-in": {
        const email = z.string().parse(body["email"]).toLowerCase();
        // Another person's guesses must not lock out the owner's browser.
        const device = knownDevice(auth.keys.secret, email, incoming.headers.cookie);
        return [{ rule: "password", key: device === null ? email : `${email} ${device}` }];
      }
      case "own password":
        return before === null ? [] : [{ rule: "password", key: `session of ${before.userId}` }];
      case "code": {
        // The session may end before the answer, so both are counted.
        const challenged = await userAwaitingSecondFactor(tools, auth.keys, incoming.headers.cookie);
        const users = new Set([before?.userId, challenged].filter((id) => id !== undefined && id !== null));
        return [...users].map((key) => ({ rule: "code", key }));
      }
      default:
        return [];
    }
  }
}

/** Counters, mails and the browser's mark; no token leaves in the body. */
export async function afterAnswer(
  tools: AuthTools,
  call: AuthCall,
  { answer, guess }: { readonly answer: Response; readonly guess: Guess },
): Promise<Response> {
  const { auth } = tools;
  // Being right about oneself frees nobody else.
  const [answered] = guess.counted;
  if (answer.ok && answered !== undefined) await auth.limits.forget(answered.rule, answered.key);
  if (call.rule.guess === "sign-in" && !answer.ok) return wrongPassword(tools, call, answer);
  const clean = await withoutTokens(answer);
  clean.headers.set("cache-control", "no-store");
  if (answer.status >= 400) return clean;
  if (call.template === "/reset-password") forgetResetToken(call, clean);
  const { before } = guess;
  const now = await createdSignInSession(auth, clean);
  if (call.rule.signsIn === true && now !== null) await noteSignIn(tools, call, clean, { before, now });
  if (before !== null) await followChange(tools, call, { before, now, text: await clean.clone().text() });
  return clean;
}

const wrong = {
  code: "INVALID_EMAIL_OR_PASSWORD",
  message:
    "The email address or password is incorrect, or the address is not confirmed yet. If it is not confirmed, we sent you a new link.",
} as const;

/**
 * One answer for every failed sign-in. Better Auth tells unconfirmed addresses apart, which reveals whether an address
 * is known.
 */
async function wrongPassword(tools: AuthTools, { origin, body }: AuthCall, answer: Response): Promise<Response> {
  if (answer.status >= 500 || answer.status === 400) return withoutTokens(answer);
  if (answer.status === 403) {
    const email = z.string().parse(body["email"]);
    // Not awaited, as the time of the answer would reveal it.
    requestMail(tools, { limits: tools.auth.limits, mail: { kind: "verify", email, origin, next: null } }).catch(
      (error: unknown) => tools.log.info({ err: error }, "a confirmation link could not be resent"),
    );
  }
  return answerJson(401, { ...wrong, detail: wrong.message });
}

/** A browser keeps the last of several cookies with one name. */
async function createdSignInSession(auth: Auth, { headers }: Response): Promise<SignInSession | null> {
  const pairs = headers.getSetCookie().map((cookie) => cookie.split(";", 1)[0]);
  return pairs.length === 0 ? null : auth.read(pairs.toReversed().join("; "));
}

/** Mails the owner if the browser is new. Signing in again ends the session before. */
async function noteSignIn(
  tools: AuthTools,
  call: AuthCall,
  answer: Response,
  { before, now: session }: { readonly before: SignInSession | null; readonly now: SignInSession },
): Promise<void> {
  const { auth, db, clock, log } = tools;
  if (before?.userId === session.userId && before.sessionId !== session.sessionId)
    await deleteSignInSession(db.sql, before.userId, before.sessionId);
  const { headers } = call.c.env.incoming;
  if (knownDevice(auth.keys.secret, session.email, headers.cookie) !== null) return;
  const mark = deviceFor(auth.keys.secret, session.email, randomBytes(18).toString("base64url"));
  const secure = call.origin.startsWith("https:") ? "; Secure" : "";
  answer.headers.append(
    "set-cookie",
    `${deviceCookie}=${mark}; Path=/; Max-Age=34560000; HttpOnly; SameSite=Lax${secure}`,
  );
  // Confirming an address or signing up is no news.
  const first = call.template === "/verify-email" || session.createdAt - session.userSince < newUserMs;
  if (first || before?.userId === session.userId) return;
  await notifyAccountChange(tools, {
    kind: "new_sign_in",
    userId: session.userId,
    origin: call.origin,
    at: clock.now(),
    address: clientAddress(call.c.env.incoming) || null,
    browser: headers["user-agent"]?.slice(0, 200) ?? null,
  }).catch((error: unknown) => log.error({ err: error }, "an owner could not be notified of a sign-in"));
}

/** The link has done its work. */
function forgetResetToken({ origin }: AuthCall, answer: Response): void {
  answer.headers.append("set-cookie", resetTokenCookie("used", { secure: origin.startsWith("https:"), maxAge: 0 }));
}

const newUserMs = 10_000;

const secretFields = new Set(["token", "accesstoken", "refreshtoken", "idtoken", "password", "secret"]);

/** The answer without secrets: the session's token is only in the cookie. */
async function withoutTokens(answer: Response): Promise<Response> {
  const { status } = answer;
  const headers = new Headers(answer.headers);
  const type = headers.get("content-type") ?? "";
  if (!type.startsWith("application/json")) return new Response(answer.body, { status, headers });
  const text = await answer.text();
  const clean: unknown =
    text === ""
      ? null
      : JSON.parse(text, (name, value: unknown) => (secretFields.has(name.toLowerCase()) ? undefined : value));
  headers.delete("content-length");
  return new Response(JSON.stringify(status < 400 ? (clean ?? null) : withDetail(clean)), { status, headers });
}

/** Better Auth's client reads `message`, everybody else's `detail`. */
function withDetail(refusal: unknown): unknown {
  const read = z.looseObject({ message: z.string() }).safeParse(refusal);
  return read.success ? { ...read.data, detail: read.data.message } : { detail: "the request was refused" };
}
