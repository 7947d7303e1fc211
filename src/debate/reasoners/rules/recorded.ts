// Made by scripts/make-rules-record.ts, from docs/rules-record.json.
export const recorded = { decisions: 539, walks: 4, better: 0, worse: 0 } as const;
