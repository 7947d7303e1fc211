/** Part of JavaScript since 2025; TypeScript does not know it yet. */
declare global {
  interface JSON {
    parse(
      text: string,
      reviver: (key: string, value: unknown, context: { readonly source?: string }) => unknown,
    ): unknown;
    /** Is written as this very text. */
    rawJSON(text: string): object;
    isRawJSON(value: unknown): boolean;
  }
}

/**
 * What JSON says, to be written again as it was: numbers that reading would change (rounded, cut off at infinity, without
 * their sign or their zeros) stay the text that they were.
 * @throws RangeError for what is nested too deeply to be walked
 */
export function faithfulJson(text: string): unknown {
  return JSON.parse(text, (_key, value, { source }) =>
    typeof value === "number" && source !== undefined && source !== String(value) ? JSON.rawJSON(source) : value,
  );
}
