import { Body, Button, Container, Head, Heading, Hr, Html, Link, Preview, Text, render } from "@react-email/components";
import { createElement, type CSSProperties, type ReactElement } from "react";
import { plainLine } from "#src/contract/text.ts";
import { formatUsd } from "#src/contract/accounts/money.ts";
import { signalInstruction } from "#src/contract/run/instruction.ts";
import type { Signal } from "#src/contract/signals/signals.ts";
import type { StoredRequest } from "#src/product/admin/queries/admin-actions.ts";

/** A mail as it is written, before anybody knows how it looks. */
export interface Letter {
  readonly subject: string;
  readonly heading: string;
  readonly paragraphs: readonly string[];
  readonly action: { readonly label: string; readonly url: string } | null;
  /** Why it came, in small type below. */
  readonly reason: string;
  /** Where such mails are turned off; `null` for what is always sent. */
  readonly turnOffUrl: string | null;
}

export interface RenderedLetter {
  readonly subject: string;
  readonly html: string;
  readonly text: string;
}

const ink = "#1b1f24";
const quiet = "#5b6470";
const font = "-apple-system, BlinkMacSystemFont, 'Segoe UI', Helvetica, Arial, sans-serif";
const styles = {
  body: { backgroundColor: "#f4f5f7", fontFamily: font, margin: 0, padding: "32px 12px" },
  card: { backgroundColor: "#ffffff", borderRadius: 12, maxWidth: 520, padding: "32px 36px" },
  brand: { color: quiet, fontSize: 13, fontWeight: 600, letterSpacing: 0.4, margin: "0 0 20px" },
  heading: { color: ink, fontSize: 22, fontWeight: 650, lineHeight: "28px", margin: "0 0 12px" },
  text: { color: ink, fontSize: 15, lineHeight: "24px", margin: "0 0 14px" },
  button: {
    backgroundColor: "#1f4f8f",
    borderRadius: 8,
    color: "#ffffff",
    display: "inline-block",
    fontSize: 15,
    fontWeight: 600,
    margin: "6px 0 18px",
    padding: "12px 20px",
    textDecoration: "none",
  },
  small: { color: quiet, fontSize: 13, lineHeight: "20px", margin: "0 0 8px", overflowWrap: "anywhere" },
  rule: { borderColor: "#e3e6ea", margin: "22px 0 16px" },
} satisfies Record<string, CSSProperties>;

/** As HTML, and as the text that says the same. */
export async function renderLetter(written: Letter): Promise<RenderedLetter> {
  const { subject, heading, paragraphs, reason } = written;
  // Names, reasons and browsers stand in it that strangers wrote.
  const letter = {
    ...written,
    subject: plainLine(subject),
    heading: plainLine(heading),
    paragraphs: paragraphs.map(plainLine),
    reason: plainLine(reason),
  };
  return { subject: letter.subject, html: await render(layout(letter)), text: plainText(letter) };
}

function layout({ heading, paragraphs, action, reason, turnOffUrl }: Letter): ReactElement {
  const h = createElement;
  return h(
    Html,
    { lang: "en", dir: "ltr" },
    h(Head),
    h(Preview, null, paragraphs[0] ?? heading),
    h(
      Body,
      { style: styles.body },
      h(
        Container,
        { style: styles.card },
        h(Text, { style: styles.brand }, "Conclave"),
        h(Heading, { as: "h1", dir: "auto", style: styles.heading }, heading),
        ...paragraphs.map((paragraph, key) => h(Text, { key, dir: "auto", style: styles.text }, paragraph)),
        ...(action === null
          ? []
          : [
              h(Button, { key: "do", href: action.url, style: styles.button }, action.label),
              h(
                Text,
                { key: "or", style: styles.small },
                "If the button does not work, open this link: ",
                h(Link, { href: action.url }, action.url),
              ),
            ]),
        h(Hr, { style: styles.rule }),
        h(Text, { style: styles.small }, reason),
        ...(turnOffUrl === null
          ? []
          : [h(Text, { key: "off", style: styles.small }, `${turnOff} `, h(Link, { href: turnOffUrl }, turnOffUrl))]),
      ),
    ),
  );
}

/** Addresses stand on lines of their own, where programs see them. */
function plainText({ heading, paragraphs, action, reason, turnOffUrl }: Letter): string {
  const parts = [
    heading,
    ...paragraphs,
    ...(action === null ? [] : [`${action.label}:\n${action.url}`]),
    `--\n${reason}`,
    ...(turnOffUrl === null ? [] : [`${turnOff}\n${turnOffUrl}`]),
  ];
  return `${parts.join("\n\n")}\n`;
}

const turnOff = "Turn off these emails in your settings:";

/** The page with the switches. */
export function notificationsPage(origin: string): string {
  return `${origin}/settings/notifications`;
}

const ignore = "If this was not you, ignore this email. Nothing changes without the link.";
/** What to do about something that somebody else did. */
export const protect =
  "If this was not you, reset your password immediately. This also signs you out everywhere and revokes your API keys, webhooks and passkeys.";

export const letters = {
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
  approvalAsked: (
    origin: string,
    { amountMinor, what, reason, askerEmail, askedBy }: StoredRequest,
    until: string,
  ): Letter => ({
    subject: `${formatUsd(amountMinor)} needs a second administrator`,
    heading: `${formatUsd(amountMinor)} needs your decision`,
    paragraphs: [
      `${askerEmail ?? askedBy} requests your approval: ${what}. Reason: ${reason}`,
      `Nothing has happened yet. Approve or decline by ${until}. After that, the request expires.`,
    ],
    action: { label: "Review the request", url: `${origin}/admin` },
    reason: "You are receiving this because you are an administrator. Do not approve anything you cannot verify.",
    turnOffUrl: null,
  }),
  channelPaused: (
    origin: string,
    {
      channel,
      endpoint,
      name,
      reason,
    }: { readonly channel: string; readonly endpoint: boolean; readonly name: string; readonly reason: string },
  ): Letter => ({
    subject: `Your ${endpoint ? "webhook" : "channel"} “${name}” was paused`,
    heading: `“${name}” was paused`,
    paragraphs: [
      `We could not deliver a message: ${reason}. Nothing more will be sent there until you resume it.`,
      endpoint
        ? "Fix the endpoint or change its URL, then resume the webhook. Messages that failed in the meantime can be sent again from its deliveries."
        : "Fix it at the service, then resume the channel in your settings. If the address has changed, remove the channel and add it again.",
    ],
    action: endpoint
      ? { label: "Open the webhook", url: `${origin}/webhooks/${channel}` }
      : { label: "Open the channel", url: `${origin}/settings/channels/${channel}` },
    reason: `We always send this email when a ${endpoint ? "webhook" : "channel"} stops working.`,
    turnOffUrl: null,
  }),
  signalChanged: (origin: string, signal: Signal): Letter => {
    const { symbol, name, rating, previous_rating: previous, session, report } = signal;
    return {
      subject: `${symbol}: ${previous ?? "no rating"} to ${rating}`,
      heading: `${name} is rated ${rating}`,
      paragraphs: [
        `The rating of ${symbol} changed from ${previous ?? "none"} to ${rating} as of the close of ${session}.`,
        signalInstruction(signal),
        "This is the outcome of a debate between models, not investment advice. The report gives the arguments for and against.",
      ],
      action: { label: "Read the report", url: `${origin}${report}` },
      reason: "You are receiving this because you turned on emails about changed ratings.",
      turnOffUrl: notificationsPage(origin),
    };
  },
} as const;
