/** So long before its end somebody learns of a plan that nothing renews. */
export const announceAheadMs = 3 * 24 * 60 * 60_000;

/** So that streams and keys see no gap. */
export const renewAheadMs = 10 * 60_000;
