import type { AccountChange, MailJob } from "#src/contract/messages/mails.ts";
import type { Revoked } from "#src/contract/accounts/revocable.ts";
import { counted } from "#src/core/text/number-text.ts";
import { protect, type Letter } from "./templates.ts";

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
