import { decodeHTMLStrict } from "entities";

/** Characters that hide text from a human but not from a program. */
const invisible = /[\p{Default_Ignorable_Code_Point}\p{Format}]|(?!\s)\p{Control}/gu;

/**
 * A stranger's text as one line that a human and a program read alike: entities decoded once, invisible characters
 * removed, white space folded. Still untrusted.
 */
export function cleanText(text: string): string {
  return decodeHTMLStrict(text).toWellFormed().replace(invisible, "").replace(/\s+/g, " ").trim();
}

/** An http or https address, or `null`. */
export function webAddress(text: string | null | undefined): string | null {
  if (!text || !URL.canParse(text)) return null;
  const url = new URL(text);
  return url.protocol === "https:" || url.protocol === "http:" ? url.href : null;
}
