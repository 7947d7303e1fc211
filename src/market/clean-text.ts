import { decodeHTMLStrict } from "entities";

/**
 * What nobody sees but a program reads: bidirectional overrides, zero-width characters, variation selectors,
 * tag characters, and control characters other than white space. They hide text from a human reader.
 */
const invisible = /[\p{Default_Ignorable_Code_Point}\p{Format}]|(?!\s)\p{Control}/gu;

/**
 * A stranger's text as one line a human and a program read alike: HTML character references that end as they should
 * decoded once, invisible characters removed, lone surrogates replaced, white space folded to single spaces. Tags and
 * markup stay, as text. The result is as untrusted as the input.
 */
export function cleanText(text: string): string {
  return decodeHTMLStrict(text).toWellFormed().replace(invisible, "").replace(/\s+/g, " ").trim();
}

/** An address a page may link to, or `null` when it is not http or https. */
export function webAddress(text: string | null | undefined): string | null {
  if (!text || !URL.canParse(text)) return null;
  const url = new URL(text);
  return url.protocol === "https:" || url.protocol === "http:" ? url.href : null;
}
