/** The front door allows a little more, for the form. */
export const avatarLimits = { bytes: 5 * 1_048_576, pixels: 50_000_000, side: 10_000 } as const;
