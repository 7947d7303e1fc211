/** How the rules did so far, in sentences; none before it was measured. */
export function recordSentence(): string[] {
  return [];
}
