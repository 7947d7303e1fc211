const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;

/** How long to wait before each attempt: about a day in all. */
export const retryDelaysMs: readonly number[] = [
  0,
  5 * second,
  30 * second,
  2 * minute,
  10 * minute,
  30 * minute,
  hour,
  3 * hour,
  6 * hour,
  12 * hour,
];

/** About an hour: tomorrow nobody needs a sign-in link. */
export const mailDelaysMs: readonly number[] = [
  0,
  2 * second,
  10 * second,
  minute,
  5 * minute,
  15 * minute,
  30 * minute,
];
