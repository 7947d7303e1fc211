/** Part of JavaScript since 2025, and missing in TypeScript's types. */
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
 * Numbers that reading would change stay text.
 * @throws RangeError for nesting too deep to walk
 */
export function faithfulJson(text: string): unknown {
  return JSON.parse(text, (_key, value, { source }) =>
    typeof value === "number" && source !== undefined && source !== String(value) ? JSON.rawJSON(source) : value,
  );
}
