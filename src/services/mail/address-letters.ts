import type { Letter } from "./templates.ts";

/** About a change of the address that somebody signs in with. */
export const addressLetters = {
  /** To the present address. */
  asked: (url: string, to: string): Letter => ({
    subject: "Do you want another address?",
    heading: "Another address for your account",
    paragraphs: [
      `Somebody who is signed in to your Conclave account asked to change its address to ${to}.`,
      "If it was you, agree. We then write to the new address, and nothing changes before the link there is opened. Both links work for a day.",
    ],
    action: { label: "Agree to the change", url },
    reason:
      "If this was not you, do not open the link: nothing happens without it. But somebody is signed in as you, so change your password and end your other sessions under Settings, Security.",
    turnOffUrl: null,
  }),
  /** To the new one. */
  agreed: (url: string): Letter => ({
    subject: "Confirm your new address",
    heading: "Confirm your new address",
    paragraphs: [
      "This address is to become that of a Conclave account. One click, and you sign in with it from then on.",
      "Your other sessions end. The link works once.",
    ],
    action: { label: "Confirm new address", url },
    reason: "If this was not you, ignore this mail; nothing happens without the link.",
    turnOffUrl: null,
  }),
  /** To a new one that has an account already. */
  known: (origin: string): Letter => ({
    subject: "This address has an account already",
    heading: "This address has an account already",
    paragraphs: [
      "Somebody, perhaps you, wanted to give another Conclave account this address. It has an account of its own, so nothing was changed.",
      "If both are yours, delete the one with this address first, under Settings, Your data.",
    ],
    action: { label: "Sign in", url: `${origin}/sign-in` },
    reason: "If this was not you, you need not do anything: nobody was told that the account exists.",
    turnOffUrl: null,
  }),
  /** To the address that was. */
  changed: (to: string, when: string): Letter => ({
    subject: "Your account has another address",
    heading: "Your account has another address",
    paragraphs: [
      `Your Conclave account signs in with ${to} since ${when}. This address no longer opens it.`,
      "Both mailboxes agreed to it. If it was not you, somebody else reads your mail: change the password of this mailbox, and write to whoever runs the site.",
    ],
    action: null,
    reason: "We always tell you when something that protects your account changes.",
    turnOffUrl: null,
  }),
} as const;
