import { randomBytes } from "node:crypto";
import { z } from "zod";
import type { AccountChange } from "#src/contract/mails.ts";
import { findSession, type HeldSession } from "#src/db/queries/sessions.ts";
import { challengedUser } from "#src/services/accounts/challenged-user.ts";
import { deviceCookie, deviceFor, knownDevice } from "#src/services/accounts/device.ts";
import { cookieOf, signedValue } from "#src/services/accounts/read-session.ts";
import { resetTokenCookie } from "#src/services/accounts/reset-token.ts";
import { requestMail } from "#src/services/accounts/request-mail.ts";
import { tellOwner } from "#src/services/accounts/tell-owner.ts";
import { clientAddress } from "../forwarded.ts";
import { answerJson } from "../mount.ts";
import { sessionOf } from "../session.ts";
import type { AuthCall, AuthRoom } from "./auth-call.ts";

/** What was counted before the answer was known, and who was signed in then. */
export interface Guess {
  readonly counted: { readonly rule: "password" | "code"; readonly key: string } | null;
  readonly before: HeldSession | null;
}

/** Counts a guess at a password or code before it is made: afterwards many at once would all pass. */
export async function countGuess(room: AuthRoom, { c, rule, body }: AuthCall): Promise<Guess> {
  const { auth } = room;
  const { incoming } = c.env;
  const before = await sessionOf(auth, incoming);
  const counted = await counterOf();
  if (counted !== null) await auth.limits.take(counted.rule, counted.key);
  return { counted, before };

  async function counterOf(): Promise<Guess["counted"]> {
    switch (rule.guess) {
      case "sign-in": {
        const email = z.string().parse(body["email"]).toLowerCase();
        // Somebody else's guesses must not lock out the browser that the owner uses.
        const device = knownDevice(auth.keys.secret, email, incoming.headers.cookie);
        return { rule: "password", key: device === null ? email : `${email} ${device}` };
      }
      case "own password":
        return before === null ? null : { rule: "password", key: `session of ${before.userId}` };
      case "code": {
        const userId = before?.userId ?? (await challengedUser(room, auth.keys, incoming.headers.cookie));
        return userId === null ? null : { rule: "code", key: userId };
      }
      default:
        return null;
    }
  }
}

/** What follows from Better Auth's answer: counters, mails, the browser's mark; and no token leaves in its body. */
export async function afterAnswer(
  room: AuthRoom,
  call: AuthCall,
  { answer, guess }: { readonly answer: Response; readonly guess: Guess },
): Promise<Response> {
  const { auth, log } = room;
  if (answer.ok && guess.counted !== null) await auth.limits.forget(guess.counted.rule, guess.counted.key);
  if (call.rule.guess === "sign-in" && !answer.ok) return wrongPassword(room, call, answer);
  const clean = await withoutTokens(answer);
  clean.headers.set("cache-control", "no-store");
  const over = answer.status < 400;
  if (over) {
    if (call.template === "/reset-password") forgetResetToken(call, clean);
    if (call.rule.signsIn === true) await noteSignIn(room, call, clean, guess.before);
    await noteChange(room, call, guess.before).catch((error: unknown) =>
      log.error({ err: error }, "an owner could not be told of a change"),
    );
  }
  return clean;
}

const wrong = {
  code: "INVALID_EMAIL_OR_PASSWORD",
  message:
    "The address or the password is wrong, or the address is not confirmed yet. In that case we have sent you the link again.",
} as const;

/**
 * One answer for every way in which an address and a password do not sign in. Better Auth says of an address that is
 * not confirmed that the password is right: whoever signs up with an address and then tries to sign in would learn
 * whether somebody else has it.
 */
async function wrongPassword(room: AuthRoom, { origin, body }: AuthCall, answer: Response): Promise<Response> {
  if (answer.status >= 500 || answer.status === 400) return withoutTokens(answer);
  if (answer.status === 403) {
    const email = z.string().parse(body["email"]);
    // Not waited for: it would show in the time that the answer takes.
    requestMail(room, room.auth.limits, { kind: "verify", email, origin, next: null }).catch((error: unknown) =>
      room.log.info({ err: error }, "a link to confirm was not sent again"),
    );
  }
  return answerJson(401, { ...wrong, detail: wrong.message });
}

/** Marks the browser, and tells the owner of one that was not marked. */
async function noteSignIn(room: AuthRoom, call: AuthCall, answer: Response, before: HeldSession | null): Promise<void> {
  const { auth, db, clock, log } = room;
  const made = answer.headers
    .getSetCookie()
    .map((cookie) => signedValue(cookieOf(cookie, auth.keys.sessionCookie), auth.keys.secret))
    .find((token) => token !== null);
  const session = made === undefined || made === null ? null : await findSession(db.sql, made, clock.now());
  if (session === null) return;
  const { headers } = call.c.env.incoming;
  if (knownDevice(auth.keys.secret, session.email, headers.cookie) !== null) return;
  const mark = deviceFor(auth.keys.secret, session.email, randomBytes(18).toString("base64url"));
  const secure = call.origin.startsWith("https:") ? "; Secure" : "";
  answer.headers.append(
    "set-cookie",
    `${deviceCookie}=${mark}; Path=/; Max-Age=34560000; HttpOnly; SameSite=Lax${secure}`,
  );
  // Confirming an address, and signing up with a provider, are no news to whoever does it.
  const first = call.template === "/verify-email" || session.createdAt - session.userSince < newUserMs;
  if (first || before?.userId === session.userId) return;
  await tellOwner(room, {
    kind: "new_sign_in",
    userId: session.userId,
    origin: call.origin,
    at: clock.now(),
    address: clientAddress(call.c.env.incoming) || null,
    browser: headers["user-agent"]?.slice(0, 200) ?? null,
  }).catch((error: unknown) => log.error({ err: error }, "an owner could not be told of a sign-in"));
}

/** The link has done its work. */
function forgetResetToken({ origin }: AuthCall, answer: Response): void {
  answer.headers.append("set-cookie", resetTokenCookie("used", { secure: origin.startsWith("https:"), maxAge: 0 }));
}

const newUserMs = 10_000;

const changes: Readonly<Record<string, AccountChange>> = {
  "/two-factor/disable": "two_factor_off",
  "/two-factor/generate-backup-codes": "backup_codes",
  "/change-password": "password",
  "/passkey/verify-registration": "passkey_added",
  "/passkey/delete-passkey": "passkey_removed",
};

async function noteChange(room: AuthRoom, call: AuthCall, before: HeldSession | null): Promise<void> {
  if (before === null) return;
  const enabled = call.template === "/two-factor/verify-totp" && !before.twoFactor;
  const change = enabled ? "two_factor_on" : changes[call.template];
  if (change === undefined) return;
  const { userId } = before;
  await tellOwner(room, { kind: "account_changed", userId, origin: call.origin, at: room.clock.now(), change });
}

const secretFields = new Set(["token", "accesstoken", "refreshtoken", "idtoken", "password", "secret"]);

/** The answer without what opens something: the session's token is the cookie's alone. */
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
  return new Response(JSON.stringify(clean ?? null), { status, headers });
}
