import type { Letter } from "./templates.ts";

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
