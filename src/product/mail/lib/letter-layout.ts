import { Body, Button, Container, Head, Heading, Hr, Html, Link, Preview, Text, render } from "@react-email/components";
import { createElement, type CSSProperties, type ReactElement } from "react";
import { plainLine } from "#src/contract/text.ts";

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
