/** The first few by name, the rest by their number. */
export function symbolsText(symbols: readonly string[]): string {
  const named = symbols.slice(0, 4).join(", ");
  return symbols.length <= 4 ? named : `${named} and ${symbols.length - 4} more`;
}

/** `every session`, `every 5 sessions` */
export function everyText(every: number): string {
  return every === 1 ? "every session" : `every ${every} sessions`;
}

/** For running text: a figure and its sign stay on one line. */
export function unbroken(text: string): string {
  return text.replaceAll(" %", "\u00a0%");
}
