/** So long before its end somebody learns of a plan that nothing renews. */
export const announceAheadMs = 3 * 24 * 60 * 60_000;

/** So long before its end a plan renews itself, so that its streams and keys never see a gap. */
export const renewAheadMs = 10 * 60_000;
