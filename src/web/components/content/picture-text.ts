import { ellipsis } from "#src/core/shorten.ts";

/**
 * Signs that the font of share pictures has: Latin and Cyrillic letters, figures and common punctuation. For every other
 * one the library that draws them asks servers on the internet for a font or an emoji, and tells them the text.
 */
const undrawable = /[^ -~¡-¨ª-¬¯-ÿĀ-ēĖ-īĮ-ķĹ-ľŁ-ňŊ-ōŐ-žЀ-џ–—‘-‚“-„†-•…‰‹›€−≈≤≥]+/gu;

/**
 * A text of somebody else for a share picture: without what cannot be drawn, at most `most` long.
 * @returns "" where that is more than a tenth of it, as of a text in another script
 */
export function pictureText(text: string, most: number): string {
  const whole = text.normalize("NFC").replaceAll(/\s+/gu, " ").trim();
  const kept = whole.replaceAll(undrawable, "").replaceAll(/ {2,}/g, " ").trim();
  return kept.length < whole.length * 0.9 ? "" : ellipsis(kept, most);
}
