import { z } from "zod";
import { Plan } from "./plans.ts";
import { Revoked } from "./revocable.ts";
import { Place } from "./signals.ts";

/** What happened to an account, so that its owner learns of it. */
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

/** Where the links of a mail lead: the origin that was asked, and the path behind it. */
const link = { email: z.string(), origin: z.string(), next: z.string().nullable() };

/** Whom it concerns, and the event that it tells of: of one event no second mail is sent. */
const event = { userId: z.string(), once: z.string() };

/**
 * A mail that is to be sent. Links are made only where it is sent, so that no token waits in a queue; whether there is
 * anybody to send it to is looked up there too, so that asking takes the same way for every address.
 */
export const MailJob = z.discriminatedUnion("kind", [
  /** To a new address the link that confirms it; to the owner of a known one a note. */
  z.object({ kind: z.literal("sign_up"), ...link }),
  z.object({ kind: z.literal("verify"), ...link }),
  z.object({ kind: z.literal("reset"), ...link }),
  z.object({ kind: z.literal("magic_link"), ...link }),
  /** To the present address of whoever wants another one, and to that other one once the present has agreed. */
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
  /** To somebody who follows the signals: the rating of one is another than that of the one before. */
  z.object({ kind: z.literal("signal_changed"), userId: z.string(), signalId: z.string() }),
  /** To an administrator, to be kept: the heads of the record's chains, and what is wrong with them if anything is. */
  z.object({
    kind: z.literal("chain_heads"),
    userId: z.string(),
    day: z.iso.date(),
    signals: Place,
    settlement: Place,
    /** Without it in mails that were queued before the ledger had a chain. */
    ledger: Place.optional(),
    fault: z.object({ chain: z.string(), number: z.number(), reason: z.string() }).nullable(),
  }),
  /** To its owner: nothing more can be sent to a channel, and why. Always sent: else nobody would know. */
  z.object({
    kind: z.literal("channel_paused"),
    userId: z.string(),
    channel: z.string(),
    /** It is a webhook of the account, which has a page of its own. */
    endpoint: z.boolean().default(false),
    name: z.string(),
    reason: z.string(),
  }),
  /** To an administrator: another one asks for more than one may do alone. */
  z.object({ kind: z.literal("approval_asked"), userId: z.string(), request: z.string() }),
  /** Well or not; `once` is the analysis's id. One that was cancelled has no mail. */
  z.object({ kind: z.literal("analysis_ended"), ...event }),
  /** A condition of an analysis of theirs is met; with its `signal` where a list of theirs published it. */
  z.object({
    kind: z.literal("condition_broken"),
    ...event,
    analysis: z.string(),
    condition: z.string(),
    signal: z.string().nullable(),
  }),
  /** Or another plan began where one ended. */
  z.object({ kind: z.literal("plan_renewed"), ...event, plan: Plan, until: z.number(), paidMinor: z.number() }),
  /** Nothing renews it by now: that is off, or `missingMinor` US cents are missing. */
  z.object({
    kind: z.literal("plan_ends"),
    ...event,
    plan: Plan,
    until: z.number(),
    missingMinor: z.number().nullable(),
  }),
  /** `unpaid`: it was to be renewed, and the balance did not cover it. */
  z.object({ kind: z.literal("plan_ended"), ...event, plan: Plan, unpaid: z.boolean() }),
  z.object({ kind: z.literal("referral_rewarded"), ...event, minor: z.number() }),
]);
export type MailJob = z.infer<typeof MailJob>;

/** A mail that its reader asked for in the settings. */
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
