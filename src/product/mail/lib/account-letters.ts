import type { AccountChange, MailJob } from "#src/contract/messages/mails.ts";
import type { Revoked } from "#src/contract/accounts/credentials.ts";
import { counted } from "#src/core/text/number-text.ts";
import { type Letter, notificationsPage } from "./letter-layout.ts";

/* The words of mails about signing in and the account's security. */

const ignore = "If this was not you, ignore this email. Nothing changes without the link.";
/** What to do about something that somebody else did. */
const protect =
  "If this was not you, reset your password immediately. This also signs you out everywhere and revokes your API keys, webhooks and passkeys.";

/** From who signs up or in, or wants to. */
export const signInLetters = {
  verify: (url: string): Letter => ({
    subject: "Confirm your email address",
    heading: "Confirm your email address",
    paragraphs: ["Confirm your email address to finish setting up your Conclave account. The link works for 24 hours."],
    action: { label: "Confirm email address", url },
    reason: `Someone signed up for Conclave with this email address. ${ignore}`,
    turnOffUrl: null,
  }),
  reset: (url: string): Letter => ({
    subject: "Choose a new password",
    heading: "Choose a new password",
    paragraphs: ["The link works once, for an hour. After you change your password, you are signed out everywhere."],
    action: { label: "Choose a new password", url },
    reason: `Someone asked to reset the password of the Conclave account with this email address. ${ignore}`,
    turnOffUrl: null,
  }),
  magicLink: (url: string): Letter => ({
    subject: "Your sign-in link",
    heading: "Sign in to Conclave",
    paragraphs: ["The link works once and expires after 15 minutes. Open it in the browser you want to use."],
    action: { label: "Sign in", url },
    reason: `Someone asked for a link to sign in with this email address. ${ignore}`,
    turnOffUrl: null,
  }),
  signUpNote: (origin: string): Letter => ({
    subject: "You already have an account",
    heading: "You already have an account",
    paragraphs: [
      "Someone, perhaps you, tried to sign up for Conclave with this email address. It already has an account, so nothing was changed.",
      "You can sign in, or reset your password if you have forgotten it.",
    ],
    action: { label: "Sign in", url: `${origin}/sign-in` },
    reason: "If this was not you, no action is needed. We did not reveal that the account exists.",
    turnOffUrl: null,
  }),
  newSignIn: (
    origin: string,
    {
      when,
      address,
      browser,
    }: { readonly when: string; readonly address: string | null; readonly browser: string | null },
  ): Letter => ({
    subject: "New sign-in to your account",
    heading: "New sign-in",
    paragraphs: [
      `Someone signed in to your account from a new browser on ${when}.`,
      `IP address: ${address ?? "unknown"}. Browser: ${browser ?? "unknown"}.`,
      protect,
    ],
    action: { label: "Review your sessions", url: `${origin}/settings` },
    reason: "You are receiving this because you turned on emails about new sign-ins.",
    turnOffUrl: notificationsPage(origin),
  }),
} as const;

type Changed = Extract<MailJob, { kind: "account_changed" }>;

/** Always sent. @param when as its reader reads it */
export function accountChanged({ origin, change, subject, revoked }: Changed, when: string): Letter {
  return {
    subject: changes[change],
    heading: changes[change],
    paragraphs: [
      `This happened on ${when}.`,
      ...sentencesAbout(change, subject),
      ...(revoked === undefined ? [] : revokedSentences(revoked)),
      protect,
    ],
    action: { label: "Review your security settings", url: `${origin}/settings/security` },
    reason: "We always send this email when your account's security settings change.",
    turnOffUrl: null,
  };
}

const changes: Readonly<Record<AccountChange, string>> = {
  two_factor_on: "Two-factor authentication is on",
  two_factor_off: "Two-factor authentication was turned off",
  backup_codes: "Your backup codes were replaced",
  code_reused: "A two-factor code was used twice",
  password: "Your password was changed",
  passkey_added: "A passkey was added",
  passkey_removed: "A passkey was removed",
  api_key_added: "An API key was created",
  app_connected: "An app was connected",
  webhook_changed: "A webhook was added",
  channel_added: "A notification channel was added",
  endpoint_added: "A webhook was created",
  calendar_added: "A private calendar address was created",
  provider_linked: "An account was linked",
  provider_unlinked: "A linked account was removed",
  data_exported: "Your data was downloaded",
  access_revoked: "You signed out everywhere",
};

