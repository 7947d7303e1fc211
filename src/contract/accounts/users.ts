import { z } from "zod";
import { Plan } from "./plans.ts";

export const Role = z.enum(["user", "admin"]);
export type Role = z.infer<typeof Role>;

/** No field of it opens anything. */
export const SessionInfo = z.object({
  user: z.object({
    id: z.string(),
    name: z.string(),
    email: z.string(),
    email_verified: z.boolean(),
    two_factor: z.boolean(),
    role: Role,
    plan: Plan,
    plan_until: z.iso.datetime().nullable(),
  }),
  session: z.object({ id: z.string(), created_at: z.iso.datetime(), expires_at: z.iso.datetime() }),
});
export type SessionInfo = z.infer<typeof SessionInfo>;

/** The answer of GET /api/auth/csrf: send it as `x-csrf-token`. */
export const CsrfToken = z.object({ csrf_token: z.string() });

/** Mails that a user can turn off. Security mails are always sent. */
export const NotificationSettings = z.object({
  /** Sent from a browser that is new to the account. */
  sign_in: z.boolean().default(true),
  analysis_finished: z.boolean().default(false),
  /** Not offered in the settings until such a mail is sent. */
  signals: z.boolean().default(false),
  /** About the user's own analyses, and what their lists published. */
  condition_broken: z.boolean().default(true),
  plan_ends: z.boolean().default(true),
  referral_reward: z.boolean().default(true),
  /** What the user set for a portfolio. */
  portfolio_alert: z.boolean().default(true),
});
export type NotificationSettings = z.infer<typeof NotificationSettings>;

/** Not the note of a new sign-in: a mail scanner must not silence it. */
export const Unsubscribable = NotificationSettings.keyof().exclude(["sign_in"]);
export type Unsubscribable = z.infer<typeof Unsubscribable>;

/** A session as its owner sees it in a list. */
export const ListedSignInSession = z.object({
  id: z.string(),
  current: z.boolean(),
  ip_address: z.string().nullable(),
  user_agent: z.string().nullable(),
  created_at: z.iso.datetime(),
  /** To the day. */
  last_seen_at: z.iso.datetime(),
  expires_at: z.iso.datetime(),
});
export type ListedSignInSession = z.infer<typeof ListedSignInSession>;

/** The user's sign-in methods, for the settings page. */
export interface SignInMethods {
  readonly password: boolean;
  readonly twoFactor: boolean;
  readonly providers: readonly string[];
}

/** How a signed-in user can confirm who they are. */
export interface WaysToConfirm {
  readonly email: string;
  readonly password: boolean;
  /** Of the second factor. */
  readonly code: boolean;
  readonly passkey: boolean;
  readonly mail: boolean;
  readonly providers: readonly ("github" | "google")[];
}

/** The providers and the mail that this server has configured. */
export interface AuthOffer {
  readonly github: boolean;
  readonly google: boolean;
  /** False: no SMTP, so nobody can sign up or reset a password. */
  readonly mail: boolean;
  /** Mail goes to /dev/mail. */
  readonly devMailbox: boolean;
}

/** Without 0, o, 1, l and i, which are easily confused. */
export const referralAlphabet = "23456789abcdefghjkmnpqrstuvwxyz";
export const referralCodeLength = 8;

const form = new RegExp(`^[${referralAlphabet}]{${referralCodeLength}}$`);

/** Lower case; says nothing about whether it exists. */
export function parseReferralCode(text: string): { ok: true; code: string } | { ok: false; reason: string } {
  // ASCII first: lower-casing turns the Kelvin sign into a k.
  const code = /^[\x21-\x7e]*$/.test(text) ? text.toLowerCase() : "";
  return form.test(code) ? { ok: true, code } : { ok: false, reason: "not a valid referral code" };
}
