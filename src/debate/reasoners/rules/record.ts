interface Recorded {
  readonly decisions: number;
  /** Archives, or instruments of one, that had no part in how the rules were made. */
  readonly walks: number;
  /** Of these: where prices rose more, or less, after stronger ratings than chance explains. */
  readonly better: number;
  readonly worse: number;
}

/** How the rules did so far, in sentences; none before it was measured. */
export function recordSentence({ decisions, walks, better, worse }: Recorded = recorded): string[] {
  if (decisions === 0) return [];
  const over = `Of ${decisions.toLocaleString("en-US")} decisions on ${walks} records of prices that had no part in its making`;
  if (better === 0 && worse === 0) return [`${over}, its ratings did no better than chance.`];
  const parts = [
    ...(better === 0 ? [] : [`better than chance on ${better}`]),
    ...(worse === 0 ? [] : [`worse than chance on ${worse}`]),
  ];
  return [`${over}, its ratings did ${parts.join(" and ")}.`];
}

// Made by scripts/make-rules-record.ts, from docs/rules-record.json.
export const recorded = { decisions: 539, walks: 4, better: 0, worse: 0 } as const;
