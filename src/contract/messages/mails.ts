import { z } from "zod";
import { Plan } from "../accounts/plans.ts";
import { Revoked } from "../accounts/credentials.ts";
import { Place } from "../signals/signals.ts";
import type { WebhookEvent } from "../jobs/jobs.ts";
import { anyId } from "../text.ts";

/** Account events that the owner is mailed about. */
export const AccountChange = z.enum([
  "two_factor_on",
  "two_factor_off",
  "backup_codes",
  "code_reused",
  "password",
  "passkey_added",
  "passkey_removed",
  "api_key_added",
  "app_connected",
  "webhook_changed",
  "channel_added",
  "endpoint_added",
  "calendar_added",
  "provider_linked",
  "provider_unlinked",
  "data_exported",
  "access_revoked",
]);
export type AccountChange = z.infer<typeof AccountChange>;

const link = { email: z.string(), origin: z.string(), next: z.string().nullable() };

/** Of one event no second mail is sent. */
const event = { userId: z.string(), once: z.string() };

/**
 * Links and recipients are resolved when the mail is sent: no token waits in a queue, and asking takes the same for
 * every address.
 */
export const MailJob = z.discriminatedUnion("kind", [
  /** A confirmation to a new address, a note to a known one. */
  z.object({ kind: z.literal("sign_up"), ...link }),
  z.object({ kind: z.literal("verify"), ...link }),
  z.object({ kind: z.literal("reset"), ...link }),
  z.object({ kind: z.literal("magic_link"), ...link }),
  /** First to the present address, then to the new one. */
  z.object({ kind: z.literal("address_change_asked"), changeId: z.string(), origin: z.string() }),
  z.object({ kind: z.literal("address_change_agreed"), changeId: z.string(), origin: z.string() }),
  /** To the address that was. */
  z.object({ kind: z.literal("address_changed"), from: z.string(), to: z.string(), at: z.number() }),
  z.object({
    kind: z.literal("new_sign_in"),
    userId: z.string(),
    origin: z.string(),
    at: z.number(),
    address: z.string().nullable(),
    browser: z.string().nullable(),
  }),
  z.object({
    kind: z.literal("account_changed"),
    userId: z.string(),
    origin: z.string(),
    at: z.number(),
    change: AccountChange,
    /** What it is about, such as the name of a key. */
    subject: z.string().optional(),
    revoked: Revoked.optional(),
  }),
  /** A follower's signal changed its rating. */
  z.object({ kind: z.literal("signal_changed"), userId: z.string(), signalId: z.string() }),
  /** For administrators to keep: heads, and what is wrong. */
  z.object({
    kind: z.literal("chain_heads"),
    userId: z.string(),
    day: z.iso.date(),
    signals: Place,
    settlement: Place,
    /** Absent in mails that were queued before the ledger had a chain. */
    ledger: Place.optional(),
    fault: z.object({ chain: z.string(), number: z.number(), reason: z.string() }).nullable(),
  }),
  /** A channel can no longer be reached. Always sent. */
  z.object({
    kind: z.literal("channel_paused"),
    userId: z.string(),
    channel: z.string(),
    endpoint: z.boolean().default(false),
    name: z.string(),
    reason: z.string(),
  }),
  /** To an administrator: another one requests an action that needs two. */
  z.object({ kind: z.literal("approval_asked"), userId: z.string(), request: z.string() }),
  /** `once` is the analysis's id; cancelled ones have no mail. */
  z.object({ kind: z.literal("analysis_ended"), ...event }),
  /** With `signal` where a list of theirs published it. */
  z.object({
    kind: z.literal("condition_broken"),
    ...event,
    analysis: z.string(),
    condition: z.string(),
    signal: z.string().nullable(),
  }),
  /** Or another plan began where one ended. */
  z.object({ kind: z.literal("plan_renewed"), ...event, plan: Plan, until: z.number(), paidMinor: z.number() }),
  /** Renewal is off, or `missingMinor` US cents are missing. */
  z.object({
    kind: z.literal("plan_ends"),
    ...event,
    plan: Plan,
    until: z.number(),
    missingMinor: z.number().nullable(),
  }),
  /** `unpaid`: the balance did not cover the renewal. */
  z.object({ kind: z.literal("plan_ended"), ...event, plan: Plan, unpaid: z.boolean() }),
  z.object({ kind: z.literal("portfolio_alert"), ...event, portfolio: z.string(), date: z.iso.date() }),
  z.object({ kind: z.literal("referral_rewarded"), ...event, minor: z.number() }),
]);
export type MailJob = z.infer<typeof MailJob>;

/** A mail that the reader chose in the settings. */
export type EventMail = Extract<MailJob, { once: string }>;

/** A mail in the mailbox for development. */
export interface DevMail {
  readonly id: string;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly created_at: string;
}

/** For a changed rating: the signal and its place in its list's chain. */
export const AlertedSignal = z.object({ signal: anyId, list: anyId, number: z.int() });
export type AlertedSignal = z.infer<typeof AlertedSignal>;

/** Addresses are looked up when sent. */
export type Posted =
  | { readonly destination: "job"; readonly analysis: string; readonly data: { readonly event: WebhookEvent } }
  | { readonly destination: "alert"; readonly owner: string; readonly data: AlertedSignal }
  | { readonly destination: "mail"; readonly data: MailJob };