/** What it is about, and what else it brings about. */
function sentencesAbout(change: AccountChange, subject = ""): string[] {
  switch (change) {
    case "two_factor_on":
      return ["Your other sessions were ended. Sign in there again with a code."];
    case "code_reused":
      return [
        "A code from your authenticator app was submitted a second time and refused. If that was not you, someone may have seen it: change your password and set up two-factor authentication again.",
      ];
    case "api_key_added":
      return [`Its name is ${subject}. Anyone with the key can use the API on your behalf until you revoke it.`];
    case "app_connected":
      return [`${subject} can use the API on your behalf until you disconnect it under API keys.`];
    case "webhook_changed":
      return [`Changed ratings are sent to ${subject} from now on.`];
    case "channel_added":
      return [`Messages about your signals and account can be sent through ${subject} from now on.`];
    case "endpoint_added":
      return [`Events of your account are sent to ${subject} from now on.`];
    case "calendar_added":
      return ["Anyone with the address can see what your watchlists hold and when they run, until you revoke it."];
    case "provider_linked":
      return [`You can sign in with ${subject} from now on.`];
    default:
      return [];
  }
}

/** What a recovery took back, and what became of what was under way. */
function revokedSentences({ sessions, ...numbers }: Revoked): string[] {
  const revoked = [
    count(numbers.api_keys, "API key", "API keys"),
    count(numbers.connections, "connected app", "connected apps"),
    count(numbers.webhooks, "webhook", "webhooks"),
    count(numbers.passkeys, "passkey", "passkeys"),
    count(numbers.providers, "linked account", "linked accounts"),
  ].filter((part) => part !== null);
  const ended = {
    all: "All your sessions were ended.",
    others: "All your other sessions were ended.",
    kept: "Your other sessions were kept.",
  } as const;
  return [
    `${ended[sessions]} ${revoked.length === 0 ? "Nothing else had to be revoked." : `Revoked: ${revoked.join(", ")}.`}`,
    ...(numbers.api_keys === 0
      ? []
      : [
          "Event streams opened with a revoked key end within a minute. Analyses started with it continue. You can cancel them under Analyses.",
        ]),
  ];
}

function count(n: number, one: string, many: string): string | null {
  return n === 0 ? null : counted(n, one, many);
}

/** About a change of the address that somebody signs in with. */
export const addressLetters = {
  /** To the present address. */
  asked: (url: string, to: string): Letter => ({
    subject: "Confirm your email address change",
    heading: "Confirm your email address change",
    paragraphs: [
      `Someone signed in to your Conclave account asked to change its email address to ${to}.`,
      "If this was you, approve the change. We then email the new address. Nothing changes until the link in that email is opened. Both links work for 24 hours.",
    ],
    action: { label: "Approve the change", url },
    reason:
      "If this was not you, do not open the link. Nothing changes without it. Someone is signed in to your account, so change your password and sign out your other sessions under Account, Security.",
    turnOffUrl: null,
  }),
  /** To the new one. */
  agreed: (url: string): Letter => ({
    subject: "Confirm your new email address",
    heading: "Confirm your new email address",
    paragraphs: [
      "Confirm this address as the new email address of your Conclave account. You will use it to sign in from then on.",
      "Your other sessions end. The link works once.",
    ],
    action: { label: "Confirm new email address", url },
    reason: "If this was not you, ignore this email. Nothing changes without the link.",
    turnOffUrl: null,
  }),
  /** To a new one that has an account already. */
  known: (origin: string): Letter => ({
    subject: "This email address already has an account",
    heading: "This email address already has an account",
    paragraphs: [
      "Someone, perhaps you, tried to use this email address for another Conclave account. It already has its own account, so nothing was changed.",
      "If both accounts are yours, first delete the one with this address under Account, Your data.",
    ],
    action: { label: "Sign in", url: `${origin}/sign-in` },
    reason: "If this was not you, no action is needed. We did not reveal that the account exists.",
    turnOffUrl: null,
  }),
  /** To the address that was. */
  changed: (to: string, when: string): Letter => ({
    subject: "Your email address was changed",
    heading: "Your email address was changed",
    paragraphs: [
      `Since ${when}, you sign in to your Conclave account with ${to}. This address can no longer be used to sign in.`,
      "The change was confirmed from both addresses. If it was not you, someone else has access to this mailbox: change its password and contact the operator of this site.",
    ],
    action: null,
    reason: "We always send this email when your account's security settings change.",
    turnOffUrl: null,
  }),
} as const;
