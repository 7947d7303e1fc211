/** The first few by name, the rest by their number. */
export function symbolsText(symbols: readonly string[]): string {
  const named = symbols.slice(0, 4).join(", ");
  return symbols.length <= 4 ? named : `${named} and ${symbols.length - 4} more`;
}
